import { jest } from '@jest/globals';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
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
  let late: Arrivals<string>;
  /** what was looked at, each once it is known what was seen */
  let looks: Arrivals<string>;
  let onLook: () => void;
  let abort: AbortController;
  let elsewhere: FoldedElsewhere;
  beforeEach(() => {
    [at, late, looks, abort] = [{ orders: 0, due: 0 }, new Arrivals(), new Arrivals(), new AbortController()];
    onLook = () => undefined;
    let now = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    // A look is a millisecond, however busy the machine.
    const checkpoint = async ({ name }: { name: string }) => {
      now += 1;
      onLook();
      setImmediate(() => looks.push(name));
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
      late.push('nobody folds');
    });
  const looked = (times: number) => {
    const before = looks.length;
    return looks.until(({ length }) => length >= before + times);
  };

  it('is waited for', async () => {
    let isPassed = false;
    const passing = passed(5).then(() => {
      isPassed = true;
    });
    at = { orders: 5, due: 4 };
    await looked(4);
    expect(isPassed).toBe(false);
    at.due = 5;
    await passing;
    expect([elsewhere.behind, [...late]]).toEqual([[], []]);
  });

  it('is waited for without a word while it moves, however slowly', async () => {
    const passing = passed(90);
    for (let position = 1; position <= 90; position += 1) {
      at = { orders: position, due: position };
      await looked(2);
    }
    await passing;
    expect([elsewhere.behind, [...late]]).toEqual([[], []]);
  });

  it('is not waited for where nothing touches it: its checkpoint comes after', async () => {
    at = { orders: 5, due: 9 };
    await passed(9, 'OfDueOnly');
    expect([elsewhere.behind, [...late]]).toEqual([[], []]);
  });

  it('is waited for where the one that is touched stands still and nobody folds', async () => {
    at = { orders: 5, due: 5 };
    const passing = passed(9, 'OfDueOnly');
    await late.until(({ length }) => length > 0);
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
    await looks.until(() => elsewhere.behind.length === 0);
    expect(elsewhere.isBehind({ name: 'orders' })).toBe(false);
  });

  it('is waited for where one is far behind and moves', async () => {
    at = { orders: 1, due: 200 };
    onLook = () => {
      at.orders = (at.orders ?? 0) + 1;
    };
    await passed(100);
    expect(elsewhere.behind).toEqual([]);
  });

  it('is waited for where none moves, and it is said that nobody folds', async () => {
    const passing = passed(5);
    await late.until(({ length }) => length > 0);
    expect(elsewhere.behind).toEqual([]);
    at = { orders: 5, due: 5 };
    await passing;
  });
});
