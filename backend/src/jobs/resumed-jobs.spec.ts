import { jest } from '@jest/globals';
import { benchPerTest, type JobBench, mails, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { type Job, PARKED } from './jobs.projection.js';

afterAll(() => void jest.restoreAllMocks());

const LOCKED = new StreamDamaged({ stream: 'order-1', revision: 2, reason: 'hash' });
/** ms; less than the shortest pause after a failed attempt */
const AT_ONCE = 10;

/** Resolves, or rejects, when the spec says so. */
function held<T>() {
  let end: { resolve: (value: T) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    end = { resolve, reject };
  });
  return { promise, resolve: (value: T) => end?.resolve(value), reject: (error: Error) => end?.reject(error) };
}

describe('a job that is resumed', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
  });
  const [row = { kind: 'mail', id: 'mail-0', dueAt: NOW }] = mails(1);
  /** The first attempt ends when the spec says so, each further one ends the job. */
  async function underWay(deadline = 60_000) {
    const first = held<number>();
    let attempts = 0;
    const work = (job: Job) => {
      attempts += 1;
      return attempts === 1 ? first.promise : bench.end(job);
    };
    await bench.given([{ work, deadline }], [row]);
    bench.jobRunner.start();
    await pass(AT_ONCE);
    expect(attempts).toBe(1);
    return { first, attempts: () => attempts };
  }

  it.each([
    ['fails', new Error('declined')],
    ['finds its stream locked, which was accepted meanwhile', LOCKED],
  ])('while an attempt is under way that %s, is begun again at once and not parked', async (_, error) => {
    const park = jest.spyOn(bench.jobRunner, 'park');
    const { first } = await underWay();
    await bench.resume(row);
    await pass(AT_ONCE);
    expect(bench.done).toEqual([]);

    first.reject(error);
    await pass(AT_ONCE);

    expect(bench.done).toEqual(['mail-0']);
    expect(park).not.toHaveBeenCalled();
  });

  it('while an attempt is under way that reschedules it, is begun again at once', async () => {
    const { first } = await underWay();
    await bench.resume(row);
    first.resolve({ rescheduleAt: NOW + 3_600_000 } as never);
    await pass(AT_ONCE);
    expect(bench.done).toEqual(['mail-0']);
  });

  it('while an attempt does not stop at its deadline, is begun again as soon as that one ends', async () => {
    const { first, attempts } = await underWay(1_000);
    await pass(1_000);
    await bench.resume(row);
    await pass(60_000);
    expect(attempts()).toBe(1);
    first.reject(new Error('aborted'));
    await pass(AT_ONCE);
    expect(bench.done).toEqual(['mail-0']);
  });

  it('while its parking is recorded, is not begun before that, and at once after it', async () => {
    const parking = held<number>();
    const park = jest.spyOn(bench.jobRunner, 'park').mockReturnValue(parking.promise);
    const { first, attempts } = await underWay();
    first.reject(LOCKED);
    await pass(60_000);
    expect(attempts()).toBe(1);

    await bench.resume(row);
    parking.resolve(2);
    await pass(AT_ONCE);

    expect(bench.done).toEqual(['mail-0']);
    expect(park).toHaveBeenCalledTimes(1);
  });

  it('while the waiting jobs are read, is found although it is not among them yet', async () => {
    await bench.given([{}], []);
    const page = held<Job[]>();
    bench.reads.mockReturnValueOnce(page.promise as never);
    bench.jobRunner.start();
    await pass(AT_ONCE);

    await bench.resume(row);
    page.resolve([{ ...row, dueAt: PARKED, attempt: 0, cause: 'e-1' }]);
    await pass(AT_ONCE);

    expect(bench.done).toEqual(['mail-0']);
  });

  it('is not begun again where it was set aside while its row was read', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new Error('declined');
    };
    await bench.given([{ work }], [row]);
    bench.jobRunner.start();
    await pass(AT_ONCE);
    const read = held<Map<string, never>>();
    jest.spyOn(bench.models, 'rows').mockReturnValueOnce(read.promise as never);
    await pass(600);

    await bench.put(row, null, 3);
    const aside = { category: 'work', type: 'WorkSetAside', data: { kind: row.kind, workId: row.id } };
    bench.tell([aside as unknown as AnyRecorded]);
    const document: Job = { ...row, dueAt: NOW - 1, attempt: 0, cause: 'e-1' };
    read.resolve(new Map([['mail:mail-0', { position: 1, document } as never]]));
    await pass(10_000);

    expect(attempts).toBe(1);
  });
});
