import type { ListedDue } from '@supreme-access/contract/due.js';
import { COUNT, FLAG, INSTANT, oneOf, orNull, shape, TEXT } from '../http/answer-schemas.js';
import { PARTNERS } from './breakers.js';
import { rowKey } from './due.projection.js';
import type { ReportedRow } from './due-report.js';

export const LISTED_DUE = shape<ListedDue>('ListedDue', {
  id: TEXT,
  kind: TEXT,
  subject: TEXT,
  about: orNull(TEXT),
  dueAt: INSTANT,
  since: orNull(INSTANT),
  tries: COUNT,
  reason: orNull(TEXT),
  nextTryAt: orNull(INSTANT),
  isLate: FLAG,
  partner: orNull(oneOf(PARTNERS)),
  isParked: FLAG,
  parkedAt: orNull(INSTANT),
});

export function listed({ row, tried, partner, isLate, isParked }: ReportedRow): ListedDue {
  const { kind, id, about, since, tries, parked } = row;
  const dueAt = parked?.dueAt ?? row.dueAt;
  return {
    id: rowKey(row),
    kind,
    subject: id,
    about: about ?? null,
    dueAt: new Date(dueAt).toISOString(),
    since: since === undefined ? null : new Date(since).toISOString(),
    tries: parked?.attempts ?? Math.max(tries ?? 0, tried?.tries ?? 0),
    reason: parked?.reason ?? tried?.reason ?? null,
    nextTryAt: parked ? null : new Date(Math.max(dueAt, tried?.notBefore ?? 0)).toISOString(),
    isLate,
    partner,
    isParked,
    parkedAt: parked ? new Date(parked.at).toISOString() : null,
  };
}
