import type { ListedJob } from '@supreme-access/contract/shapes/system.js';
import type { ReportedRow } from './job-report.js';
import { rowKey } from './jobs.projection.js';

export function listed({ row, tried, partner, isLate, isParked }: ReportedRow): ListedJob {
  const { kind, id, about, since, moves, parked } = row;
  const dueAt = parked?.dueAt ?? row.dueAt;
  return {
    id: rowKey(row),
    kind,
    subject: id,
    about: about ?? null,
    dueAt: new Date(dueAt).toISOString(),
    since: since === undefined ? null : new Date(since).toISOString(),
    attempts: parked?.attempts ?? Math.max(moves ?? 0, tried?.attempts ?? 0),
    reason: parked?.reason ?? tried?.reason ?? null,
    nextAttemptAt: parked ? null : new Date(Math.max(dueAt, tried?.notBefore ?? 0)).toISOString(),
    isLate,
    partner,
    isParked,
    parkedAt: parked ? new Date(parked.at).toISOString() : null,
  };
}
