import { jobName, partnerName } from '@supreme-access/contract/job-names.js';
import { lasting } from '@supreme-access/contract/labels.js';
import { noSuch, Refused } from '../event-sourcing/decider.js';
import { both } from '../http/admin-list.js';
import type { Condition } from '../stores/read-models/read-models.js';
import { withTimeout } from '../stores/with-timeout.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { Partner } from './breakers.js';
import type { JobQueue } from './job-queue.js';
import type { JobRunner } from './job-runner.js';
import { type Job, PARKED, rowKey } from './jobs.projection.js';
import type { Attempted } from './retries.js';

export interface JobKindReport {
  kind: string;
  partner: Partner | null;
  waiting: number;
  overdue: number;
  late: number;
  /** ms by which the oldest is overdue */
  lateness: number;
  parked: number;
  hanging: number;
  awaitsOperator: number;
  troubles: string[];
}

export interface PartnerStatus {
  partner: Partner;
  name: string;
  isAway: boolean;
  /** ms UTC; null: it answers */
  since: number | null;
  trouble: string | null;
  /** ms UTC */
  nextProbeAt: number | null;
  limit: number;
}

const WORKS_ELSEWHERE =
  'This process runs no jobs. The processes that do retry them automatically, within 15 minutes at most.';

export interface ReportedRow {
  row: Job;
  tried: Attempted | undefined;
  partner: Partner | null;
  isLate: boolean;
  isParked: boolean;
}

export interface JobQuery {
  where: Readonly<Record<string, Condition>>;
  sort: readonly (readonly [string, 'asc' | 'desc'])[];
  skip: number;
  limit: number;
}

const NO_BREAKER = { awaySince: null, trouble: null, name: null };
/** ms for which one result serves all callers: readiness is public */
const FRESH = 5_000;
const ANSWERS_WITHIN = 2_000;
const USUALLY_LATE_AFTER = 15 * 60_000;

export class JobReport {
  private last: { at: number; kinds: Promise<JobKindReport[]> } | undefined;

  constructor(
    private readonly work: JobRunner,
    private readonly clock: () => number,
  ) {}

  kinds(): Promise<JobKindReport[]> {
    const now = this.clock();
    if (!this.last || Math.abs(now - this.last.at) >= FRESH) {
      this.last = { at: now, kinds: Promise.all([...this.work.queues].map((queue) => this.kindOf(queue, now))) };
    }
    return this.last.kinds;
  }

  async partners(): Promise<PartnerStatus[]> {
    return [...this.work.breakers.partners].map((partner) => {
      const { awaySince, trouble, nextProbeAt, limit, name } = this.work.breakers.of(partner);
      return {
        partner,
        name: name ?? partnerName(partner),
        isAway: awaySince !== null,
        since: awaySince,
        trouble,
        nextProbeAt,
        limit: limit.now,
      };
    });
  }

  /** Without `id`: all of the kind. @throws Refused 'not-found', 'works-elsewhere', 'partner-away' */
  async retry(kind: string, id?: string): Promise<number> {
    const queue = this.work.queue(kind);
    if (!queue) throw noSuch('kind of job');
    const key = id === undefined ? undefined : rowKey({ kind, id });
    if (key !== undefined && (await this.work.rows.again([key])).size === 0) throw noSuch('job');
    if (!this.work.isWorking) throw new Refused('works-elsewhere', 'conflict', WORKS_ELSEWHERE);
    const { partner } = queue.worker;
    const { awaySince, trouble, name } = partner ? this.work.breakers.of(partner) : NO_BREAKER;
    if (partner && awaySince !== null) {
      const since = `${name ?? partnerName(partner)} has not responded since ${new Date(awaySince).toISOString()} (${trouble}).`;
      const text = `${since} We check at least once a minute and run all waiting jobs as soon as it responds.`;
      throw new Refused('partner-away', 'conflict', text);
    }
    return this.work.retry(queue, key);
  }

