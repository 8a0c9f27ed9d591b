import {
  charged,
  chargeStarted,
  claim,
  closed,
  declined,
  refusedAtRetailer,
  started,
  succeeded,
} from '@supreme-access/test/fixtures/order.js';
import { created, ID, reserved } from '@supreme-access/test/fixtures/product.js';
import { product } from '../../catalogue/products/product.js';
import type { Commands } from '../../event-sourcing/commands.js';
import { NOT_STARTED } from '../../orders/checkout-times.js';
import { evolveOrder, NEW_ORDER, type OrderEvent } from '../../orders/order.js';
import type { Happened, LiveEvents } from '../../projections/live-events.js';
import type { Reads } from '../../projections/reads.js';
import { Tallies } from './tallies.js';
import { Tally } from './tally.js';

const T = Date.UTC(2026, 10, 21, 12);
const drop = [created({ totalStock: 9 }), reserved(1), reserved(2), reserved(3)].reduce(
  product.evolve,
  product.initial,
);

describe('a release as it goes', () => {
  const heardOf = new Map<string, number>();
  let tally: Tally;
  beforeEach(() => {
    heardOf.clear();
    tally = new Tally(ID, drop, new Map());
  });
  const hear = (n: number, after: number, event: OrderEvent) => {
    const id = `order-${n}`;
    const revision = (heardOf.get(id) ?? 0) + 1;
    heardOf.set(id, revision);
    return tally.hear({
      type: event.type,
      category: 'order',
      id,
      revision,
      position: 0,
      data: event.data,
      at: T + after,
    });
  };

  it('begins with all orders due and none attempted', () => {
    expect(tally.progress()).toEqual({ productId: ID, due: 3, attempted: 0, checkedOut: 0 });
    expect(tally.figures(T)).toMatchObject({ due: 3, firstAfter: null, lastAfter: null, answerP50: null });
  });

  it('counts an order as checked out once it is bought or never will be, and not while it is tried again', () => {
    hear(1, 10, started());
    hear(2, 12, started());
    hear(3, 14, started());
    hear(1, 30, succeeded());
    hear(2, 40, refusedAtRetailer('busy', T + 900));
    hear(3, 50, refusedAtRetailer('sold-out', null));
    hear(3, 50, closed('sold-out'));
    expect(tally.progress()).toEqual({ productId: ID, due: 3, attempted: 3, checkedOut: 2 });
    expect(tally.figures(T)).toMatchObject({ bought: 1, soldOut: 1, unknown: 0, firstAfter: 10, lastAfter: 14 });
  });

  it('tells the next size, what is not known, what was charged and what was declined', () => {
    hear(1, 10, started());
    hear(1, 30, succeeded({ size: 'l', style: 'Ink' }));
    hear(1, 31, chargeStarted());
    hear(1, 60, charged());
    hear(2, 10, started());
    hear(2, 40, succeeded({ style: 'Ink' }));
    hear(2, 41, chargeStarted());
    hear(2, 70, declined());
    hear(3, 10, started());
    const unknown = { ...claim, attempt: 1, reference: 'order-3:1', reason: 'timeout', retryAt: T };
    hear(3, 90, { type: 'CheckoutOutcomeUnknown', data: unknown });
    expect(tally.figures(T)).toMatchObject({ nextSize: 1, unknown: 1, charged: 1, declined: 1 });
    expect(tally.figures(T)).toMatchObject({ answerP50: 20, answerP95: 30 });
    hear(3, 95, succeeded({ style: 'Ink' }));
    expect(tally.figures(T).unknown).toBe(0);
  });

  it('leaves out an order whose slot was given back just before', () => {
    expect([tally.giveBack('order-3'), tally.giveBack('order-3')]).toEqual([true, false]);
    expect(tally.progress().due).toBe(2);
  });

  it('hears nothing twice, and nothing of orders that are not its own', () => {
    const first = {
      type: 'CheckoutStarted',
      category: 'order',
      id: 'order-1',
      revision: 4,
      position: 0,
      data: started().data,
      at: T,
    };
    expect([tally.hear(first), tally.hear(first), tally.hear({ ...first, id: 'another' })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('goes on from what was cached, whatever of it is processed again', () => {
    const life = [started(), succeeded()].reduce(evolveOrder, NEW_ORDER);
    tally = new Tally(ID, drop, new Map([['order-1', { life, times: NOT_STARTED, changedAt: T + 500 }]]));
    expect(tally.progress()).toMatchObject({ attempted: 1, checkedOut: 1 });
    hear(1, 100, started(2));
    hear(1, 500, succeeded());
    expect(tally.progress()).toMatchObject({ attempted: 1, checkedOut: 1 });
    expect(tally.figures(T).unknown).toBe(0);
  });
});

it('leaves out an order whose slot was given back while the tally was made', async () => {
  let hear: (event: Happened) => void = () => undefined;
  let read: (docs: []) => void = () => undefined;
  const tallies = new Tallies(
    { state: async () => drop } as unknown as Commands,
    { find: () => new Promise((resolve) => (read = resolve)) } as unknown as Reads,
    { onEvent: (listener: typeof hear) => (hear = listener) } as unknown as LiveEvents,
  );
  const made = tallies.of(ID);
  const data = { orderId: 'order-2', reason: 'withdrawn' };
  hear({ type: 'SlotReleased', category: 'product', id: ID, revision: 9, position: 9, data, at: T });
  read([]);
  expect((await made).progress().due).toBe(2);
});
