import { jobName, partnerName } from '@supreme-access/contract/job-names.js';
import { lasting } from '@supreme-access/contract/labels.js';
import type { ListedJob, ListedJobKind, ListedPartner } from '@supreme-access/contract/shapes/system.js';
import { noSuch, Refused } from '../event-sourcing/decider.js';
import { both, type ParsedList } from '../http/admin-list.js';
import { withTimeout } from '../stores/with-timeout.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { JobQueue } from './job-queue.js';
import type { JobRunner } from './job-runner.js';
import { type Job, PARKED, rowKey } from './jobs.projection.js';

const WORKS_ELSEWHERE =
  'This process runs no jobs. The processes that do retry them automatically, within 15 minutes at most.';

/** ms for which one result serves all callers: readiness is public */
const FRESH = 5_000;
const ANSWERS_WITHIN = 2_000;
const USUALLY_LATE_AFTER = 15 * 60_000;

export class JobReport {
  private last: { at: number; kinds: Promise<ListedJobKind[]> } | undefined;

  constructor(
    private readonly work: JobRunner,
    private readonly clock: () => number,
  ) {}

  kinds(): Promise<ListedJobKind[]> {
    const now = this.clock();
    if (!this.last || Math.abs(now - this.last.at) >= FRESH) {
      this.last = { at: now, kinds: Promise.all([...this.work.queues].map((queue) => this.kindOf(queue, now))) };
    }
    return this.last.kinds;
  }

  async partners(): Promise<ListedPartner[]> {
    return [...this.work.breakers.partners].map((partner) => {
      const { awaySince, trouble, nextProbeAt, limit, name } = this.work.breakers.of(partner);
      return {
        partner,
        name: name ?? partnerName(partner),
        isAway: awaySince !== null,
        since: instant(awaySince),
        trouble,
        nextProbeAt: instant(nextProbeAt),
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
    const away = (await this.away()).find(({ partner }) => partner === queue.worker.partner);
    if (away) {
      const since = `${away.name} has not responded since ${away.since} (${away.trouble}).`;
      const text = `${since} We check at least once a minute and run all waiting jobs as soon as it responds.`;
      throw new Refused('partner-away', 'conflict', text);
    }
    return this.work.retry(queue, key);
  }

  async degraded(): Promise<string[]> {
    const late = new StoreUnavailable('the due rows cannot be read');
    const kinds = await withTimeout(ANSWERS_WITHIN, this.kinds(), () => late).catch(() => []);
    return [
      ...(await this.away()).map(({ name, since, trouble }) => `${name} has not responded since ${since}: ${trouble}`),
      ...kinds.flatMap(({ kind, troubles }) => troubles.map((trouble) => `${jobName(kind)} (${kind}): ${trouble}`)),
    ];
  }

  private async away(): Promise<ListedPartner[]> {
    return (await this.partners()).filter(({ isAway }) => isAway);
  }

  async list({ where, sort, skip, limit }: ParsedList): Promise<{ rows: ListedJob[]; total: number }> {
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
    return { rows: rows.slice(skip, skip + limit).map((row) => this.listed(row, now)), total };
  }

  /** A stored row that is parked takes the place of its own. */
  async reports(rows: readonly Job[]): Promise<ListedJob[]> {
    const stored = await this.work.rows.again(rows.map(rowKey));
    const now = this.clock();
    return rows.map((row) => {
      const own = stored.get(rowKey(row));
      return this.listed(own?.parked ? own : row, now);
    });
  }

  private listed(row: Job, now: number): ListedJob {
    const { kind, id, about, since, moves, parked } = row;
    const queue = this.work.queue(kind);
    const tried = queue?.retries.of(rowKey(row));
    const partner = queue?.worker.partner ?? null;
    const dueAt = parked?.dueAt ?? row.dueAt;
    return {
      id: rowKey(row),
      kind,
      subject: id,
      about: about ?? null,
      dueAt: new Date(dueAt).toISOString(),
      since: instant(since ?? null),
      attempts: parked?.attempts ?? Math.max(moves ?? 0, tried?.attempts ?? 0),
      reason: parked?.reason ?? tried?.reason ?? null,
      nextAttemptAt: parked ? null : instant(Math.max(dueAt, tried?.notBefore ?? 0)),
      isLate: now - row.dueAt > lateAfter(queue),
      partner,
      isParked: row.dueAt <= now && partner !== null && this.work.breakers.of(partner).isOpen,
      parkedAt: instant(parked?.at ?? null),
    };
  }

  private async kindOf(queue: JobQueue, now: number): Promise<ListedJobKind> {
    const { kind, partner } = queue.worker;
    const { rows, breakers } = this.work;
    const [waiting, overdue, late, awaitsOperator, [oldest]] = await Promise.all([
      rows.count({ kind }),
      rows.count({ kind, dueAt: { lte: now } }),
      rows.count({ kind, dueAt: { lt: now - lateAfter(queue) } }),
      rows.count({ kind, dueAt: PARKED }),
      rows.page(kind, undefined, 1),
    ]);
    const parked = partner !== undefined && breakers.of(partner).isOpen ? overdue : 0;
    const oldestLateMs = oldest ? Math.max(0, now - oldest.dueAt) : 0;
    const { hanging } = queue;
    const counts = { waiting, overdue, late, oldestLateMs, parked, hanging, awaitsOperator };
    return { kind, partner: partner ?? null, ...counts, troubles: troublesOf(counts) };
  }
}

function troublesOf({
  late,
  oldestLateMs,
  hanging,
  awaitsOperator,
}: Omit<ListedJobKind, 'kind' | 'partner' | 'troubles'>) {
  return [
    ...(late === 0 ? [] : [`${late} overdue, the oldest by ${lasting(oldestLateMs)}`]),
    ...(hanging === 0 ? [] : [`${hanging} did not stop when told to`]),
    ...(awaitsOperator === 0 ? [] : [`${awaitsOperator} parked until an operator decides`]),
  ];
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function lateAfter(queue: JobQueue | undefined): number {
  return queue?.worker.lateAfter ?? USUALLY_LATE_AFTER;
}

function by(sort: ParsedList['sort']): (a: Job, b: Job) => number {
  return (a, b) => {
    for (const [field, direction] of sort) {
      const [one, other] = [a, b].map((row) => row[field as 'dueAt' | 'kind' | 'id']);
      if (one === undefined || other === undefined || one === other) continue;
      return one < other === (direction === 'asc') ? -1 : 1;
    }
    return rowKey(a) < rowKey(b) ? -1 : 1;
  };
}
