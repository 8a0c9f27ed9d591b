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
export type SessionAnswer =
  | { kind: 'session'; session: Session; headers: Readonly<Record<string, string>> }
  | RefusedAnswer
  | UnknownAnswer;
type AnsweredSession = Extract<SessionAnswer, { kind: 'session' }>;

interface ExpectedSale {
  retailer: string;
  session: string;
  itemId?: string | undefined;
}

const CLOSED = { reason: 'closed', retryable: true } as const;
/** codes of a session that the shop does not know any more: https://ucp.dev/2026-04-08/specification/checkout (Get Checkout) */
const FORGOTTEN: readonly string[] = ['not_found', 'resource_not_found', 'expired'];

export function preparedAs(answer: SessionAnswer, itemId: string, seller: string): PreparedAnswer {
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { ...answer, kind: 'unavailable' };
  const { session } = answer;
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

export function outcomeOf(answer: SessionAnswer, expected: ExpectedSale): OutcomeAnswer {
  if (answer.kind !== 'session') return answer;
  const { session } = answer;
  if (session.id !== expected.session) return unknown('malformed');
  switch (session.state) {
    case 'completed':
      return sold(answer, expected);
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

export function foundAt(answer: SessionAnswer, expected: ExpectedSale, codes: readonly string[]): LookUpAnswer {
  if (codes.some((code) => FORGOTTEN.includes(code.toLowerCase())) && answer.kind !== 'session')
    return { kind: 'ended' };
  if (answer.kind !== 'session') return answer.kind === 'unknown' ? answer : unknown('rejected');
  const { session } = answer;
  if (session.id !== expected.session) return unknown('malformed');
  switch (session.state) {
    case 'completed':
      return sold(answer, expected);
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
function sold({ session, headers }: AnsweredSession, { retailer, itemId }: ExpectedSale): SoldAnswer | UnknownAnswer {
  const { order, total, items } = session;
  const isAsRequested = itemId === undefined ? items.length === 1 : holdsOnly(session, itemId);
  if (!total || !isAsRequested) return unknown('malformed');
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
