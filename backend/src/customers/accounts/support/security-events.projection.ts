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

export interface SecurityEventDoc {
  id: string;
  accountId: string;
  type: SecurityEventName;
  position: number;
  /** ms UTC */
  at: number;
  byKind: string;
  byId: string;
  role: string | null;
  reason: string | null;
  /** ms UTC; only for sessions */
  endedAt: number | null;
  correlationId: string;
}

type Watched = AccountEvent | SecondFactorEvent | SessionEvent | StaffEvent;
const NAMES = new Set<string>(SECURITY_EVENTS satisfies readonly Watched['type'][]);

export const securityEventsProjection = projection<SecurityEventDoc, Watched>({
  name: 'security-events',
  version: 1,
  indexes: [
    ['accountId', 'at'],
    ['accountId', 'type', 'at'],
  ],
  categories: ['account', 'totp', 'session', 'staff'],
  own: ['session'],
  idsOf: (event) => {
    // A staff session is one row; shoppers' sessions have none.
    if (event.type === 'SessionBegun' || event.type === 'SessionEnded') return [event.id];
    return NAMES.has(event.type) ? [event.eventId] : [];
  },
  evolve: (document, event, id) => {
    if (event.type === 'SessionEnded') return document && { ...document, endedAt: event.at };
    const { accountId = event.id } = event.data as { accountId?: string };
    return { id, accountId, ...reportedOf(event) };
  },
});

function reportedOf(event: Recorded<Watched>): Omit<SecurityEventDoc, 'id' | 'accountId'> {
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
