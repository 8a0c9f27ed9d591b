import {
  charged,
  chargeStarted,
  closed,
  placed,
  refunded,
  refundRequested,
  refundStarted,
  started,
  succeeded,
} from '@supreme-access/test/fixtures/order.js';
import { evolveOrder, NEW_ORDER, type OrderEvent } from '../../orders/order.js';
import { roomOf } from './control-rooms.js';
import type { Entry } from './tally.js';

const T = Date.UTC(2026, 10, 21, 12);

function entry(slotNumber: number, events: readonly OrderEvent[] = [], answeredIn: number | null = null): Entry {
  return {
    slot: { size: 'm', style: 'Black', slotNumber, reservedAt: T + slotNumber * 1_000 },
    life: events.reduce(evolveOrder, NEW_ORDER),
    times: { firstAt: null, askedAt: null, answeredIn },
    changedAt: T,
    revision: 0,
  };
}
const bought = [placed(), started(), succeeded()];
const paid = [...bought, chargeStarted(), charged()];

describe('the control room of a drop', () => {
  it('has one cell per held slot, by number, with the state of its order', () => {
    const { cells, counts } = roomOf(
      [
        entry(7, [...paid, refundRequested('one', 2_000), refundStarted('one'), refunded('one', 2_000)]),
        entry(6, [...paid, refundRequested('one', 2_000), refundStarted('one')]),
        entry(5, [...bought, closed('fee-lapsed')]),
        entry(4, [placed(), started(), closed('sold-out')]),
        entry(2, [placed(), started()]),
        entry(1),
      ],
      9,
    );
    expect(cells).toEqual([
      { slot: 1, state: 'reserved' },
      { slot: 2, state: 'attempting' },
      { slot: 4, state: 'not-bought' },
      { slot: 5, state: 'bought' },
      { slot: 6, state: 'charged' },
      { slot: 7, state: 'refunded' },
    ]);
    expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('sums more than 400 slots up, and its curve keeps the first and the last step', () => {
    const all = Array.from({ length: 1_001 }, (_, index) => entry(index + 1));
    const { cells, counts, steps } = roomOf(all, 1_100);
    expect(cells).toBeNull();
    expect(counts[0]).toEqual({ state: 'reserved', count: 1_001 });
    expect(steps.length).toBeLessThan(110);
    expect(steps[0]).toEqual({ at: new Date(T + 1_000).toISOString(), held: 1 });
    expect(steps.at(-1)).toEqual({ at: new Date(T + 1_001_000).toISOString(), held: 1_001 });
    expect(roomOf(all.slice(0, 400), 400).cells).toHaveLength(400);
  });

  it('counts the answers by how long they took, apart from those that did not sell', () => {
    const { answers } = roomOf(
      [
        entry(1, bought, 100),
        entry(2, bought, 101),
        entry(3, [placed(), started(), closed('sold-out')], 240),
        entry(4, bought, 60_000),
        entry(5, [placed(), started()]),
      ],
      9,
    );
    expect(answers.filter((one) => one.bought + one.refused > 0)).toEqual([
      { within: 100, bought: 1, refused: 0 },
      { within: 250, bought: 1, refused: 1 },
      { within: null, bought: 1, refused: 0 },
    ]);
  });

  it('is empty before anybody has a slot', () => {
    expect(roomOf([], 9)).toMatchObject({ cells: [], steps: [] });
  });
});
