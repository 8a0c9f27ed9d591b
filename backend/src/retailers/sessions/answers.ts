import {
  type EscalatedAnswer,
  type LookUpAnswer,
  type OutcomeAnswer,
  type PreparedAnswer,
  type RefusedAnswer,
  type SoldAnswer,
  type UnknownAnswer,
  unknown,
} from '../retailer.js';
import { soldAnswer } from './receipt.js';
import { other, statedRefusal } from './refusals.js';
import type { Session } from './session.js';

/** What a call about a session was answered. */
export type Told =
  | { kind: 'session'; session: Session; headers: Readonly<Record<string, string>> }
  | RefusedAnswer
  | UnknownAnswer;
type ToldSession = Extract<Told, { kind: 'session' }>;

interface Asked {
  retailer: string;
  session: string;
  itemId?: string | undefined;
}

const CLOSED = { reason: 'closed', retryable: true } as const;
/** codes of a session that the shop does not know any more: https://ucp.dev/2026-04-08/specification/checkout (Get Checkout) */
const FORGOTTEN: readonly string[] = ['not_found', 'resource_not_found', 'expired'];

export function preparedAs(told: Told, itemId: string, seller: string): PreparedAnswer {
  if (told.kind === 'unknown') return told;
  if (told.kind === 'refused') return { ...told, kind: 'unavailable' };
  const { session } = told;
  const { id, state, total, handler, expiresAt } = session;
  switch (state) {
    case 'ready':
      if (!holdsOnly(session, itemId) || !total) return unknown('malformed');
      if (handler === null) return { kind: 'unavailable', ...other('handler-missing') };
      return { kind: 'prepared', session: id, total, seller, handler, expiresAt };
    case 'escalated': {
      const wanted = personWanted(session);
      return wanted.kind === 'escalated' ? { ...wanted, session: id } : { ...wanted, kind: 'unavailable' };
    }
    case 'ended':
      return { kind: 'unavailable', ...CLOSED };
    case 'incomplete': {
      const { reason, retryable } = statedRefusal(session.errors) ?? other('incomplete');
      return { kind: 'unavailable', reason, retryable };
    }
    default:
      return unknown('malformed');
  }
}

export function outcomeOf(told: Told, asked: Asked): OutcomeAnswer {
  if (told.kind !== 'session') return told;
  const { session } = told;
  if (session.id !== asked.session) return unknown('malformed');
  switch (session.state) {
    case 'completed':
      return sold(told, asked);
    case 'in-progress':
      return unknown('in-progress');
    case 'escalated':
      return personWanted(session);
    case 'ended':
      return { kind: 'refused', ...CLOSED };
    default:
      return statedRefusal(session.errors) ?? unknown('malformed');
  }
}

export function foundAt(told: Told, asked: Asked, codes: readonly string[]): LookUpAnswer {
  if (codes.some((code) => FORGOTTEN.includes(code.toLowerCase())) && told.kind !== 'session') return { kind: 'ended' };
  if (told.kind !== 'session') return told.kind === 'unknown' ? told : unknown('rejected');
  const { session } = told;
  if (session.id !== asked.session) return unknown('malformed');
  switch (session.state) {
    case 'completed':
      return sold(told, asked);
    case 'in-progress':
    case 'ended':
      return { kind: session.state };
    case 'escalated': {
      const wanted = personWanted(session);
      return wanted.kind === 'escalated' ? wanted : { kind: 'never-seen' };
    }
    default:
      return { kind: 'never-seen' };
  }
}

/** `completed` without an order that can be read is no sale yet. */
function sold({ session, headers }: ToldSession, { retailer, itemId }: Asked): SoldAnswer | UnknownAnswer {
  const { order, total, items } = session;
  const isAsAsked = itemId === undefined ? items.length === 1 : holdsOnly(session, itemId);
  if (!total || !isAsAsked) return unknown('malformed');
  if (!order) return unknown('no-order');
  return soldAnswer(retailer, { ...session, order }, total, headers);
}

function holdsOnly({ items }: Session, itemId: string): boolean {
  const [item, ...others] = items;
  return others.length === 0 && item?.id === itemId && item.quantity === 1;
}

/** A shop that wants the person and gives no link cannot be bought from. */
function personWanted({ continueUrl, expiresAt }: Session): EscalatedAnswer | RefusedAnswer {
  if (continueUrl !== null) return { kind: 'escalated', url: continueUrl, expiresAt };
  return { kind: 'refused', ...other('person-wanted') };
}
