import { jest } from '@jest/globals';
import { benchPerTest, type JobBench, mails, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';

afterAll(() => void jest.restoreAllMocks());

const LEFT_AFTER = 30_000;
const SWEEP = 2_000;

describe('jobs in the share of another process', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
    bench.isOthers = (id) => Number(id.split('-')[1]) % 2 === 1;
  });
  const all = mails(2_400).map(({ id }) => id);
  const ours = all.filter((_, index) => index % 2 === 0);

  it('are left to it, however many are due', async () => {
    await bench.given([{ concurrency: 64 }], mails(2_400));
    bench.jobRunner.start();
    await pass(LEFT_AFTER - SWEEP);
    expect(bench.done.toSorted()).toEqual(ours.toSorted());
  });

  it('are not looked at again and again, where they are all that fits', async () => {
    const looks: string[] = [];
    bench.isOthers = (id) => looks.push(id) > 0;
    await bench.given([{ concurrency: 64 }], mails(2_400));
    bench.jobRunner.start();
    await pass(4 * SWEEP);
    expect(bench.done).toEqual([]);
    expect(looks.length).toBeLessThan(20 * 2_400);
  });

  it('are done once they are left for half a minute, or once it is gone', async () => {
    await bench.given([{ concurrency: 4 }], mails(20));
    bench.jobRunner.start();
    await pass(LEFT_AFTER + SWEEP);
    expect(new Set(bench.done)).toEqual(new Set(all.slice(0, 20)));
    for (const late of [20, 21]) await bench.given([], [{ kind: 'mail', id: `mail-${late}`, dueAt: NOW + LEFT_AFTER }]);
    bench.isOthers = () => false;
    await pass(SWEEP);
    expect(bench.done).toHaveLength(22);
  });

  it('come after those of its own, even when they are left', async () => {
    await bench.given([{ concurrency: 1 }], mails(6, NOW - LEFT_AFTER));
    bench.jobRunner.start();
    await pass(SWEEP);
    expect(bench.done).toEqual([0, 2, 4, 1, 3, 5].map((index) => `mail-${index}`));
  });

  it('are begun by all where nothing may hold them up', async () => {
    await bench.given([{ concurrency: 4, byAll: true }], mails(20));
    bench.jobRunner.start();
    await pass(10);
    expect(bench.done).toHaveLength(20);
  });
});
