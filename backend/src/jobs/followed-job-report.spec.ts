import { MessageChannel } from 'node:worker_threads';
import { Refused } from '../event-sourcing/decider.js';
import { ThreadPort } from '../stores/thread-port.js';
import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { followedJobReport, serveJobReport } from './followed-job-report.js';
import { JobReport } from './job-report.js';
import type { JobRunner } from './job-runner.js';

describe('the report of jobs that another thread does', () => {
  let here: ThreadPort;
  let there: ThreadPort;
  let calls: unknown[];
  let report: JobReport;
  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    [here, there] = [new ThreadPort(port1, [Refused]), new ThreadPort(port2, [Refused])];
    calls = [];
    const answers =
      (answer: unknown) =>
      async (...given: unknown[]) => {
        calls.push(given);
        return answer;
      };
    const retry = async () => {
      throw new Refused('partner-away', 'conflict', 'Stripe has not responded.', 30);
    };
    const served = {
      ...{ kinds: answers([{ kind: 'charge', waiting: 3 }]), partners: answers([]), retry },
      ...{ degraded: answers(['late']), list: answers({ rows: [], total: 0 }), reports: answers([]) },
    };
    serveJobReport(served as unknown as JobReport, there);
    report = followedJobReport(new JobReport({} as JobRunner, () => 0), here);
  });
  afterEach(() => {
    here.close();
    there.close();
  });

  it('is what that thread says', async () => {
    const query = { where: { kind: 'charge' }, sort: [['dueAt', 'asc']] as const, skip: 0, limit: 5 };
    expect(await report.kinds()).toEqual([{ kind: 'charge', waiting: 3 }]);
    expect(await report.list(query)).toEqual({ rows: [], total: 0 });
    expect(await report.degraded()).toEqual(['late']);
    expect(calls).toEqual([[], [query], []]);
  });

  it('refuses as that thread refuses', async () => {
    const refused = await report.retry('charge').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ code: 'partner-away', kind: 'conflict', retryAfter: 30 });
  });

  it('is unavailable in time where that thread hangs', async () => {
    for (const call of ['kinds', 'partners', 'list', 'reports', 'degraded'])
      there.serve(`jobs.${call}`, () => new Promise(() => undefined));
    const query = { where: {}, sort: [], skip: 0, limit: 5 };
    const calls = [report.kinds(), report.partners(), report.list(query), report.reports([])];
    for (const answer of await Promise.allSettled(calls))
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(await report.degraded()).toEqual(['The thread that does waiting work does not answer.']);
    there.serve('jobs.retry', () => new Promise(() => undefined));
    const retrying = inRequest(new RequestContext(50), () => report.retry('charge'));
    await expect(retrying).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('says that the thread does not answer', async () => {
    there.close();
    expect(await report.degraded()).toEqual(['The thread that does waiting work does not answer.']);
  });
});
