import {
  type AccountSecurityEvent,
  SECURITY_EVENTS,
  type SecurityEventName,
} from '@supreme-access/contract/shapes/people.js';
import { projection } from '../../../projections/projection.js';
import type { Recorded } from '../../../projections/recorded.js';
import type { SecondFactorEvent } from '../../access/second-factor.js';
import type { SessionEvent } from '../../access/session.js';
import type { StaffEvent } from '../../access/staff.js';
import type { AccountEvent } from '../account.js';

/** What happened to who may sign in to an account, a row each. Wrong passwords are no events: they are in the security log alone. */
export interface SecurityEventDoc {
  id: string;
  accountId: string;
  type: SecurityEventName;
  /** in the log; of a session where it began */
  position: number;
  /** ms UTC */
  at: number;
  byKind: string;
  byId: string;
  role: string | null;
  /** what an admin wrote for others to read, or what ended the sessions */
  reason: string | null;
  /** ms UTC; of a session alone */
  endedAt: number | null;
  correlationId: string;
}

type Watched = AccountEvent | SecondFactorEvent | SessionEvent | StaffEvent;
/** Every name is that of an event, or this does not compile. */
const NAMES = new Set<string>(SECURITY_EVENTS satisfies readonly Watched['type'][]);

export const securityEventsProjection = projection<SecurityEventDoc, Watched>({
  name: 'security-events',
  version: 1,
  indexes: [
    ['accountId', 'at'],
    ['accountId', 'type', 'at'],
  ],
  categories: ['account', 'totp', 'session', 'staff'],
  idsOf: (event) => {
    // A session of staff is one row; shoppers' sessions are not listed.
    if (event.type === 'SessionBegun' || event.type === 'SessionEnded') return [event.id];
    return NAMES.has(event.type) ? [event.eventId] : [];
  },
  evolve: (document, event, id) => {
    if (event.type === 'SessionEnded') return document && { ...document, endedAt: event.at };
    const { accountId = event.id } = event.data as { accountId?: string };
    return { id, accountId, ...toldOf(event) };
  },
});

function toldOf(event: Recorded<Watched>): Omit<SecurityEventDoc, 'id' | 'accountId'> {
  const { role = null, reason = null } = event.data as { role?: string; reason?: string };
  const { kind: byKind, id: byId } = event.actor;
  const type = event.type as SecurityEventName;
  const { position, at, correlationId } = event;
  return { type, position, at, byKind, byId, role, reason, endedAt: null, correlationId };
}

export function accountSecurityEvent(doc: SecurityEventDoc): AccountSecurityEvent {
  const { id, type, position, at, byKind, byId, role, reason, endedAt, correlationId } = doc;
  const iso = (ms: number) => new Date(ms).toISOString();
  const by = { kind: byKind, id: byId };
  return {
    id,
    type,
    position,
    at: iso(at),
    by,
    role,
    reason,
    endedAt: endedAt === null ? null : iso(endedAt),
    correlationId,
  };
}
