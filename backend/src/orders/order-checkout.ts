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

/** Attempts at the retailer. One reference is open at a time; a new one follows only a definite refusal. */

/** Why a checkout is in doubt that is taken over. */
export const TAKEN_OVER = ['lease-expired', 'holder-ended'];

/** Why nothing could be submitted while a checkout waits for its security code. */
export const CODE_GONE = 'code-gone';

export type CheckoutEvent =
  | {
      type: 'CheckoutStarted';
      data: Claim & { attempt: number; reference: string; size: Size; style: string; closesAt: number };
    }
  | {
      type: 'CheckoutSucceeded';
      /** `late`: the order had ended before; recorded, and never charged */
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
  /** `replaces`: the record before it; `retryAt` ms UTC where the checkout waited for it, else null */
  | { type: 'SecurityCodeGiven'; data: { codeRecord: string; replaces: string | null; retryAt: number | null } }
  /** said once of a reference, and at each takeover of it; `retryAt` ms UTC: it is looked up again */
  | {
      type: 'CheckoutOutcomeUnknown';
      data: Claim & { attempt: number; reference: string; reason: string; retryAt: number };
    };

export type CheckoutOutcome =
  | { kind: 'succeeded'; evidence: Evidence }
  /** `retryAt` null: a definite no, nothing else to try */
  | { kind: 'refused'; reason: string; retryAt: number | null }
  | { kind: 'unknown'; reason: string; retryAt: number };

/** `after`: how many attempts its sender knows of; where there were more, another worker was faster. */
export class StartCheckout extends Command<Claim & { size: Size; style: string; closesAt: number; after?: number }> {
  readonly type = 'StartCheckout';
}
/** `reference`: the one that was looked up before. */
export class TakeOverCheckout extends Command<Claim & Takeover & { reference: string; retryAt: number }> {
  readonly type = 'TakeOverCheckout';
}
export class RecordCheckout extends Command<{ reference: string; outcome: CheckoutOutcome }> {
  readonly type = 'RecordCheckout';
}
export class GiveCode extends Command<{ codeRecord: string }> {
  readonly type = 'GiveCode';
}
/** What somebody else than the retailer shows, of the attempt that is open. @throws Refused 'not-attempted' | 'refused-reference' */
export class RecordEvidence extends Command<{ evidence: Evidence }> {
  readonly type = 'RecordEvidence';
}
export const checkoutCommands = { StartCheckout, TakeOverCheckout, RecordCheckout, GiveCode, RecordEvidence };
export type CheckoutCommand = CommandOf<typeof checkoutCommands>;

export interface OpenCheckout extends OpenClaim {
  /** the security code it was begun with; null when there was none to use */
  codeRecord: string | null;
  attempt: number;
  reference: string;
  size: Size;
  style: string;
}

export interface CheckoutState {
  attempts: number;
  /** a reference whose outcome is not known yet */
  checkout: OpenCheckout | null;
  /** vault record of the security code that checkouts use */
  codeRecord: string | null;
  /** the code has served or was found gone: its owner is to give it again */
  codeWanted: boolean;
  /** what the retailer refused as sold out, `size/style` */
  soldOut: string[];
  bought: { size: Size; style: string; evidence: Evidence } | null;
  /** ms UTC; the promise's end, once an attempt has started */
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

/** An order takes its security code along until something was bought with it, or nothing is to be bought any more. */
export function needsCode(state: Facts): boolean {
  return state.bought === null && !isEnded(state);
}

/** The record that the next submission uses; null once the code in it has served. */
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

/** The checkout that waits for it goes on at once. */
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
    // Late news of a reference that was given up: a purchase is a fact, a refusal is none any more.
    return outcome.kind === 'succeeded' ? [success(state, placed, outcome.evidence)] : [];
  }
  // The code was given while the attempt found none: nothing is left to wait for.
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

/** Whoever holds the claim goes on trying; that this is still in vain is no news. */
function inDoubt({ reason, retryAt }: { reason: string; retryAt: number }, checkout: OpenCheckout | null): Decided[] {
  if (!checkout || checkout.inVain > 0) return [];
  const { attempt, reference, by, leaseUntil } = checkout;
  return [{ type: 'CheckoutOutcomeUnknown', data: { attempt, reference, reason, retryAt, by, leaseUntil } }];
}

/** @throws Error without evidence: nothing else may make a success */
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

/** Of a real order; a test goes to the sandbox at any time. */
export function notReleased(): Refused {
  return new Refused('not-released', 'conflict', 'The release of this product has not started.');
}

export function codeNotNeeded(): Refused {
  return new Refused('order-ended', 'conflict', 'This order no longer needs a security code.');
}

function closeReason(refusal: string): CloseReason {
  if (refusal === 'sold-out' || refusal === 'card-data-gone') return refusal;
  // We closed the reference ourselves: the promise's time was up without evidence.
  return refusal === 'closed' ? 'no-evidence' : 'retailer-refused';
}

/** refusals after which the code at hand serves no more: the card was refused with it, or it was gone */
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
      // Another one may have been given meanwhile.
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
