import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandOf, Refused, unreachable } from '../event-sourcing/decider.js';
import type { Money, Tracking } from '../retailers/retailer.js';
import type { Evidence } from './evidence.js';

/** Paying at a shop by a shared payment token: what may follow, and what proves that a reference bought nothing. */

interface Named {
  attempt: number;
  reference: string;
}

export interface Prepared {
  /** the shop's, the only one that is ever completed */
  session: string;
  /** all included, minor units */
  total: number;
  currency: string;
  /** whom the token pays */
  seller: string;
  /** the shop's id of its way to be paid by token */
  handler: string;
  /** ms UTC */
  tokenExpiresAt: number;
}

export interface Escalation {
  session: string;
  /** vault record of the shop's link, a credential */
  linkRecord: string;
  /** ms UTC */
  until: number;
}

export type TokenEvent =
  | { type: 'CheckoutPrepared'; data: Named & Prepared }
  /** `tokenRecord`: vault record of the token, a credential; `tokenHash`: its SHA-256, base64url */
  | { type: 'PaymentTokenMade'; data: Named & { tokenRecord: string; tokenHash: string } }
  /** the shop wants the person; no token is open any more. `inDoubt`: a request to complete may be unanswered */
  | { type: 'CheckoutEscalated'; data: Named & Escalation & { inDoubt?: true } };

/** A token that pays nothing any more: as Stripe says, `none` that was ever made, or `gone` without a trace. `captured`: minor units */
export interface TokenEnd {
  token: 'none' | 'revoked' | 'expired' | 'consumed' | 'resolved' | 'gone';
  captured: number;
}
/** `completes`: how the requests to complete ended that were sent */
export interface Unsold extends TokenEnd {
  completes: 'none' | 'answered' | 'in-doubt';
}

/** Each request to complete that was sent has its answer; `refusal`: absent where the shop wants the person. */
export interface Answered {
  completes: 'none' | 'answered';
  refusal?: { reason: string; retryable: boolean };
}

/** `by`: who holds the claim. @throws Refused 'claimed' | 'over-limit' */
export class PrepareCheckout extends Command<{ by: string; reference: string } & Prepared> {
  readonly type = 'PrepareCheckout';
}
/** @throws Refused 'claimed' | 'not-prepared' */
export class RecordPaymentToken extends Command<{
  by: string;
  reference: string;
  tokenRecord: string;
  tokenHash: string;
}> {
  readonly type = 'RecordPaymentToken';
}
/** `ended`: the token and its requests, where the checkout was prepared. @throws Refused 'claimed' | 'not-proven' */
export class EscalateCheckout extends Command<{ reference: string; ended: Unsold } & Escalation> {
  readonly type = 'EscalateCheckout';
}
export const tokenCommands = { PrepareCheckout, RecordPaymentToken, EscalateCheckout };
export type TokenCommand = CommandOf<typeof tokenCommands>;

/** The shop says that it has sold; without a capture it is bought, and unpaid. */
export interface Sold {
  evidence: Evidence;
  /** page of the order at the shop; personal */
  url?: string;
  /** personal */
  tracking?: Tracking;
}

/** How far an open checkout has come that a token pays for. */
export interface TokenProgress {
  prepared?: Prepared;
  token?: { tokenRecord: string; tokenHash: string };
  /** a request to complete may be unanswered: nothing proves any more that the reference bought nothing */
  inDoubt?: true;
  answered?: Answered;
  escalated?: Escalation;
  sold?: Pick<Sold, 'evidence'>;
}

interface OpenByToken extends Claim, Named {
  paying?: TokenProgress;
}
interface Agreed {
  limit?: Money;
}

/** Without an agreed limit nothing is within it. */
export function isOverLimit({ limit }: Agreed, { total, currency }: Pick<Prepared, 'total' | 'currency'>): boolean {
  return limit === undefined || limit.currency !== currency || total > limit.amount;
}

