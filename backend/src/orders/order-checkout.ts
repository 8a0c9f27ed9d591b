import type { Size } from '@supreme-access/contract/limits.js';
import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandOf, Refused, unreachable } from '../event-sourcing/decider.js';
import { isTooEarly, type OpenClaim, type Takeover } from './claims.js';
import { type Evidence, mayProve, refusedReference } from './evidence.js';
import {
  type CloseReason,
  isEnded,
  type OrderClosed,
  orderEnded,
  type PlacedFacts,
  type WithStatus,
} from './order-status.js';

/** One reference is open at a time; a new attempt follows only a definite refusal. */

export const TAKEN_OVER = ['lease-expired', 'holder-ended'];

export const CODE_GONE = 'code-gone';

export type CheckoutEvent =
  | {
      type: 'CheckoutStarted';
      data: Claim & { attempt: number; reference: string; size: Size; style: string; closesAt: number };
    }
  | {
      type: 'CheckoutSucceeded';
      /** `late`: the order had already ended; it is never charged */
      data: {
        attempt: number;
        reference: string;
        size: Size;
        style: string;
        evidence: Evidence;
        late: boolean;
      };
    }
  | { type: 'CheckoutRefused'; data: { attempt: number; reference: string; reason: string; retryAt: number | null } }
  /** `replaces`: the previous record; `retryAt`: ms UTC when a checkout waited for the code, else null */
  | { type: 'SecurityCodeGiven'; data: { codeRecord: string; replaces: string | null; retryAt: number | null } }
  /** once per reference and takeover; `retryAt`: ms UTC of the next lookup */
  | {
      type: 'CheckoutOutcomeUnknown';
      data: Claim & { attempt: number; reference: string; reason: string; retryAt: number };
    };

export type CheckoutOutcome =
  | { kind: 'succeeded'; evidence: Evidence }
  /** `retryAt` null: the refusal is final */
  | { kind: 'refused'; reason: string; retryAt: number | null }
  | { kind: 'unknown'; reason: string; retryAt: number };

/** `after`: attempts known to the sender; more mean that another worker was faster */
export class StartCheckout extends Command<Claim & { size: Size; style: string; closesAt: number; after?: number }> {
  readonly type = 'StartCheckout';
}
export class TakeOverCheckout extends Command<Claim & Takeover & { reference: string; retryAt: number }> {
  readonly type = 'TakeOverCheckout';
}
export class RecordCheckout extends Command<{ reference: string; outcome: CheckoutOutcome }> {
  readonly type = 'RecordCheckout';
}
export class GiveCode extends Command<{ codeRecord: string }> {
  readonly type = 'GiveCode';
}
/** Evidence other than the retailer's answer. @throws Refused 'not-attempted' | 'refused-reference' */
export class RecordEvidence extends Command<{ evidence: Evidence }> {
  readonly type = 'RecordEvidence';
}
export const checkoutCommands = { StartCheckout, TakeOverCheckout, RecordCheckout, GiveCode, RecordEvidence };
export type CheckoutCommand = CommandOf<typeof checkoutCommands>;

export interface OpenCheckout extends OpenClaim {
  codeRecord: string | null;
  attempt: number;
  reference: string;
  size: Size;
  style: string;
}

export interface CheckoutState {
  attempts: number;
  checkout: OpenCheckout | null;
  codeRecord: string | null;
  /** the code was used or deleted; its owner must enter it again */
  codeWanted: boolean;
  /** `size/style` */
  soldOut: string[];
  bought: { size: Size; style: string; evidence: Evidence } | null;
  /** ms UTC, end of the promise; set by the first attempt */
  closesAt: number | null;
}

export const NO_CHECKOUT: CheckoutState = {
  attempts: 0,
  checkout: null,
  codeRecord: null,
  codeWanted: false,
  soldOut: [],
  bought: null,
  closesAt: null,
};

type Facts = WithStatus<CheckoutState>;
type Decided = CheckoutEvent | OrderClosed;

export function needsCode(state: Facts): boolean {
  return state.bought === null && !isEnded(state);
}

/** Vault record for the next submission; null once its code was used. */
export function usableCode({ codeRecord, codeWanted }: CheckoutState): string | null {
  return codeWanted ? null : codeRecord;
}

export function decideCheckout(command: CheckoutCommand, state: Facts, placed: PlacedFacts, now: number): Decided[] {
  switch (command.type) {
    case 'StartCheckout': {
      const { after = state.attempts, ...claim } = command.data;
      if (state.checkout) throw claimed();
      if (state.bought || isEnded(state)) throw orderEnded();
      if (state.attempts !== after) throw claimed();
      const attempt = state.attempts + 1;
      const reference = `${placed.orderId}:${attempt}`;
      return [{ type: 'CheckoutStarted', data: { attempt, reference, ...claim } }];
    }
    case 'TakeOverCheckout': {
      const { checkout } = state;
      const { ended, ...claim } = command.data;
      if (checkout?.reference !== claim.reference || isTooEarly(checkout, ended, now)) throw claimed();
      const reason = now < checkout.leaseUntil ? 'holder-ended' : 'lease-expired';
      return [{ type: 'CheckoutOutcomeUnknown', data: { attempt: checkout.attempt, reason, ...claim } }];
    }
    case 'RecordCheckout':
      return record(command, state, placed, now);
    case 'GiveCode':
      return giveCode(command.data.codeRecord, state, now);
    case 'RecordEvidence':
      if (state.bought) return [];
      if (state.attempts === 0)
        throw new Refused('not-attempted', 'conflict', 'Nothing has been attempted for this order yet.');
      if (!mayProve(command.data.evidence.reference, state.checkout)) throw refusedReference();
      return [success(state, placed, command.data.evidence)];
    default:
      return unreachable(command);
  }
}

