import type { ParsedList } from '../http/admin-list.js';
import type { SharedCalls, ThreadPort } from '../stores/thread-port.js';
import { withTimeout } from '../stores/with-timeout.js';
import { withinRequest } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { JobReport } from './job-report.js';
import type { Job } from './jobs.projection.js';

const SHARED: SharedCalls<JobReport> = {
  name: 'jobs',
  calls: ['kinds', 'partners', 'retry', 'degraded', 'list', 'reports'],
};
/** ms */
const ANSWERS_WITHIN = 3_000;
const LATE = 'The thread that does waiting work does not answer.';

export function serveJobReport(report: JobReport, port: ThreadPort): void {
  port.serveAll(report, SHARED);
}

/** What the thread that does the work knows of it: attempts, breakers, queues. */
export function followedJobReport(report: JobReport, port: ThreadPort): JobReport {
  const followed = port.forward(report, SHARED);
  const { kinds, partners, retry, list, reports, degraded } = followed;
  return Object.assign(followed, {
    kinds: () => inTime(kinds()),
    partners: () => inTime(partners()),
    retry: (queue: string, key?: string) => withinRequest(retry(queue, key), late),
    list: (query: ParsedList) => inTime(list(query)),
    reports: (rows: readonly Job[]) => inTime(reports(rows)),
    degraded: () => inTime(degraded()).catch(() => [LATE]),
  });
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(ANSWERS_WITHIN, answer, late);
}

function late(): Error {
  return new StoreUnavailable(LATE);
}
