import { AT, decisions } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  created,
  ID,
  joined,
  lapsed,
  left,
  offered,
  released,
  reserved,
} from '@supreme-access/test/fixtures/product.js';
import { type ProductEvent, product } from '../../catalogue/products/product.js';
import { countsOf, productDoc, publicProduct } from '../../catalogue/products/products.projection.js';
import { lineMark } from '../../catalogue/products/waitlist.js';
import { changes, type DropNow } from './drop-changes.js';

const { fold } = decisions(product);
const SOLD_OUT = [created({ totalStock: 1 }), reserved(1)];

function dropAfter(...events: ProductEvent[]): DropNow {
  const state = fold(...SOLD_OUT, ...events);
  const doc = productDoc(ID, state, AT);
  if (!doc) throw new Error('there is no product');
  return { product: publicProduct(doc, countsOf(state)), listed: true, line: lineMark(state), progress: null };
}

describe('a drop that is looked at again', () => {
  it('tells itself when a slot was offered and somebody joined meanwhile, though all its numbers read as before', () => {
    const before = dropAfter(joined(2, 1));
    const now = dropAfter(joined(2, 1), released(1), offered(2, 1), joined(3, 2));
    expect(now.product).toEqual(before.product);
    expect(changes(before, now)).toEqual([['product', now.product]]);
  });

  it('tells itself when its line is seen for the first time, for it may have moved since', () => {
    const now = dropAfter(joined(2, 1));
    expect(changes({ ...now, line: null }, now)).toEqual([['product', now.product]]);
  });

  it('tells nothing when nothing has happened', () => {
    expect(changes(dropAfter(joined(2, 1)), dropAfter(joined(2, 1)))).toEqual([]);
  });

  it('has another mark of its line after each change', () => {
    const line = [
      ...[joined(2, 1), joined(3, 2), joined(4, 3), released(1), offered(2, 1), joined(5, 4), lapsed(2, 'time', 1)],
      ...[offered(3, 2), left(3, 'left', true, 2), offered(4, 3), left(5, 'left', false, 4), joined(5, 5)],
    ];
    const marks = line.map((_, index) => dropAfter(...line.slice(0, index + 1)).line);
    const ofTheLine = line.filter(({ type }) => type !== 'SlotReleased');
    expect(new Set(marks).size).toBe(ofTheLine.length);
  });
});
