import { jest } from '@jest/globals';
import { benchPerTest, type JobBench, mails, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { causeOfJob } from '../telemetry/request-context.js';
import { type Job, jobRule, jobsProjection } from './jobs.projection.js';

afterAll(() => void jest.restoreAllMocks());

/** ms; the sweep comes every two seconds, and is not to be what helps */

describe('a job', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
  });

  it('is taken when it is due and not before, the longest due first', async () => {
    const rows = [
      { kind: 'mail', id: 'later', dueAt: NOW + 60_000 },
      { kind: 'mail', id: 'second', dueAt: NOW - 1 },
      { kind: 'mail', id: 'first', dueAt: NOW - 2 },
    ];
    await bench.given([{ concurrency: 1 }], rows);

    bench.jobRunner.start();

    await pass(59_000);
    expect(bench.done).toEqual(['first', 'second']);
    await pass(1_500);
    expect(bench.done.at(-1)).toBe('later');
  });

  it('is woken by timers that are found by name, and end with it', async () => {
    const { registry } = bench.jobRunner;
    await bench.given([{ kind: 'mail' }], mails(1, NOW + 60_000));
    bench.jobRunner.start();
    await pass(50);
    expect([registry.getIntervals(), registry.getTimeouts()]).toEqual([['jobs'], ['jobs: mail']]);
    await bench.jobRunner.stop(0);
    expect([registry.getIntervals(), registry.getTimeouts()]).toEqual([[], []]);
  });

  it('is taken at once where an event made it, and in any case by the sweep', async () => {
    await bench.given([{ kind: 'mail' }, { kind: 'checkout' }], []);
    bench.jobRunner.start();
    await pass(50);

    for (const [kind, id] of [['mail', 'order-1'] as const, ['checkout', 'the checkout'] as const]) {
      const row = { kind, id, dueAt: NOW };
      await bench.put(row, { ...row, attempt: 0, cause: 'e-1' }, 1);
    }
    bench.tell([{ category: 'order', stream: 'order-1' } as AnyRecorded]);

    await pass(50);
    expect(bench.done).toEqual(['order-1']);
    await pass(2_000);
    expect(bench.done).toEqual(['order-1', 'the checkout']);
  });

  it('of one kind is never more at once than its bound', async () => {
    let [running, most] = [0, 0];
    const ends: (() => void)[] = [];
    const slow = async (row: Job) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return bench.end(row);
    };
    await bench.given([{ concurrency: 3, work: slow }], mails(9));

    bench.jobRunner.start();

    for (let left = 9; left > 0; left -= 3) {
      await pass(1_000);
      expect(ends).toHaveLength(3);
      for (const release of ends.splice(0)) release();
    }
    expect(most).toBe(3);
  });

  it('is all done when it settles, whatever else the machine does', async () => {
    const checkout = { kind: 'checkout', id: 'checkout-1', dueAt: NOW };
    const work = (row: Job) => pass(1_000).then(() => bench.end(row));
    await bench.given([{}, { kind: 'checkout', urgent: true, work }], [...mails(4), checkout]);
    bench.isSaturated = true;
    bench.jobRunner.start();

    await bench.jobRunner.settle();

    expect(bench.done).toHaveLength(5);
  });

  it('that is due in thirty days is waited for by timers that Node can keep', async () => {
    await bench.given([{}], [{ kind: 'mail', id: 'in thirty days', dueAt: NOW + 30 * 24 * 3_600_000 }]);

    bench.jobRunner.start();
    await pass(60_000);

    expect(bench.done).toEqual([]);
    // One look at the start, and one for each sweep.
    expect(bench.reads.mock.calls.length).toBeLessThan(50);
  });

  describe('that fails again and again', () => {
    it('is tried again after pauses that grow, to a quarter of an hour', async () => {
      const attempts: number[] = [];
      const fails = async () => {
        attempts.push(Date.now());
        throw new Error('always');
      };
      await bench.given([{ work: fails }], mails(1));

      bench.jobRunner.start();
      await pass(2 * 3_600_000);

      const pauses = attempts.slice(1).map((at, index) => Math.round((at - (attempts[index] ?? 0)) / 1_000));
      expect(pauses.slice(0, 12)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
      expect(Math.max(...pauses)).toBe(900);
    });

    it('is tried after longer pauses at once where the log knows of attempts before this process was started', async () => {
      const attempts: number[] = [];
      const fails = async () => {
        attempts.push(Date.now());
        throw new Error('always');
      };
      await bench.given([{ work: fails }], [{ kind: 'mail', id: 'mail-0', dueAt: NOW, moves: 8 }]);

      bench.jobRunner.start();
      await pass(200_000);

      expect(attempts.map((at) => Math.round((at - NOW) / 1_000))).toEqual([0, 128]);
    });

    it('is tried again after a pause of half a minute at most where somebody waits for it', async () => {
      const attempts: number[] = [];
      const fails = async () => {
        attempts.push(Date.now());
        throw new Error('always');
      };
      await bench.given([{ work: fails, longestPause: 30_000 }], mails(1));

      bench.jobRunner.start();
      await pass(10 * 60_000);

      expect(attempts.length).toBeGreaterThan(20);
    });

    it('is tried again after growing pauses where it says that it is done and the row stays, and is parked', async () => {
      const attempts: number[] = [];
      const parked: unknown[] = [];
      bench.jobRunner.park = async (row, attempts, reason) => {
        parked.push([row.id, attempts, reason, causeOfJob()]);
        return 9;
      };
      const work = async () => {
        attempts.push(Date.now());
        return 9;
      };
      await bench.given([{ work, parks: true }], mails(1));

      bench.jobRunner.start();
      await pass(4 * 3_600_000);

      const pauses = attempts.slice(1).map((at, index) => Math.round((at - (attempts[index] ?? 0)) / 1_000));
      expect(pauses.slice(0, 12)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
      expect(parked[0]).toEqual(['mail-0', 20, 'still-due', 'e-1']);
    });

    it('is due as soon as an event moves it', async () => {
      let isWell = false;
      const fails = async (row: Job) => {
        if (isWell) return bench.end(row);
        throw new Error('not yet');
      };
      await bench.given([{ work: fails }], [{ kind: 'mail', id: 'order-1', dueAt: NOW - 1 }]);
      bench.jobRunner.start();
      await pass(3_600_000);

      isWell = true;
      const moved = { kind: 'mail', id: 'order-1', dueAt: NOW };
      await bench.put(moved, { ...moved, attempt: 0, cause: 'e-1' }, 2);
      bench.tell([{ category: 'order', stream: 'order-1' } as AnyRecorded]);
      await pass(50);

      expect(bench.done).toEqual(['order-1']);
    });

    it('leaves a slot to what comes then', async () => {
      const work = async (row: Job) => {
        if (row.id === 'new') return bench.end(row);
        await new Promise((resolve) => setTimeout(resolve, 50_000));
        throw new Error('never');
      };
      await bench.given([{ work, concurrency: 4 }], mails(40));
      bench.jobRunner.start();
      await pass(3_600_000);

      const row = { kind: 'mail', id: 'new', dueAt: Date.now() };
      await bench.put(row, { ...row, attempt: 0, cause: 'e-1' }, 1);
      await pass(2_500);

      expect(bench.done).toEqual(['new']);
    });

    const named = (kind: string, name: string, count: number, dueAt: number) =>
      Array.from({ length: count }, (_, index) => ({ kind, id: `${name}-${index}`, dueAt: dueAt + index }));

    it('does not keep healthy work out: 16 references that hang, and 200 closings behind them', async () => {
      const rows = [
        ...named('close-order', 'hanging', 16, NOW - 1_000),
        ...named('close-order', 'healthy', 200, NOW - 500),
      ];
      const asks = async (row: Job) => {
        if (row.id.startsWith('healthy')) return bench.end(row);
        // The retailer's deadline.
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        throw new Error('the retailer does not say what became of it');
      };
      await bench.given([{ kind: 'close-order', concurrency: 8, work: asks }], rows);

      bench.jobRunner.start();
      await pass(60_000);

      expect(bench.done).toHaveLength(200);
    });

    it('does not keep healthy work out: 200 mails that nobody takes, and one behind them', async () => {
      const rows = [...named('mail', 'undeliverable', 200, NOW - 1_000), { kind: 'mail', id: 'healthy', dueAt: NOW }];
      const send = async (row: Job) => {
        if (row.id === 'healthy') return bench.end(row);
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        throw new Error('550');
      };
      await bench.given([{ concurrency: 4, work: send }], rows);

      bench.jobRunner.start();
      // Each of the 200 is tried once.
      await pass(150_000);

      expect(bench.done).toEqual(['healthy']);
    });
  });

  describe('behind very many rows that wait', () => {
    const waits = async (row: Job) =>
      row.id.startsWith('mail-') ? { rescheduleAt: NOW + 7 * 24 * 3_600_000 } : bench.end(row);
    /** before them all */
    const first = { kind: 'mail', id: 'a first one', dueAt: NOW };
    beforeEach(async () => {
      await bench.given([{ concurrency: 100, work: waits }], mails(2_000));
      bench.jobRunner.start();
      await pass(10_000);
    });

    it('is not looked for among them each time', async () => {
      bench.reads.mockClear();

      await pass(20_000);

      const read = await Promise.all(bench.reads.mock.results.map(({ value }) => value as Promise<Job[]>));
      expect(read.flat().length).toBeLessThan(2_000);
    });

    it('is taken at once where an event made it', async () => {
      await bench.put(first, { ...first, attempt: 0, cause: 'e-1' }, 1);
      bench.tell([{ category: 'order', stream: first.id } as AnyRecorded]);
      await pass(50);

      expect(bench.done).toEqual([first.id]);
    });

    it('is found within a minute where no event came', async () => {
      await bench.put(first, { ...first, attempt: 0, cause: 'e-1' }, 1);

      await pass(61_000);

      expect(bench.done).toEqual([first.id]);
    });
  });
});

