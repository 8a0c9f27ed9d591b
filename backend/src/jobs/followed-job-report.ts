import type { SharedCalls, ThreadPort } from '../stores/thread-port.js';
import { withTimeout } from '../stores/with-timeout.js';
import type { JobReport } from './job-report.js';

const SHARED: SharedCalls<JobReport> = {
  name: 'jobs',
  calls: ['kinds', 'partners', 'retry', 'degraded', 'list', 'reports'],
};
/** ms */
const ANSWERS_WITHIN = 3_000;

export function serveJobReport(report: JobReport, port: ThreadPort): void {
  port.serveAll(report, SHARED);
}

/** What the thread that does the work knows of it: attempts, breakers, queues. */
export function followedJobReport(report: JobReport, port: ThreadPort): JobReport {
  const followed = port.forward(report, SHARED);
  const { degraded } = followed;
  const late = 'The thread that does waiting work does not answer.';
  followed.degraded = () =>
    withTimeout(ANSWERS_WITHIN, Promise.resolve(degraded()), () => new Error(late)).catch(() => [late]);
  return followed;
}
