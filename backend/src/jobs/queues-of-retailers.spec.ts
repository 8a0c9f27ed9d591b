import { jest } from '@jest/globals';
import { benchPerTest, type JobBench, NOW, pass } from '@supreme-access/test/fixtures/job-bench.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { JobReport } from './job-report.js';
import { type Job, jobRule, jobsProjection } from './jobs.projection.js';

const checkouts = (count: number, retailer?: string, dueAt = NOW) =>
  Array.from({ length: count }, (_, index) => ({
    kind: retailer === undefined ? 'checkout' : `checkout@${retailer}`,
    id: `${retailer ?? 'own'}-${index}`,
    dueAt,
  }));
const WORKER = { kind: 'checkout', partner: 'retailer', limited: true, concurrency: 256 } as const;

afterAll(() => void jest.restoreAllMocks());

describe('jobs at several retailers', () => {
  let bench: JobBench;
  benchPerTest((fresh) => {
    bench = fresh;
  });
  const notify = (stream: string, retailer?: string) =>
    bench.tell([{ category: 'shop', type: 'x', stream, data: { ...(retailer && { retailer }) } }] as never);
  const doneOf = (retailer: string) => bench.done.filter((id) => id.startsWith(retailer)).length;

  it('wait for the one that is away, and for no other, and are all done once it is back', async () => {
    const rows = [...checkouts(300, 'away', NOW - 1_000), ...checkouts(20, 'well'), ...checkouts(20)];
    await bench.given([WORKER], rows);
    const breaker = bench.jobRunner.breakers.of('retailer:away');
    for (let trouble = 0; trouble < 10; trouble += 1) breaker.recordResult('server-error');
    bench.jobRunner.start();
    await pass(3_000);
    expect([doneOf('well'), doneOf('own'), doneOf('away')]).toEqual([20, 20, 0]);
    await pass(10_000);
    breaker.recordResult(null);
    await pass(30_000);
    expect(doneOf('away')).toBe(300);
  });

  it('leave a retailer that is away, once nobody waits for it any more, unreported until it is asked again', async () => {
    await bench.given([WORKER], []);
    const breaker = bench.jobRunner.breakers.of('retailer:away');
    for (let trouble = 0; trouble < 10; trouble += 1) breaker.recordResult('server-error');
    const report = new JobReport(bench.jobRunner, Date.now);
    await pass(10);
    const away = async () => (await report.partners()).filter(({ isAway }) => isAway).map(({ partner }) => partner);
    expect([await away(), await report.degraded()]).toEqual([
      ['retailer:away'],
      [expect.stringContaining('not responded')],
    ]);
    await pass(16 * 60_000);
    expect([await away(), await report.degraded()]).toEqual([[], []]);
    breaker.recordResult('server-error');
    await pass(10);
    expect(await away()).toEqual(['retailer:away']);
  });

  it('are held up by no retailer that is slow, and it is asked no more than it bears', async () => {
    let slow = 0;
    const work = (row: Job) => {
      if (!row.id.startsWith('slow')) return bench.end(row);
      slow += 1;
      return new Promise<undefined>(() => undefined);
    };
    const rows = [...checkouts(300, 'slow', NOW - 1_000), ...checkouts(300, 'well'), ...checkouts(20)];
    await bench.given([{ ...WORKER, work }], rows);
    bench.jobRunner.start();
    await pass(10_000);
    expect([doneOf('well'), doneOf('own'), slow]).toEqual([300, 20, 8]);
  });

  it('wait in the queue that their first event named, whatever the next one says', async () => {
    const seen: string[] = [];
    let isOver = false;
    const work = async (row: Job) => {
      seen.push(row.kind);
      return isOver ? bench.end(row) : { rescheduleAt: Date.now() + 60_000 };
    };
    await bench.given([{ ...WORKER, work }], []);
    bench.jobRunner.start();
    await pass(100);
    const [row] = checkouts(1, 'shop');
    if (!row) throw new Error('no row');
    await bench.put(row, { ...row, attempt: 0, cause: 'e-1' }, 1);
    notify(row.id, 'shop');
    await pass(100);
    isOver = true;
    await bench.put(row, { ...row, attempt: 1, cause: 'e-2' }, 2);
    notify(row.id);
    await pass(61_000);
    expect(seen).toEqual(['checkout@shop', 'checkout@shop']);
  });

  it('that nobody here knows yet are read, and worked on in their own queue', async () => {
    const seen: string[] = [];
    const work = (row: Job) => {
      seen.push(row.kind);
      return bench.end(row);
    };
    await bench.given([{ ...WORKER, work }], checkouts(1, 'shop', NOW + 500));
    bench.jobRunner.start();
    await pass(100);
    const [other] = checkouts(1, 'late-shop');
    if (!other) throw new Error('no row');
    await bench.put(other, { ...other, attempt: 0, cause: 'e-1' }, 1);
    notify('somebody', 'late-shop');
    await pass(5_000);
    expect(seen.sort()).toEqual(['checkout@late-shop', 'checkout@shop']);
  });

  it('keep the retailer that an event named through later events, under one key', async () => {
    const due = jobsProjection([
      jobRule<{ type: string; data: { retailer?: string } }>(['shop'], ({ id, data }) => [
        { kind: 'checkout', id, dueAt: NOW, ...data },
      ]),
    ]);
    const events = recorded('shop-1', [
      { type: 'Started', data: { retailer: 'r-1' } },
      { type: 'Unknown', data: {} },
    ]) as AnyRecorded[];
    expect(await folded(due, [events])).toMatchObject([{ kind: 'checkout@r-1', id: '1', moves: 1 }]);
  });
});
