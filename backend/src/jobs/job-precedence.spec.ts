import { jest } from '@jest/globals';
import { benchPerTest, JobBench, mails, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';
import type { AnyRecorded } from '../projections/recorded.js';
import type { Job } from './jobs.projection.js';

afterAll(() => void jest.restoreAllMocks());

describe('a job', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
  });
  /** Work whose end is folded when that is asked for. */
  function unfolded() {
    let resolveAll = () => {};
    bench.passed = () => new Promise((resolve) => (resolveAll = () => resolve(true)));
    const done: string[] = [];
    const work = async ({ id }: Job) => {
      done.push(id);
      return 9;
    };
    return { work, done, fold: () => resolveAll() };
  }

  it('is not looked for in the store where events tell of it', async () => {
    await bench.given([{}], []);
    bench.jobRunner.start();
    await pass(50);
    bench.reads.mockClear();

    for (let order = 0; order < 20; order += 1) {
      bench.tell([{ category: 'order', stream: `order-${order}` } as AnyRecorded]);
      await pass(10);
    }

    expect(bench.done).toHaveLength(20);
    expect(bench.reads).not.toHaveBeenCalled();
  });

  it('is found by the sweep where no event told of it, whatever is known to be due later', async () => {
    await bench.given([{}], [{ kind: 'mail', id: 'in an hour', dueAt: NOW + 3_600_000 }]);
    bench.jobRunner.start();
    await pass(10_000);

    const row = { kind: 'mail', id: 'now', dueAt: NOW };
    await bench.put(row, { ...row, attempt: 0, cause: 'e-1' }, 1);
    await pass(2_500);

    expect(bench.done).toEqual(['now']);
  });

  it('that is done leaves its slot to others before it is folded, and is not done again meanwhile', async () => {
    const { work, done, fold } = unfolded();
    await bench.given([{ concurrency: 1, work }], mails(3));

    bench.jobRunner.start();
    await pass(10_000);

    expect(done).toEqual(['mail-0', 'mail-1', 'mail-2']);
    fold();
  });

  it('that an event makes due again while its end is folded is begun again after that, and once', async () => {
    const { work, done, fold } = unfolded();
    await bench.given([{ concurrency: 3, work }], [{ kind: 'mail', id: 'order-1', dueAt: NOW }]);
    bench.jobRunner.start();
    await pass(10);
    for (let time = 0; time < 3; time += 1) {
      bench.tell([{ category: 'order', stream: 'order-1' } as AnyRecorded]);
      await pass(3_000);
    }
    expect(done).toEqual(['order-1']);
    fold();
    await pass(1_000);
    expect(done).toEqual(['order-1', 'order-1']);
  });

  describe('that nothing may delay', () => {
    const hangs = () => new Promise<never>(() => undefined);
    const checkout = { kind: 'checkout', id: 'checkout-1', dueAt: NOW };
    const begin = async () => {
      await bench.given([{ kind: 'checkout', urgent: true, work: hangs }, {}], [...mails(4), checkout]);
      bench.jobRunner.start();
    };

    it('keeps other work waiting while it is under way and the event loop is saturated', async () => {
      bench.isSaturated = true;
      await begin();
      // The one that was looked for first began before anybody knew.
      await pass(20);
      const before = bench.done.length;

      await pass(50_000);

      expect(bench.done).toHaveLength(before);
      bench.isSaturated = false;
      // Not only at the next sweep.
      await pass(1_000);
      expect(bench.done).toHaveLength(4);
    });

    it('keeps nobody waiting for longer than five minutes', async () => {
      bench.isSaturated = true;
      await bench.given(
        [{ kind: 'checkout', urgent: true, deadline: 3_600_000, work: hangs }, {}],
        [...mails(4, NOW + 1_000), checkout],
      );
      bench.jobRunner.start();
      await pass(299_000);
      expect(bench.done).toEqual([]);
      await pass(3_000);
      expect(bench.done).toHaveLength(4);
    });

    it('keeps nobody waiting where there is rest', async () => {
      await begin();
      await pass(1_000);
      expect(bench.done).toHaveLength(4);
    });
  });
});
