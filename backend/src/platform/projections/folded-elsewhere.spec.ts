import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FoldedElsewhere } from './folded-elsewhere.js';
import type { AnyRecorded } from './recorded.js';

const [ORDERS, DUE] = ['orders', 'due'].map((name) => ({
  name,
  version: 1,
  indexes: [],
  categories: ['order'],
  idsOf: ({ type }: AnyRecorded) => (type === 'OfDueOnly' && name !== 'due' ? [] : ['a']),
  evolve: () => null,
}));

describe('what another process folds', () => {
  let at: Record<string, number>;
  let late: number;
  let abort: AbortController;
  let elsewhere: FoldedElsewhere;
  beforeEach(() => {
    [at, late, abort] = [{ orders: 0, due: 0 }, 0, new AbortController()];
    let now = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    // A look is a millisecond, however busy the machine.
    const checkpoint = async ({ name }: { name: string }) => {
      now += 1;
      return at[name] ?? 0;
    };
    const all = [ORDERS, DUE].flatMap((one) => one ?? []);
    elsewhere = new FoldedElsewhere({ checkpoint }, all, abort.signal, { lookAgain: 1, foldsWithin: 60 });
  });
  afterEach(() => {
    abort.abort();
    jest.restoreAllMocks();
  });

  const passed = (position: number, type = 'OfBoth') =>
    elsewhere.passed([{ category: 'order', type, position } as AnyRecorded], () => {
      late += 1;
    });
  const caughtUp = async () => {
    while (elsewhere.behind.length > 0) await wait(2);
  };

  it('is waited for', async () => {
    let isPassed = false;
    const passing = passed(5).then(() => {
      isPassed = true;
    });
    at = { orders: 5, due: 4 };
    await wait(5);
    expect(isPassed).toBe(false);
    at.due = 5;
    await passing;
    expect([elsewhere.behind, late]).toEqual([[], 0]);
  });

  it('is waited for without a word while it moves, however slowly', async () => {
    const passing = passed(90);
    for (let position = 1; position <= 90; position += 1) {
      at = { orders: position, due: position };
      await wait(2);
    }
    await passing;
    expect([elsewhere.behind, late]).toEqual([[], 0]);
  });

  it('is not waited for where nothing touches it: its checkpoint comes after', async () => {
    at = { orders: 5, due: 9 };
    await passed(9, 'OfDueOnly');
    expect([elsewhere.behind, late]).toEqual([[], 0]);
  });

  it('is waited for where the one that is touched stands still and nobody folds', async () => {
    at = { orders: 5, due: 5 };
    const passing = passed(9, 'OfDueOnly');
    while (late === 0) await wait(2);
    expect(elsewhere.behind).toEqual([]);
    at = { orders: 5, due: 9 };
    await passing;
  });

  it('is not waited for where one stands still and the others move, until it has caught up', async () => {
    at = { orders: 3, due: 7 };
    await passed(7);
    expect(elsewhere.behind).toEqual([{ projection: 'orders', position: 3 }]);
    at = { orders: 3, due: 8 };
    await passed(8);
    at.orders = 8;
    await caughtUp();
    expect(elsewhere.isBehind({ name: 'orders' })).toBe(false);
  });

  it('is waited for where one is far behind and moves', async () => {
    at = { orders: 1, due: 200 };
    const moving = setInterval(() => {
      at.orders = (at.orders ?? 0) + 1;
    }, 2);
    await passed(100);
    clearInterval(moving);
    expect(elsewhere.behind).toEqual([]);
  });

  it('is waited for where none moves, and it is said that nobody folds', async () => {
    const passing = passed(5);
    while (late === 0) await wait(2);
    expect(elsewhere.behind).toEqual([]);
    at = { orders: 5, due: 5 };
    await passing;
  });
});