function giveCode(codeRecord: string, state: Facts, now: number): Decided[] {
  if (state.codeRecord === codeRecord) return [];
  if (!needsCode(state)) throw codeNotNeeded();
  const isWaiting = state.codeWanted && !state.checkout;
  const data = { codeRecord, replaces: state.codeRecord, retryAt: isWaiting ? now : null };
  return [{ type: 'SecurityCodeGiven', data }];
}

function record(
  { data: { reference, outcome } }: RecordCheckout,
  state: Facts,
  placed: PlacedFacts,
  now: number,
): Decided[] {
  if (state.bought) return [];
  if (state.checkout?.reference !== reference) {
    // A late purchase under an abandoned reference is a fact; a late refusal changes nothing.
    return outcome.kind === 'succeeded' ? [success(state, placed, outcome.evidence)] : [];
  }
  // A new code arrived during the attempt, so the checkout retries at once.
  const isGone = outcome.kind === 'refused' && outcome.reason === CODE_GONE;
  const isNews = isGone && state.checkout.codeRecord !== usableCode(state);
  return recorded(isNews ? { ...outcome, retryAt: now } : outcome, state, placed);
}

function recorded(outcome: CheckoutOutcome, state: Facts, placed: PlacedFacts): Decided[] {
  const { attempt, reference } = state.checkout ?? { attempt: state.attempts, reference: '' };
  switch (outcome.kind) {
    case 'succeeded':
      return [success(state, placed, outcome.evidence)];
    case 'refused': {
      const { reason, retryAt } = outcome;
      const refused: CheckoutEvent = { type: 'CheckoutRefused', data: { attempt, reference, reason, retryAt } };
      if (retryAt !== null) return [refused];
      return state.closed ? [refused] : [refused, { type: 'OrderClosed', data: { reason: closeReason(reason) } }];
    }
    case 'unknown':
      return inDoubt(outcome, state.checkout);
    default:
      return unreachable(outcome);
  }
}

/** Only the first unknown outcome of a claim is an event; retries append nothing. */
function inDoubt({ reason, retryAt }: { reason: string; retryAt: number }, checkout: OpenCheckout | null): Decided[] {
  if (!checkout || checkout.inVain > 0) return [];
  const { attempt, reference, by, leaseUntil } = checkout;
  return [{ type: 'CheckoutOutcomeUnknown', data: { attempt, reference, reason, retryAt, by, leaseUntil } }];
}

/** @throws Error without complete evidence */
export function success(state: Facts, placed: PlacedFacts, evidence: Evidence): CheckoutEvent {
  if (evidence.reference === '' || evidence.sha256 === '') throw new Error('a success needs evidence');
  const { attempt, reference, size, style } = state.checkout ?? {
    attempt: state.attempts,
    reference: `${placed.orderId}:${state.attempts}`,
    size: placed.size,
    style: placed.style,
  };
  return { type: 'CheckoutSucceeded', data: { attempt, reference, size, style, evidence, late: isEnded(state) } };
}

export function notReleased(): Refused {
  return new Refused('not-released', 'conflict', 'The release of this product has not started.');
}

export function codeNotNeeded(): Refused {
  return new Refused('order-ended', 'conflict', 'This order no longer needs a security code.');
}

function closeReason(refusal: string): CloseReason {
  if (refusal === 'sold-out' || refusal === 'card-data-gone') return refusal;
  // We closed the reference: the promise ended without evidence.
  return refusal === 'closed' ? 'no-evidence' : 'retailer-refused';
}

const CODE_SERVED = ['declined', CODE_GONE];

export function evolveCheckout<State extends CheckoutState>(state: State, event: CheckoutEvent): State {
  switch (event.type) {
    case 'CheckoutStarted': {
      const { closesAt, ...checkout } = event.data;
      const codeRecord = usableCode(state);
      return { ...state, attempts: checkout.attempt, checkout: { ...checkout, codeRecord, inVain: 0 }, closesAt };
    }
    case 'CheckoutSucceeded': {
      const { size, style, evidence } = event.data;
      return { ...state, checkout: null, bought: { size, style, evidence } };
    }
    case 'CheckoutRefused': {
      const tried = state.checkout ? `${state.checkout.size}/${state.checkout.style}` : '';
      const soldOut = event.data.reason === 'sold-out' ? [...state.soldOut, tried] : state.soldOut;
      // A newer code may have replaced it during the attempt.
      const hasServed = CODE_SERVED.includes(event.data.reason) && state.checkout?.codeRecord === usableCode(state);
      const codeWanted = state.codeWanted || hasServed;
      return { ...state, checkout: null, soldOut, codeWanted };
    }
    case 'CheckoutOutcomeUnknown': {
      const { by, leaseUntil } = event.data;
      const { checkout } = state;
      return { ...state, checkout: checkout && { ...checkout, by, leaseUntil, inVain: checkout.inVain + 1 } };
    }
    case 'SecurityCodeGiven':
      return { ...state, codeRecord: event.data.codeRecord, codeWanted: false };
    default:
      return unreachable(event);
  }
}