describe('a row of waiting work', () => {
  const sent = jobRule(['order'], ({ type, at }) => [
    { kind: 'mail', id: 'order-1', dueAt: type === 'Again' ? at + 1 : at, attempt: type === 'New' ? 1 : 0 },
  ]);
  const due = jobsProjection([sent]);
  const recorded = (type: string, at: number) =>
    ({ category: 'order', stream: 'order-1', eventId: `e-${at}`, type, at }) as AnyRecorded;
  const folded = (...events: AnyRecorded[]) =>
    events.reduce<Job | null>((row, event) => due.evolve(row, event, 'mail:order-1'), null);

  it('knows since when it waits, and how often an event moved it without effect', () => {
    expect(folded(recorded('Made', 5))).toEqual({
      kind: 'mail',
      id: 'order-1',
      dueAt: 5,
      attempt: 0,
      cause: 'e-5',
      since: 5,
    });
    expect(folded(recorded('Made', 5), recorded('Again', 6), recorded('Again', 7))).toMatchObject({
      dueAt: 8,
      since: 5,
      moves: 2,
      cause: 'e-7',
    });
  });

  it('counts anew with another attempt', () => {
    expect(folded(recorded('Made', 5), recorded('Again', 6), recorded('New', 7))).not.toHaveProperty('moves');
  });
});
