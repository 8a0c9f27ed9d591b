import { jest } from '@jest/globals';
import { pino } from 'pino';
import type { BatchListener, Projector } from '../projections/projector.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { memoryReadModels } from '../read-models/memory-read-models.js';
import type { ReadModels } from '../read-models/read-models.js';
import { type DueRow, dueProjection, dueRule, rowKey } from './due.projection.js';
import { DueWork, type DueWorker } from './due-work.js';
import { InVain } from './tries.js';

const NOW = 1_000_000;
/** ms; the sweep comes every two seconds, and is not to be what helps */
const BEFORE_THE_SWEEP = 1_900;

describe('due work', () => {
  const mailed = dueRule(['order'], ({ stream }) => [{ kind: 'mail', id: stream, dueAt: NOW }]);
  const due = dueProjection([mailed]);
  let isSaturated = false;
  let dueWork: DueWork;
  let done: string[];
  let reads: jest.Spied<ReadModels['find']>;
  let tell: BatchListener;
  let put: (row: Omit<DueRow, 'attempt'>, document: DueRow | null, position: number) => Promise<void>;
  /** what a worker does that does nothing else */
  let end: (row: DueRow) => Promise<number>;

  /** Rows of each kind, due at these times; working on one ends it. */
  async function given(workers: readonly Partial<DueWorker>[], rows: readonly Omit<DueRow, 'attempt'>[]) {
    [isSaturated, done] = [false, []];
    const models = memoryReadModels();
    reads = jest.spyOn(models, 'find');
    await models.open([due]);
    put = (row, document, position) => models.write(due, [{ id: rowKey(row), position, document }]);
    for (const row of rows) await put(row, { ...row, attempt: 0 }, 1);
    const onBatch = (listener: BatchListener) => {
      tell = listener;
    };
    const projector = { onBatch, passed: async () => true } as unknown as Projector;
    dueWork = new DueWork(models, projector, due, () => Date.now(), pino({ level: 'silent' }), {
      isSaturated: () => isSaturated,
      random: () => 1,
    });
    end = async (row) => {
      done.push(row.id);
      await put(row, null, 9);
      return 9;
    };
    for (const worker of workers) dueWork.register({ kind: 'mail', concurrency: 2, work: end, ...worker });
  }
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const mails = (count: number, dueAt = NOW) =>
    Array.from({ length: count }, (_, index) => ({ kind: 'mail', id: `mail-${index}`, dueAt }));

  it('is taken when it is due and not before, the longest due first', async () => {
    const rows = [
      { kind: 'mail', id: 'later', dueAt: NOW + 60_000 },
      { kind: 'mail', id: 'second', dueAt: NOW - 1 },
      { kind: 'mail', id: 'first', dueAt: NOW - 2 },
    ];
    await given([{ concurrency: 1 }], rows);

    dueWork.start();

    await pass(59_000);
    expect(done).toEqual(['first', 'second']);
    await pass(1_500);
    expect(done.at(-1)).toBe('later');
  });

  it('is taken at once where an event made it, and in any case by the sweep', async () => {
    await given([{ kind: 'mail' }, { kind: 'checkout' }], []);
    dueWork.start();
    await pass(50);

    for (const kind of ['mail', 'checkout']) {
      const row = { kind, id: `the ${kind}`, dueAt: NOW };
      await put(row, { ...row, attempt: 0 }, 1);
    }
    tell([{ category: 'order', stream: 'order-1' } as AnyRecorded]);

    await pass(50);
    expect(done).toEqual(['the mail']);
    await pass(2_000);
    expect(done).toEqual(['the mail', 'the checkout']);
  });

  it('of one kind is never more at once than its bound', async () => {
    let [running, most] = [0, 0];
    const ends: (() => void)[] = [];
    const slow = async (row: DueRow) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return end(row);
    };
    await given([{ concurrency: 3, work: slow }], mails(9));

    dueWork.start();

    for (let left = 9; left > 0; left -= 3) {
      await pass(1_000);
      expect(ends).toHaveLength(3);
      for (const release of ends.splice(0)) release();
    }
    expect(most).toBe(3);
  });

  describe('that can wait', () => {
    it('waits while the event loop is saturated, and other work does not', async () => {
      const urgent = { kind: 'checkout', id: 'checkout-1', dueAt: NOW };
      await given([{ background: true }, { kind: 'checkout' }], [...mails(4), urgent]);
      isSaturated = true;

      dueWork.start();
      await pass(10_000);

      expect(done).toEqual(['checkout-1']);
    });

    it('goes on as soon as there is rest, not only when the next sweep comes', async () => {
      await given([{ background: true }], mails(20));
      isSaturated = true;
      dueWork.start();
      await pass(BEFORE_THE_SWEEP / 2);

      isSaturated = false;
      await pass(BEFORE_THE_SWEEP / 2);

      expect(done).toHaveLength(20);
    });

    it('waits for half a minute at most', async () => {
      await given([{ background: true }], mails(4));
      isSaturated = true;
      dueWork.start();

      await pass(29_000);
      expect(done).toEqual([]);
      await pass(3_000);
      expect(done).toHaveLength(4);
    });
  });

  it('that is due in thirty days is waited for by timers that Node can keep', async () => {
    await given([{}], [{ kind: 'mail', id: 'in thirty days', dueAt: NOW + 30 * 24 * 3_600_000 }]);

    dueWork.start();
    await pass(60_000);

    expect(done).toEqual([]);
    // One look at the start, and one for each sweep.
    expect(reads.mock.calls.length).toBeLessThan(50);
  });

  describe('that is in vain again and again', () => {
    it('is tried again after pauses that grow, to a quarter of an hour', async () => {
      const tries: number[] = [];
      const fails = async () => {
        tries.push(Date.now());
        throw new Error('always');
      };
      await given([{ work: fails }], mails(1));

      dueWork.start();
      await pass(2 * 3_600_000);

      const pauses = tries.slice(1).map((at, index) => Math.round((at - (tries[index] ?? 0)) / 1_000));
      expect(pauses.slice(0, 12)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
      expect(Math.max(...pauses)).toBe(900);
    });

    it('is tried after longer pauses at once where the log knows of tries before this process was started', async () => {
      const tries: number[] = [];
      const fails = async () => {
        tries.push(Date.now());
        throw new Error('always');
      };
      await given([{ work: fails }], [{ kind: 'mail', id: 'mail-0', dueAt: NOW, tries: 8 }]);

      dueWork.start();
      await pass(200_000);

      expect(tries.map((at) => Math.round((at - NOW) / 1_000))).toEqual([0, 128]);
    });

    it('is tried again after a pause of half a minute at most where somebody waits for it', async () => {
      const tries: number[] = [];
      const fails = async () => {
        tries.push(Date.now());
        throw new Error('always');
      };
      await given([{ work: fails, longestPause: 30_000 }], mails(1));

      dueWork.start();
      await pass(10 * 60_000);

      expect(tries.length).toBeGreaterThan(20);
    });

    it('is due as soon as an event moves it', async () => {
      let isWell = false;
      const fails = async (row: DueRow) => {
        if (isWell) return end(row);
        throw new Error('not yet');
      };
      await given([{ work: fails }], [{ kind: 'mail', id: 'order-1', dueAt: NOW - 1 }]);
      dueWork.start();
      await pass(3_600_000);

      isWell = true;
      const moved = { kind: 'mail', id: 'order-1', dueAt: NOW };
      await put(moved, { ...moved, attempt: 0 }, 2);
      tell([{ category: 'order', stream: 'order-1' } as AnyRecorded]);
      await pass(50);

      expect(done).toEqual(['order-1']);
    });

    it('leaves a slot to what comes then', async () => {
      const work = async (row: DueRow) => {
        if (row.id === 'new') return end(row);
        await new Promise((resolve) => setTimeout(resolve, 50_000));
        throw new Error('never');
      };
      await given([{ work, concurrency: 4 }], mails(40));
      dueWork.start();
      await pass(3_600_000);

      const row = { kind: 'mail', id: 'new', dueAt: Date.now() };
      await put(row, { ...row, attempt: 0 }, 1);
      await pass(2_500);

      expect(done).toEqual(['new']);
    });

    const named = (kind: string, name: string, count: number, dueAt: number) =>
      Array.from({ length: count }, (_, index) => ({ kind, id: `${name}-${index}`, dueAt: dueAt + index }));

    it('does not keep healthy work out: 16 references that hang, and 200 closings behind them', async () => {
      const rows = [
        ...named('close-order', 'hanging', 16, NOW - 1_000),
        ...named('close-order', 'healthy', 200, NOW - 500),
      ];
      const asks = async (row: DueRow) => {
        if (row.id.startsWith('healthy')) return end(row);
        // The retailer's deadline.
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        throw new Error('the retailer does not say what became of it');
      };
      await given([{ kind: 'close-order', concurrency: 8, work: asks }], rows);

      dueWork.start();
      await pass(60_000);

      expect(done).toHaveLength(200);
    });

    it('does not keep healthy work out: 200 mails that nobody takes, and one behind them', async () => {
      const rows = [...named('mail', 'undeliverable', 200, NOW - 1_000), { kind: 'mail', id: 'healthy', dueAt: NOW }];
      const send = async (row: DueRow) => {
        if (row.id === 'healthy') return end(row);
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        throw new Error('550');
      };
      await given([{ concurrency: 4, work: send }], rows);

      dueWork.start();
      // Each of the 200 is tried once.
      await pass(150_000);

      expect(done).toEqual(['healthy']);
    });
  });

  describe('behind very many rows that wait', () => {
    const waits = async (row: DueRow) =>
      row.id.startsWith('mail-') ? { lookAgainAt: NOW + 7 * 24 * 3_600_000 } : end(row);
    /** before them all */
    const first = { kind: 'mail', id: 'a first one', dueAt: NOW };
    beforeEach(async () => {
      await given([{ concurrency: 100, work: waits }], mails(2_000));
      dueWork.start();
      await pass(10_000);
    });

    it('is not looked for among them each time', async () => {
      reads.mockClear();

      await pass(20_000);

      const read = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<DueRow[]>));
      expect(read.flat().length).toBeLessThan(2_000);
    });

    it('is taken at once where an event made it', async () => {
      await put(first, { ...first, attempt: 0 }, 1);
      tell([{ category: 'order', stream: first.id } as AnyRecorded]);
      await pass(50);

      expect(done).toEqual([first.id]);
    });

    it('is found within a minute where no event was heard of', async () => {
      await put(first, { ...first, attempt: 0 }, 1);

      await pass(61_000);

      expect(done).toEqual([first.id]);
    });
  });

  describe('that hangs', () => {
    it('is told to stop at its deadline, and its slots go to others even when it does not', async () => {
      const told: string[] = [];
      const begun: string[] = [];
      const work = (row: DueRow, signal: AbortSignal) => {
        begun.push(row.id);
        if (row.id === 'healthy') return end(row);
        return new Promise<number>((_, reject) => {
          signal.addEventListener('abort', () => {
            told.push(row.id);
            if (row.id === 'heeds it') reject(new Error('aborted'));
          });
        });
      };
      const rows = ['heeds it', 'does not', 'healthy'].map((id, index) => ({
        kind: 'mail',
        id,
        dueAt: NOW - 3 + index,
      }));
      await given([{ work, deadline: 10_000 }], rows);

      dueWork.start();
      await pass(9_000);
      expect(done).toEqual([]);
      await pass(2_000);
      expect(told).toEqual(['heeds it', 'does not']);
      expect(done).toEqual(['healthy']);
      await pass(3_600_000);
      // Whatever it is still doing, it is not done twice at once.
      expect(begun.filter((id) => id === 'does not')).toHaveLength(1);
      expect(begun.filter((id) => id === 'heeds it').length).toBeGreaterThan(5);
    });

    it('is done again once it has ended after all', async () => {
      const ends: (() => void)[] = [];
      const work = async (row: DueRow) => {
        if (ends.length === 0) await new Promise<void>((resolve) => ends.push(resolve));
        return end(row);
      };
      await given([{ work, deadline: 10_000 }], mails(1));
      dueWork.start();
      await pass(20 * 60_000);
      expect(done).toEqual([]);

      for (const release of ends) release();
      await pass(2_000);

      expect(done).toEqual(['mail-0']);
    });

    it('takes all there is of its kind in the end, and of no other', async () => {
      const begun: string[] = [];
      const hangs = (row: DueRow) => {
        begun.push(row.id);
        return new Promise<never>(() => undefined);
      };
      const others = mails(3).map((row) => ({ ...row, kind: 'checkout' }));
      await given(
        [{ work: hangs, concurrency: 50, deadline: 1_000 }, { kind: 'checkout' }],
        [...mails(200), ...others],
      );

      dueWork.start();
      await pass(60_000);

      expect(begun).toHaveLength(100);
      expect(done).toHaveLength(3);
    });
  });

  describe('for a partner that is away', () => {
    let isAway = true;
    let asked: string[];
    const asks = async (row: DueRow) => {
      asked.push(row.id);
      dueWork.breakers.of('retailer').heard(isAway ? 'connection' : null);
      if (isAway) throw new Error('away');
      return end(row);
    };
    const checkouts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'checkout',
        id: `checkout-${index}`,
        // When they are due says nothing of who came first.
        dueAt: NOW - ((index * 7) % count),
        since: index,
      }));
    const retailers: Partial<DueWorker> = { kind: 'checkout', partner: 'retailer', concurrency: 8, work: asks };
    beforeEach(() => {
      [isAway, asked] = [true, []];
    });

    it('is not begun but for a probe now and then, and other work goes on', async () => {
      await given([retailers, {}], [...checkouts(100), ...mails(3)]);

      dueWork.start();
      await pass(3_600_000);

      expect(done).toHaveLength(3);
      // Until the circuit opens those that are under way; then one a minute.
      expect(asked.length).toBeLessThan(90);
      expect(asked.length).toBeGreaterThan(50);
    });

    it('is due at once when it is back, in the order in which it came to be', async () => {
      await given([retailers], checkouts(100));
      dueWork.start();
      await pass(3_600_000);
      isAway = false;
      // The next probe finds it.
      for (let waited = 0; done.length === 0 && waited < 61_000; waited += 50) await pass(50);
      const [probe] = done;
      await pass(1_000);

      expect(done).toHaveLength(100);
      const inOrder = checkouts(100).map(({ id }) => id);
      expect(done.slice(1)).toEqual(inOrder.filter((id) => id !== probe));
    });

    it('is begun as long as that partner answers, whatever it says', async () => {
      const refused = async (row: DueRow) => {
        asked.push(row.id);
        dueWork.breakers.of('retailer').heard(null);
        throw new Error('declined');
      };
      await given([{ ...retailers, work: refused }], checkouts(100));

      dueWork.start();
      await pass(60_000);

      expect(new Set(asked).size).toBe(100);
    });

    it('is tried with one that was not in vain before: the others may be so by themselves', async () => {
      const hangs = async (row: DueRow) => {
        isAway = row.id !== 'healthy';
        return asks(row);
      };
      await given([{ ...retailers, work: hangs }], checkouts(40));
      dueWork.start();
      await pass(2 * 3_600_000);
      expect(dueWork.breakers.of('retailer').isOpen).toBe(true);

      const row = { kind: 'checkout', id: 'healthy', dueAt: Date.now() };
      await put(row, { ...row, attempt: 0 }, 1);
      await pass(63_000);

      expect(done).toEqual(['healthy']);
    });

    it('and that was in vain for it alone is due at once as well when it is back', async () => {
      const closes = async (row: DueRow) => {
        if (isAway) throw new InVain('checkout-unknown', { partner: 'retailer' });
        return end(row);
      };
      await given(
        [retailers, { kind: 'close-order', work: closes }],
        [...checkouts(20), { kind: 'close-order', id: 'closing', dueAt: NOW }],
      );
      dueWork.start();
      await pass(3_600_000);

      isAway = false;
      await pass(63_000);

      expect(done).toContain('closing');
    });
  });
});

describe('a row of waiting work', () => {
  const sent = dueRule(['order'], ({ type, at }) => [
    { kind: 'mail', id: 'order-1', dueAt: type === 'Again' ? at + 1 : at, attempt: type === 'New' ? 1 : 0 },
  ]);
  const due = dueProjection([sent]);
  const told = (type: string, at: number) => ({ category: 'order', stream: 'order-1', type, at }) as AnyRecorded;
  const folded = (...events: AnyRecorded[]) =>
    events.reduce<DueRow | null>((row, event) => due.evolve(row, event, 'mail:order-1'), null);

  it('knows since when it waits, and how often an event moved it in vain', () => {
    expect(folded(told('Made', 5))).toEqual({ kind: 'mail', id: 'order-1', dueAt: 5, attempt: 0, since: 5 });
    expect(folded(told('Made', 5), told('Again', 6), told('Again', 7))).toMatchObject({ dueAt: 8, since: 5, tries: 2 });
  });

  it('counts anew with another attempt', () => {
    expect(folded(told('Made', 5), told('Again', 6), told('New', 7))).not.toHaveProperty('tries');
  });
});