export function decideToken(command: TokenCommand, open: OpenByToken | null, placed: Agreed): TokenEvent[] {
  const { reference } = command.data;
  const paying = open?.paying;
  if (!paying || open.reference !== reference) throw claimed();
  const named = { attempt: open.attempt, reference };
  switch (command.type) {
    case 'PrepareCheckout': {
      const { by, reference: _, ...prepared } = command.data;
      // A holder that was taken over must not go on, not even with the same session.
      if (open.by !== by) throw claimed();
      if (paying.prepared?.session === prepared.session) return [];
      if (paying.prepared || paying.escalated || paying.sold) throw claimed();
      if (isOverLimit(placed, prepared)) throw overLimit();
      return [{ type: 'CheckoutPrepared', data: { ...named, ...prepared } }];
    }
    case 'RecordPaymentToken': {
      const { by, tokenRecord, tokenHash } = command.data;
      if (open.by !== by) throw claimed();
      if (paying.token?.tokenHash === tokenHash) return [];
      if (!paying.prepared) throw new Refused('not-prepared', 'conflict', 'No session stands in the log to pay for.');
      if (paying.token || paying.escalated || paying.sold) throw claimed();
      return [{ type: 'PaymentTokenMade', data: { ...named, tokenRecord, tokenHash } }];
    }
    case 'EscalateCheckout': {
      const { ended, reference: _, ...escalation } = command.data;
      if (paying.escalated || paying.sold) return [];
      // After a takeover this session is not the attempt's own.
      if (paying.prepared && ended.completes === 'none') throw claimed();
      if (paying.prepared && !isSpent(paying, ended)) throw notProven();
      const isDoubted = paying.token !== undefined && ended.completes === 'in-doubt';
      return [
        { type: 'CheckoutEscalated', data: { ...named, ...escalation, ...(isDoubted && { inDoubt: true as const }) } },
      ];
    }
    default:
      return unreachable(command);
  }
}

/** Whether no token can pay for the reference any more, and none has. */
function isSpent({ token }: TokenProgress, ended: TokenEnd): boolean {
  const isNamed = token === undefined || ended.token !== 'none';
  return isNamed && ['none', 'revoked', 'expired'].includes(ended.token) && ended.captured === 0;
}

/** `canceled` and a refusal by the shop's word prove nothing: only tokens and answers do. */
export function isProvenUnsold(paying: TokenProgress, unsold: Unsold | undefined, now: number): boolean {
  if (paying.sold || paying.inDoubt) return false;
  if (paying.escalated && now < paying.escalated.until) return false;
  if (!paying.prepared) return true;
  if (!unsold || !isSpent(paying, unsold)) return false;
  return paying.token === undefined || unsold.completes !== 'in-doubt';
}

/** At the end of the promise a checkout is over once its token is, whatever the shop says. */
export function mayEnd(paying: TokenProgress, unsold: Unsold | undefined): boolean {
  if (!paying.prepared) return true;
  return unsold !== undefined && (paying.token === undefined || unsold.token !== 'none');
}

/** Whether the money's own ledger says that this token was captured. */
export function isPaid({ token }: TokenProgress, payment: Evidence | undefined): boolean {
  return token !== undefined && payment?.kind === 'card-charge' && payment.sha256 === token.tokenHash;
}

/** Minor units that a token paid for nothing; an authorisation is of the whole total. */
export function takenBy(prepared: Prepared | undefined, unsold: Unsold | undefined): number {
  if (unsold?.token === 'consumed' && unsold.captured === 0) return prepared?.total ?? 0;
  return unsold?.captured ?? 0;
}

export function overLimit(): Refused {
  return new Refused('over-limit', 'conflict', 'The total of the shop is above the agreed limit.');
}

export function notProven(): Refused {
  return new Refused('not-proven', 'conflict', 'It is not proven that nothing was bought under this reference.');
}

export function progressAfter(paying: TokenProgress, event: TokenEvent): TokenProgress {
  switch (event.type) {
    case 'CheckoutPrepared': {
      const { attempt: _, reference: __, ...prepared } = event.data;
      return { ...paying, prepared };
    }
    case 'PaymentTokenMade': {
      const { attempt: _, reference: __, ...token } = event.data;
      return { ...paying, token };
    }
    case 'CheckoutEscalated': {
      const { attempt: _, reference: __, inDoubt, ...escalated } = event.data;
      return { ...paying, escalated, ...(inDoubt && { inDoubt }) };
    }
    default:
      return unreachable(event);
  }
}

/** A request to complete may have been sent since the token was made, unless all were answered. */
export function progressInDoubt(
  paying: TokenProgress,
  { sold, answered }: Pick<TokenProgress, 'sold' | 'answered'>,
): TokenProgress {
  if (answered) return { ...paying, answered };
  const doubted = paying.token && !paying.escalated ? { ...paying, inDoubt: true as const } : paying;
  return sold ? { ...doubted, sold } : doubted;
}
