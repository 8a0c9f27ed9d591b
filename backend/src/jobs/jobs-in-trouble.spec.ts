import { jest } from '@jest/globals';
import { benchPerTest, type JobBench, mails, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import type { JobWorker } from './job-worker.js';
import type { Job } from './jobs.projection.js';
import { RetryableError } from './retries.js';

afterAll(() => void jest.restoreAllMocks());

describe('a job', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
  });

  it('for which there is no room on the disk is kept back, and begun by itself once there is', async () => {
    const rows = [...mails(1), { kind: 'erase', id: 'ada', dueAt: NOW }];
    await bench.given([{ kind: 'mail' }, { kind: 'erase' }], rows);
    bench.keptBack = ['mail'];
    bench.jobRunner.start();
    await pass(10_000);
    expect(bench.done).toEqual(['ada']);
    bench.keptBack = [];
    await pass(2_000);
    expect(bench.done).toEqual(['ada', 'mail-0']);
  });

  it('that its work leaves as it is, is not spun on', async () => {
    let begun = 0;
    const leaves = async () => {
      begun += 1;
      return 9;
    };
    await bench.given([{ work: leaves }], mails(1));

    bench.jobRunner.start();
    await pass(1_000);

    expect(begun).toBeLessThan(10);
  });

  it('that locked streams have parked is resumed as work begins, and again where that came to nothing', async () => {
    const tried: number[] = [];
    const reasons: string[] = [];
    let failure: Error | undefined = new Error('the store is away');
    bench.jobRunner.resumeDamaged = async (when) => {
      tried.push(Date.now() - NOW);
      reasons.push(when);
      if (failure) throw failure;
    };
    await bench.given([], []);
    bench.jobRunner.start();
    await pass(9_000);
    expect(tried).toEqual([0]);
    await pass(2_000);
    expect(tried).toEqual([0, 10_000]);
    failure = new StreamDamaged({ stream: 'work-1', revision: 0, reason: 'hash' });
    await pass(30_000);
    expect(tried).toEqual([0, 10_000, 20_000]);
    failure = undefined;
    bench.tell([{ category: 'damage', stream: 'damage-accepted', type: 'DamageAccepted' } as AnyRecorded]);
    await pass(12_000);
    expect(reasons).toEqual(['start', 'start', 'start', 'acceptance', 'acceptance']);
  });

  it('is all done once it has settled, what is resumed included', async () => {
    const resumed: number[] = [];
    bench.jobRunner.resumeDamaged = async () => {
      await new Promise(setImmediate);
      resumed.push(Date.now() - NOW);
      if (resumed.length === 1) throw new Error('the store is away');
    };
    await bench.given([], []);
    bench.jobRunner.start();
    for (const at of [0, 9_999, 10_000]) {
      jest.setSystemTime(NOW + at);
      await Promise.all([bench.jobRunner.settle(), pass(0)]);
    }
    expect(resumed).toEqual([0, 10_000]);
  });

  describe('that hangs', () => {
    it('is told to stop at its deadline, and its slots go to others even when it does not', async () => {
      const aborted: string[] = [];
      const begun: string[] = [];
      const work = (row: Job, signal: AbortSignal) => {
        begun.push(row.id);
        if (row.id === 'healthy') return bench.end(row);
        return new Promise<number>((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(row.id);
            if (row.id === 'heeds it') reject(new Error('aborted'));
          });
        });
      };
      const rows = ['heeds it', 'does not', 'healthy'].map((id, index) => ({
        kind: 'mail',
        id,
        dueAt: NOW - 3 + index,
      }));
      await bench.given([{ work, deadline: 10_000 }], rows);

      bench.jobRunner.start();
      await pass(9_000);
      expect(bench.done).toEqual([]);
      await pass(2_000);
      expect(aborted).toEqual(['heeds it', 'does not']);
      expect(bench.done).toEqual(['healthy']);
      await pass(3_600_000);
      // Whatever it is still doing, it is not done twice at once.
      expect(begun.filter((id) => id === 'does not')).toHaveLength(1);
      expect(begun.filter((id) => id === 'heeds it').length).toBeGreaterThan(5);
    });

    it('is done again once it has ended after all', async () => {
      const ends: (() => void)[] = [];
      const work = async (row: Job) => {
        if (ends.length === 0) await new Promise<void>((resolve) => ends.push(resolve));
        return bench.end(row);
      };
      await bench.given([{ work, deadline: 10_000 }], mails(1));
      bench.jobRunner.start();
      await pass(20 * 60_000);
      expect(bench.done).toEqual([]);

      for (const release of ends) release();
      await pass(2_000);

      expect(bench.done).toEqual(['mail-0']);
    });

    it('takes all there is of its kind in the end, and of no other', async () => {
      const begun: string[] = [];
      const hangs = (row: Job) => {
        begun.push(row.id);
        return new Promise<never>(() => undefined);
      };
      const others = mails(3).map((row) => ({ ...row, kind: 'checkout' }));
      await bench.given(
        [{ work: hangs, concurrency: 50, deadline: 1_000 }, { kind: 'checkout' }],
        [...mails(200), ...others],
      );

      bench.jobRunner.start();
      await pass(60_000);

      expect(begun).toHaveLength(100);
      expect(bench.done).toHaveLength(3);
    });
  });

  describe('for a partner that is away', () => {
    let isAway = true;
    let calls: string[];
    const asks = async (row: Job) => {
      calls.push(row.id);
      bench.jobRunner.breakers.of('retailer').recordResult(isAway ? 'connection' : null);
      if (isAway) throw new Error('away');
      return bench.end(row);
    };
    const checkouts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'checkout',
        id: `checkout-${index}`,
        // When they are due says nothing of who came first.
        dueAt: NOW - ((index * 7) % count),
        since: index,
      }));
    const retailers: Partial<JobWorker> = { kind: 'checkout', partner: 'retailer', concurrency: 8, work: asks };
    beforeEach(() => {
      [isAway, calls] = [true, []];
    });

    it('is not begun but for a probe now and then, and other work goes on', async () => {
      await bench.given([retailers, {}], [...checkouts(100), ...mails(3)]);

      bench.jobRunner.start();
      await pass(3_600_000);

      expect(bench.done).toHaveLength(3);
      // Until the circuit opens those that are under way; then one a minute.
      expect(calls.length).toBeLessThan(90);
      expect(calls.length).toBeGreaterThan(50);
    });

    it('is due at once when it is back, in the order in which it came to be', async () => {
      await bench.given([retailers], checkouts(100));
      bench.jobRunner.start();
      await pass(3_600_000);
      isAway = false;
      // The next probe finds it.
      for (let waited = 0; bench.done.length === 0 && waited < 61_000; waited += 50) await pass(50);
      const [probe] = bench.done;
      await pass(1_000);

      expect(bench.done).toHaveLength(100);
      const inOrder = checkouts(100).map(({ id }) => id);
      expect(bench.done.slice(1)).toEqual(inOrder.filter((id) => id !== probe));
    });

    it('is begun as long as that partner answers, whatever it says', async () => {
      const refused = async (row: Job) => {
        calls.push(row.id);
        bench.jobRunner.breakers.of('retailer').recordResult(null);
        throw new Error('declined');
      };
      await bench.given([{ ...retailers, work: refused }], checkouts(100));

      bench.jobRunner.start();
      await pass(60_000);

      expect(new Set(calls).size).toBe(100);
    });

    it('is attempted with one that did not fail before: the others may be so by themselves', async () => {
      const hangs = async (row: Job) => {
        isAway = row.id !== 'healthy';
        return asks(row);
      };
      await bench.given([{ ...retailers, work: hangs }], checkouts(40));
      bench.jobRunner.start();
      await pass(2 * 3_600_000);
      expect(bench.jobRunner.breakers.of('retailer').isOpen).toBe(true);

      const row = { kind: 'checkout', id: 'healthy', dueAt: Date.now() };
      await bench.put(row, { ...row, attempt: 0, cause: 'e-1' }, 1);
      await pass(63_000);

      expect(bench.done).toEqual(['healthy']);
    });

    it('has another probe at once when the one that went did not ask that partner after all', async () => {
      const breaker = bench.jobRunner.breakers.of('retailer');
      for (let troubles = 0; troubles < 10; troubles += 1) breaker.recordResult('connection');
      isAway = false;
      const [begun, rest]: [string[], string[]] = [[], ['rests-0', 'rests-1', 'rests-2', 'rests-3']];
      const rests = async (row: Job) => {
        begun.push(row.id);
        return row.id === 'asks' ? asks(row) : { rescheduleAt: Date.now() + 3_600_000 };
      };
      const rows = [...rest, 'asks'].map((id, index) => ({ kind: 'checkout', id, dueAt: NOW - 10 + index }));
      await bench.given([{ ...retailers, work: rests }], rows);

      bench.jobRunner.start();
      // The first probe is due after five seconds, and found by the sweep.
      await pass(4_999);
      expect([breaker.isOpen, begun]).toEqual([true, []]);
      await pass(3_000);

      expect(begun).toEqual([...rest, 'asks']);
      expect([breaker.isOpen, bench.done]).toEqual([false, ['asks']]);
    });

    it('goes on as soon as it answers, also when a call before that came to nothing', async () => {
      const breaker = bench.jobRunner.breakers.of('retailer');
      for (let troubles = 0; troubles < 10; troubles += 1) breaker.recordResult('connection');
      isAway = false;
      await bench.given([retailers], checkouts(20));
      bench.jobRunner.start();

      breaker.recordResult(null);
      await pass(100);

      expect(breaker.isOpen).toBe(false);
      expect(bench.done).toHaveLength(20);
    });

    it('is not begun for as long as it asks to be left alone', async () => {
      await bench.given([{ ...retailers, limited: true }], checkouts(20));
      isAway = false;
      bench.jobRunner.breakers.of('retailer').recordResult('busy', 30_000);

      bench.jobRunner.start();
      await pass(29_000);
      expect(bench.done).toEqual([]);
      await pass(4_000);
      expect(bench.done).toHaveLength(20);
    });

    it('is left for as long as it asked of each, also when it is back before', async () => {
      const asks = async (row: Job) => {
        if (isAway) throw new RetryableError('busy', { partner: 'retailer', notBefore: NOW + 600_000 });
        return bench.end(row);
      };
      await bench.given([{ kind: 'checkout', work: asks, concurrency: 20, partner: 'retailer' }], checkouts(5));
      const breaker = bench.jobRunner.breakers.of('retailer');
      bench.jobRunner.start();
      await pass(100);
      for (let troubles = 0; troubles < 10; troubles += 1) breaker.recordResult('busy');
      await pass(100);
      expect(breaker.isOpen).toBe(true);
      isAway = false;
      breaker.recordResult(null);

      await pass(599_700);
      expect([breaker.isOpen, bench.done]).toEqual([false, []]);
      await pass(2_100);
      expect(bench.done).toHaveLength(5);
    });

    it('and that failed for it alone is due at once as well when it is back', async () => {
      const closes = async (row: Job) => {
        if (isAway) throw new RetryableError('checkout-unknown', { partner: 'retailer' });
        return bench.end(row);
      };
      await bench.given(
        [retailers, { kind: 'close-order', work: closes }],
        [...checkouts(20), { kind: 'close-order', id: 'closing', dueAt: NOW }],
      );
      bench.jobRunner.start();
      await pass(3_600_000);

      isAway = false;
      await pass(63_000);

      expect(bench.done).toContain('closing');
    });
  });
});
