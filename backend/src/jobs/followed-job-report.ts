import type { ThreadPort } from '../stores/thread-port.js';
import { withTimeout } from '../stores/with-timeout.js';
import { type JobKindReport, type JobQuery, JobReport, type PartnerStanding, type ReportedRow } from './job-report.js';
import type { JobRunner } from './job-runner.js';
import type { Job } from './jobs.projection.js';

const CALLS = ['kinds', 'partners', 'retry', 'degraded', 'list', 'reports'] as const;
/** ms */
const ANSWERS_WITHIN = 3_000;

const nameOf = (call: (typeof CALLS)[number]) => `jobs.${call}`;

export function serveJobReport(report: JobReport, port: ThreadPort): void {
  for (const call of CALLS) {
    const work = report[call].bind(report) as (...given: never[]) => unknown;
    port.serve(nameOf(call), work);
  }
}

/** What the thread that does the work knows of it: attempts, breakers, queues. */
export class FollowedJobReport extends JobReport {
  constructor(
    work: JobRunner,
    clock: () => number,
    private readonly port: Pick<ThreadPort, 'call'>,
  ) {
    super(work, clock);
  }

  override kinds(): Promise<JobKindReport[]> {
    return this.port.call(nameOf('kinds'));
  }

  override partners(): Promise<PartnerStanding[]> {
    return this.port.call(nameOf('partners'));
  }

  override retry(kind: string, id?: string): Promise<number> {
    return this.port.call(nameOf('retry'), kind, id);
  }

  override degraded(): Promise<string[]> {
    const late = 'The thread that does waiting work does not answer.';
    const asked = this.port.call<string[]>(nameOf('degraded'));
    return withTimeout(ANSWERS_WITHIN, asked, () => new Error(late)).catch(() => [late]);
  }

  override list(query: JobQuery): Promise<{ rows: ReportedRow[]; total: number }> {
    return this.port.call(nameOf('list'), query);
  }

  override reports(rows: readonly Job[]): Promise<ReportedRow[]> {
    return this.port.call(nameOf('reports'), rows);
  }
}
