import {
  created,
  ID,
  joined,
  lapsed,
  left,
  offered,
  released,
  reserved,
  started,
  unserved,
} from '@supreme-access/test/fixtures/product.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import { waitlistProjection } from './waitlist.projection.js';

const line = [created({ totalStock: 1 }), reserved(1), joined(2, 1), joined(3, 2), joined(4, 3), joined(5, 4)];

async function inLine(...events: ProductEvent[]) {
  const docs = await folded(waitlistProjection, [recorded(`product-${ID}`, [...line, ...events])]);
  return docs.map(({ id, accountId }) => [id, accountId]).sort();
}
const place = (n: number) => [`${ID}.${n}`, `account-${n + 1}`];

describe('who waits for a slot', () => {
  it('is known until the place is taken, left or over; what is offered is a place still', async () => {
    expect(await inLine(released(1), offered(2, 1), left(3, 'left', false, 2))).toEqual([1, 3, 4].map(place));
    expect(await inLine(released(1), offered(2, 1), lapsed(2, 'time', 1))).toEqual([2, 3, 4].map(place));
  });

  it('is known while the release runs, and nobody once it is finished', async () => {
    expect(await inLine(started(1))).toEqual([1, 2, 3, 4].map(place));
    expect(await inLine(started(1), unserved(1, 2, 3, 4))).toEqual([]);
  });

  it('is nobody once the product is delisted', async () => {
    const gone: ProductEvent = { type: 'ProductDelisted', data: { unserved: [2, 3, 4] } };
    expect(await inLine(left(2, 'left', false, 1), gone)).toEqual([]);
  });

  it('is the same, processed twice and rebuilt', async () => {
    const all = recorded(`product-${ID}`, [...line, left(3, 'left', false, 2)]);
    const once = await folded(waitlistProjection, [all]);
    expect(
      await folded(
        waitlistProjection,
        all.map((event) => [event, event]),
      ),
    ).toEqual(once);
    expect(once).toHaveLength(3);
  });
});
