import { AT } from '@supreme-access/test/fixtures/decider-test-kit.js';
import * as orders from '@supreme-access/test/fixtures/order.js';
import * as products from '@supreme-access/test/fixtures/product.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import type { OrderEvent } from '../../orders/order.js';
import type { Dated } from '../case-files.js';
import { endOf, readDrop, sumsOf } from './drop-history.js';

const dated = <E extends ProductEvent | OrderEvent>(...events: E[]) =>
  events.map((event, revision) => ({ ...event, at: AT + revision, revision })) as Dated<E>[];
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('what a drop came to', () => {
  const drop = dated(
    products.created({ totalStock: 30 }),
    ...range(1, 24).map((n) => products.reserved(n)),
    products.released(24),
    products.started(23),
    products.released(23),
    products.finished(),
  );
  const paid = { missed: null, firstAttemptAt: products.RELEASE + 12 };
  const refused = { missed: 'refused', firstAttemptAt: products.RELEASE + 340 } as const;

  it('is that of the slots held when its release started', () => {
    const { started, isWithdrawn } = readDrop(drop);
    expect([started?.stock, started?.orders.length, isWithdrawn]).toEqual([30, 23, false]);
    expect(sumsOf(readDrop(drop), [...range(1, 17).map(() => paid), ...range(1, 6).map(() => refused)])).toEqual({
      stock: 30,
      held: 23,
      releaseAt: products.RELEASE,
      firstAttempt: 12,
      lastAttempt: 340,
      bought: { least: 13, most: 17 },
      missed: [
        { reason: 'refused', least: 6, most: 6 },
        { reason: 'other', least: 0, most: 4 },
      ],
      steps: [{ at: products.RELEASE, held: 23 }],
    });
  });

  it('is nothing that is shown of one that was cancelled or taken off the shop, or never started', () => {
    const without = dated(products.created(), products.cancelled(), products.finished());
    expect([readDrop(without), sumsOf(readDrop(without), [])]).toEqual([{ started: null, isWithdrawn: true }, null]);
    expect(readDrop([...drop, ...dated(products.delisted)]).isWithdrawn).toBe(true);
  });

  it.each<[string, OrderEvent[], string | null | undefined]>([
    ['bought where the fee was charged', orders.paid, null],
    ['bought where the fee lapsed', [...orders.bought, orders.declined(), orders.closed('fee-lapsed')], null],
    ['missed where the retailer refused', [orders.placed(), orders.started(), orders.closed('sold-out')], 'sold-out'],
    ['missed where it was withdrawn', [orders.placed(), orders.withdrawn], 'withdrawn'],
    [
      'as it ended first, whatever comes later',
      [orders.placed(), orders.started(), orders.closed(), orders.succeeded({ late: true })],
      'unproven',
    ],
    ['unknown while it is open', orders.bought, undefined],
  ])('counts an order as %s', (_what, events, missed) => {
    expect(endOf(dated(...events))?.missed).toBe(missed);
  });
});
