import { BEFORE, DROP, type Happened, HOURS_72, inProduct, logOf } from '@supreme-access/test/fixtures/history.js';
import { released, reserved } from '@supreme-access/test/fixtures/product.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { type Examination, examineLog } from './examine.js';

const NOW = Date.UTC(2027, 0, 1);

async function examined(happened: readonly Happened[], now = 0, more: Partial<Examination> = {}) {
  const events = logOf(happened);
  async function* of(wanted: (event: RecordedEvent) => boolean) {
    for (const event of events) if (wanted(event)) yield event;
  }
  const log = { readAll: () => of(() => true), readStream: (name: string) => of(({ stream }) => stream === name) };
  const found: [string, string][] = [];
  const total = await examineLog(
    log,
    {},
    {
      now,
      found: (name, problem) => found.push([name, problem]),
      ...more,
    },
  );
  return { total, found };
}

describe('a whole log, examined drop by drop', () => {
  it('that is as it should be: every order is looked at once, and the money is the sum of the events', async () => {
    const { total, found } = await examined(DROP);
    expect(found).toEqual([]);
    const sums = { usd: { charged: 3_500, refunded: 1_000 } };
    expect(total).toEqual({ products: 1, slots: 2, orders: 2, fees: 1, proofs: 1, sums });
  });

  it('in which a slot was sold twice', async () => {
    const again = reserved(3, { profileId: 'profile-2' });
    const { found } = await examined([...BEFORE.slice(0, -1), inProduct(again)]);
    expect(found).toEqual([
      ['oversold', 'box-hoodie: 3 of 2 at revision 3'],
      ['second-slot', 'box-hoodie: order order-3 is a second slot of its profile or person'],
    ]);
  });

  it('in which an order holds no slot, and was charged without a proof', async () => {
    const slot = JSON.stringify(inProduct(reserved(1)));
    const lost = DROP.filter((one) => one[1].type !== 'CheckoutSucceeded' && JSON.stringify(one) !== slot);
    const { total, found } = await examined(lost);
    expect(total.orders).toBe(2);
    expect(found).toContainEqual(['oversold', 'box-logo: order order-1 was given no slot']);
    expect(found.map(([name]) => name)).toContain('fee-without-evidence');
  });

  it('in which an order did not end in 72 hours', async () => {
    const { found } = await examined(BEFORE, NOW + HOURS_72);
    expect(found.map(([name]) => name)).toEqual(['not-ended-in-time', 'not-ended-in-time']);
  });

  it('lets others go first now and then', async () => {
    const many = Array.from({ length: 300 }, (_, n) => [inProduct(reserved(n + 10)), inProduct(released(n + 10))]);
    let rests = 0;
    await examined([...BEFORE, ...many.flat()], 0, {
      rest: async () => {
        rests += 1;
      },
    });
    expect(rests).toBeGreaterThanOrEqual(6);
  });
});
