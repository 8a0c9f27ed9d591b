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
  nextTryAt: INSTANT,
  isLate: FLAG,
  partner: orNull(oneOf(PARTNERS)),
  isParked: FLAG,
});

export function listed({ row, tried, partner, isLate, isParked }: ReportedRow): ListedDue {
  const { kind, id, about, dueAt, since, tries } = row;
  return {
    id: rowKey(row),
    kind,
    subject: id,
    about: about ?? null,
    dueAt: new Date(dueAt).toISOString(),
    since: since === undefined ? null : new Date(since).toISOString(),
    tries: Math.max(tries ?? 0, tried?.tries ?? 0),
    reason: tried?.reason ?? null,
    nextTryAt: new Date(Math.max(dueAt, tried?.notBefore ?? 0)).toISOString(),
    isLate,
    partner,
    isParked,
  };
}
