import { jest } from '@jest/globals';
import { benchPerTest, type JobBench, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';
import type { JobWorker } from './job-worker.js';

afterAll(() => void jest.restoreAllMocks());

const LEASE = 50_000;

describe('the jobs of a process', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
  });
  const given = (worker: Partial<JobWorker>, rows: { id: string; dueAt: number; claimed?: boolean }[]) =>
    bench.given(
      [worker],
      rows.map((row) => ({ kind: 'mail', ...row })),
    );

  describe('that begins', () => {
    const rows = [
      { id: 'claimed', dueAt: NOW + LEASE, claimed: true },
      { id: 'later', dueAt: NOW + LEASE },
    ];

    it('asks at once after what was claimed before it, and leaves the rest to its time', async () => {
      await given({ looksFirst: true }, rows);
      bench.jobRunner.start();
      await pass(50);
      expect(bench.done).toEqual(['claimed']);
      await pass(LEASE + 50);
      expect(bench.done).toEqual(['claimed', 'later']);
    });

    it('leaves claims to their lease whose outcome nobody can be asked for', async () => {
      await given({}, rows);
      bench.jobRunner.start();
      await pass(LEASE - 1);
      expect(bench.done).toEqual([]);
    });

    it('asks again for what it could not read', async () => {
      await given({ looksFirst: true }, rows);
      bench.reads.mockRejectedValueOnce(new Error('the store is away'));
      bench.jobRunner.start();
      await pass(50);
      expect(bench.done).toEqual([]);
      await pass(2_000);
      expect(bench.done).toEqual(['claimed']);
    });
  });

  describe('that stops', () => {
    const signalled: string[] = [];
    let answer = (): void => undefined;
    const work: JobWorker['work'] = async (row, signal, cut) => {
      signal.addEventListener('abort', () => signalled.push('begins nothing more'));
      cut.addEventListener('abort', () => signalled.push('gives up'));
      await new Promise<void>((resolve) => {
        answer = resolve;
        cut.addEventListener('abort', () => resolve());
      });
      return bench.end(row);
    };
    beforeEach(async () => {
      signalled.length = 0;
      await given({ concurrency: 1, work }, [
        { id: 'first', dueAt: NOW },
        { id: 'second', dueAt: NOW },
      ]);
      bench.jobRunner.start();
      await pass(50);
    });

    it('lets what is under way end within the grace, and takes nothing new', async () => {
      const stopped = bench.jobRunner.stop(6_000);
      await pass(5_000);
      answer();
      await stopped;
      expect([signalled, bench.done]).toEqual([['begins nothing more'], ['first']]);
    });

    it('gives up what has not ended when the grace is nearly over, so that this is recorded', async () => {
      const stopped = bench.jobRunner.stop(6_000);
      await pass(5_499);
      expect(signalled).toEqual(['begins nothing more']);
      await pass(1);
      await stopped;
      expect([signalled, bench.done]).toEqual([['begins nothing more', 'gives up'], ['first']]);
    });
  });
});