  async degraded(): Promise<string[]> {
    const away = [...this.work.breakers.partners].flatMap((partner) => {
      const { awaySince, trouble, name } = this.work.breakers.of(partner);
      const since = awaySince === null ? '' : new Date(awaySince).toISOString();
      return since === '' ? [] : [`${name ?? partnerName(partner)} has not responded since ${since}: ${trouble}`];
    });
    const late = new StoreUnavailable('the due rows cannot be read');
    const kinds = await withTimeout(ANSWERS_WITHIN, this.kinds(), () => late).catch(() => []);
    return [
      ...away,
      ...kinds.flatMap(({ kind, troubles }) => troubles.map((trouble) => `${jobName(kind)} (${kind}): ${trouble}`)),
    ];
  }

  async list({ where, sort, skip, limit }: JobQuery): Promise<{ rows: ReportedRow[]; total: number }> {
    const queues = [...this.work.queues];
    const found = await Promise.all(
      queues.map(async ({ worker: { kind } }) => {
        const query = { where: { ...where, kind: both(where.kind ?? kind, kind) }, sort, limit: skip + limit };
        const [rows, count] = await Promise.all([this.work.rows.find(query), this.work.rows.count(query.where)]);
        return { rows, count };
      }),
    );
    const rows = found.flatMap((one) => one.rows).sort(by(sort));
    const total = found.reduce((sum, { count }) => sum + count, 0);
    const now = this.clock();
    return { rows: rows.slice(skip, skip + limit).map((row) => this.report(row, now)), total };
  }

  async withParked(folded: readonly Job[]): Promise<Job[]> {
    const kept = await this.work.rows.again(folded.map(rowKey));
    return folded.map((row) => {
      const stored = kept.get(rowKey(row));
      return stored?.parked ? stored : row;
    });
  }

  async reports(rows: readonly Job[]): Promise<ReportedRow[]> {
    const now = this.clock();
    return rows.map((row) => this.report(row, now));
  }

  private report(row: Job, now: number): ReportedRow {
    const queue = this.work.queue(row.kind);
    const partner = queue?.worker.partner ?? null;
    return {
      row,
      tried: queue?.retries.of(rowKey(row)),
      partner,
      isLate: now - row.dueAt > lateAfter(queue),
      isParked: row.dueAt <= now && partner !== null && this.work.breakers.of(partner).isOpen,
    };
  }

  private async kindOf(queue: JobQueue, now: number): Promise<JobKindReport> {
    const { kind, partner } = queue.worker;
    const { rows, breakers } = this.work;
    const [waiting, overdue, late, awaitsOperator, [oldest]] = await Promise.all([
      rows.count({ kind }),
      rows.count({ kind, dueAt: { lte: now } }),
      rows.count({ kind, dueAt: { lt: now - lateAfter(queue) } }),
      rows.count({ kind, dueAt: PARKED }),
      rows.find({
        where: { kind, dueAt: { lte: now } },
        sort: [
          ['dueAt', 'asc'],
          ['id', 'asc'],
        ],
        limit: 1,
      }),
    ]);
    const parked = partner !== undefined && breakers.of(partner).isOpen ? overdue : 0;
    const lateness = oldest ? now - oldest.dueAt : 0;
    const { hanging } = queue;
    const counts = { waiting, overdue, late, lateness, parked, hanging, awaitsOperator };
    return { kind, partner: partner ?? null, ...counts, troubles: troublesOf(counts) };
  }
}

function troublesOf({ late, lateness, hanging, awaitsOperator }: Omit<JobKindReport, 'kind' | 'partner' | 'troubles'>) {
  return [
    ...(late === 0 ? [] : [`${late} overdue, the oldest by ${lasting(lateness)}`]),
    ...(hanging === 0 ? [] : [`${hanging} did not stop when told to`]),
    ...(awaitsOperator === 0 ? [] : [`${awaitsOperator} parked until an operator decides`]),
  ];
}

function lateAfter(queue: JobQueue | undefined): number {
  return queue?.worker.lateAfter ?? USUALLY_LATE_AFTER;
}

function by(sort: JobQuery['sort']): (a: Job, b: Job) => number {
  return (a, b) => {
    for (const [field, direction] of sort) {
      const [one, other] = [a, b].map((row) => row[field as 'dueAt' | 'kind' | 'id']);
      if (one === undefined || other === undefined || one === other) continue;
      return one < other === (direction === 'asc') ? -1 : 1;
    }
    return rowKey(a) < rowKey(b) ? -1 : 1;
  };
}
