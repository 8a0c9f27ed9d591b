import type { SlotPoint } from '@supreme-access/contract/shapes/audit.js';
import { inProduct, logOf } from '@supreme-access/test/fixtures/history.js';
import { created, reserved } from '@supreme-access/test/fixtures/product.js';
import { Map as IMap } from 'immutable';
import type { DomainEvent } from '../../event-sourcing/decider.js';
import { slotLine, thinned } from './slot-history.js';
import { changesBetween, shownState } from './state-shape.js';

const lineOf = async (...events: DomainEvent[]) => {
  const log = logOf(events.map((event) => inProduct(event)));
  return slotLine(
    (async function* () {
      yield* log;
    })(),
  );
};
const stockOf = (totalStock: number): DomainEvent => ({ type: 'ProductEdited', data: { changes: { totalStock } } });
const released = (n: number): DomainEvent => ({
  type: 'SlotReleased',
  data: { orderId: `order-${n}`, reason: 'withdrawn' },
});

describe('the slots of a product', () => {
  it('are counted after each event, against the stock of that moment', async () => {
    const line = await lineOf(created(), stockOf(2), reserved(1), reserved(2), released(1), stockOf(1));
    expect(line).toMatchObject({ revisions: 6, mostActive: 2, oversoldAt: null });
    expect(line.points.map(({ active, stock }) => [active, stock]).slice(1)).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
      [1, 2],
      [1, 1],
    ]);
  });

  it('are said to be oversold where a log was tampered with, at the event from which they were', async () => {
    expect(await lineOf(created(), stockOf(1), reserved(1), reserved(2), released(1))).toMatchObject({
      mostActive: 2,
      oversoldAt: 3,
    });
    expect(await lineOf(created(), reserved(1), reserved(2), stockOf(1), released(1))).toMatchObject({ oversoldAt: 3 });
  });

  it('are judged from every event, however few are drawn, and each extreme is', async () => {
    const points = Array.from({ length: 20_000 }, (_, revision): SlotPoint => {
      const active = revision === 7_777 ? 101 : revision === 12_345 ? 0 : 50 + (revision % 7);
      return { revision, at: '', active, stock: revision < 15_001 ? 100 : 90 };
    });
    const drawn = thinned(points);
    expect(drawn.length).toBeLessThan(2_100);
    const revisions = new Set(drawn.map(({ revision }) => revision));
    for (const revision of [0, 7_777, 12_345, 15_001, 19_999]) expect(revisions).toContain(revision);
    const events = Array.from({ length: 5_000 }, (_, n) => reserved(n + 1));
    const oversold = await lineOf(created(), stockOf(4_999), ...events, released(5_000));
    expect(oversold).toMatchObject({ revisions: 5_002 + 1, mostActive: 5_000, oversoldAt: 5_001 });
  });
});

describe('the difference of two states', () => {
  it('names each path that was added, removed or changed', () => {
    const before = { a: 1, list: [1], slots: IMap<string, object>({ x: { size: 'm' }, y: { size: 's' } }) };
    const after = { a: 2, list: [1, 2], slots: before.slots.remove('y').set('z', { size: 'l' }) };
    expect(changesBetween(before, after)).toEqual({
      isCut: false,
      changes: [
        { path: 'a', kind: 'changed', before: 1, after: 2 },
        { path: 'list.1', kind: 'added', after: 2 },
        { path: 'slots.z', kind: 'added', after: { size: 'l' } },
        { path: 'slots.y', kind: 'removed', before: { size: 's' } },
      ],
    });
    expect(changesBetween(before, { ...before })).toEqual({ changes: [], isCut: false });
    expect(changesBetween({ a: null }, { a: { b: 1 } }).changes).toEqual([
      { path: 'a', kind: 'changed', before: null, after: { b: 1 } },
    ]);
  });

  it('is cut where it is endless, and so is a large part of a state', () => {
    const slots = IMap(Array.from({ length: 500 }, (_, n) => [`order-${n}`, { reservedAt: n }] as const));
    expect(changesBetween({ slots: IMap() }, { slots })).toMatchObject({ isCut: true });
    const { state, shortened } = shownState({ slots, a: 1 }, [{ path: 'slots.order-3', kind: 'changed' }]);
    expect(shortened).toEqual([{ path: 'slots', entries: 500, shown: 60 }]);
    expect(Object.keys(state.slots as object)).toEqual(expect.arrayContaining(['order-3', 'order-499', 'order-441']));
    expect(state.a).toBe(1);
  });
});
