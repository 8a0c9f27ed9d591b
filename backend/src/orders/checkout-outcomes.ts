import { unreachable } from '../event-sourcing/decider.js';
import {
  BOUGHT_UNPAID,
  type Bought,
  type CheckoutEvent,
  type CheckoutFacts,
  type CheckoutOutcome,
  CODE_GONE,
  type OpenCheckout,
  type UnknownOutcome,
  usableCode,
} from './checkout-facts.js';
import type { Evidence } from './evidence.js';
import { lateSale, type ShopEvent, type ShopState, shipmentReported } from './order-shop.js';
import { type CloseReason, isEnded, type OrderClosed, type PlacedFacts } from './order-status.js';
import { isPaid, isProvenUnsold, mayEnd, notProven, type Sold } from './order-tokens.js';

/** What becomes of an attempt once the retailer has answered. */

/** ms until the money's ledger is read again */
const PAID_SOON = 30_000;

export type CheckoutDecided = CheckoutEvent | OrderClosed | ShopEvent;

export interface Recorded {
  reference: string;
  outcome: CheckoutOutcome;
}

export function recordOutcome(
  { reference, outcome }: Recorded,
  state: CheckoutFacts & ShopState,
  placed: PlacedFacts,
  now: number,
): CheckoutDecided[] {
  const isSession = state.givenUp.some((one) => one.reference === reference);
  // At a shop that a token pays the order had ended, or goes on: what it sold late is for a person to settle.
  if (isSession) return outcome.kind === 'succeeded' ? lateSale(reference, outcome.evidence.reference, state) : [];
  const isFact = outcome.kind === 'succeeded' && placed.means !== 'token';
  if (state.bought) return isFact ? secondSale(reference, outcome, state.bought, state) : [];
  if (state.checkout?.reference !== reference) {
    // A late purchase under an abandoned reference is a fact; a late refusal changes nothing.
    return isFact ? [success(state, placed, outcome, reference)] : [];
  }
  if (state.checkout.paying) return recordPaying(outcome, state, state.checkout, placed, now);
  // A new code arrived during the attempt, so the checkout retries at once.
  const isGone = outcome.kind === 'refused' && outcome.reason === CODE_GONE;
  const isNews = isGone && state.checkout.codeRecord !== usableCode(state);
  return recorded(isNews ? { ...outcome, retryAt: now } : outcome, state, placed);
}

function secondSale(reference: string, sold: Sold, { evidence }: Bought, state: ShopState): ShopEvent[] {
  const number = sold.evidence.reference;
  return evidence.kind === 'retailer' && evidence.reference !== number ? lateSale(reference, number, state) : [];
}

function recordPaying(
  outcome: CheckoutOutcome,
  state: CheckoutFacts & ShopState,
  checkout: OpenCheckout,
  placed: PlacedFacts,
  now: number,
): CheckoutDecided[] {
  const { paying = {} } = checkout;
  if (outcome.kind === 'succeeded' && !isPaid(paying, outcome.payment)) return boughtUnpaid(outcome, checkout, now);
  if (outcome.kind === 'refused' && !isProvenUnsold(paying, outcome.unsold, now)) {
    const isOver = state.closesAt !== null && now >= state.closesAt && outcome.retryAt === null;
    if (!isOver || outcome.reason !== 'closed' || !mayEnd(paying, outcome.unsold)) throw notProven();
  }
  return recorded(outcome, state, placed);
}

export function boughtUnpaid(
  { evidence }: Sold,
  { paying, ...checkout }: OpenCheckout,
  now: number,
): CheckoutDecided[] {
  if (paying?.sold) return [];
  const { attempt, reference, by, leaseUntil } = checkout;
  const data = { attempt, reference, reason: BOUGHT_UNPAID, retryAt: now + PAID_SOON, by, leaseUntil };
  return [{ type: 'CheckoutOutcomeUnknown', data: { ...data, sold: { evidence } } }];
}

function recorded(outcome: CheckoutOutcome, state: CheckoutFacts & ShopState, placed: PlacedFacts): CheckoutDecided[] {
  const { attempt, reference } = state.checkout ?? { attempt: state.attempts, reference: '' };
  switch (outcome.kind) {
    case 'succeeded':
      return [success(state, placed, outcome), ...parcelOf(outcome, state, placed)];
    case 'refused': {
      const { kind: _, ...no } = outcome;
      const { reason, retryAt } = no;
      const refused: CheckoutEvent = { type: 'CheckoutRefused', data: { attempt, reference, ...no } };
      if (retryAt !== null) return [refused];
      return state.closed
        ? [refused]
        : [refused, { type: 'OrderClosed', data: { reason: closeReason(reason, state) } }];
    }
    case 'unknown':
      return inDoubt(outcome, state.checkout);
    default:
      return unreachable(outcome);
  }
}

/** Only the first unknown outcome of a claim, and of its payment token, is an event; retries append nothing. */
function inDoubt({ reason, retryAt, answered }: UnknownOutcome, checkout: OpenCheckout | null): CheckoutDecided[] {
  if (!checkout) return [];
  const { token, inDoubt: isDoubted, escalated, answered: answeredBefore } = checkout.paying ?? {};
  const isNews = token && !isDoubted && !escalated && !(answeredBefore && answered);
  if (checkout.unresolvedClaims > 0 && !isNews) return [];
  const { attempt, reference, by, leaseUntil } = checkout;
  const data = { attempt, reference, reason, retryAt, by, leaseUntil, ...(isNews && answered ? { answered } : {}) };
  return [{ type: 'CheckoutOutcomeUnknown', data }];
}

/** @throws Error without complete evidence */
export function success(
  state: CheckoutFacts,
  placed: PlacedFacts,
  { evidence, url, payment }: Sold & { payment?: Evidence },
  reference = state.checkout?.reference ?? `${placed.orderId}:${state.attempts}`,
): CheckoutEvent {
  if (evidence.reference === '' || evidence.sha256 === '') throw new Error('a success needs evidence');
  const { size, style } = state.checkout?.reference === reference ? state.checkout : placed;
  const attempt = Number(reference.slice(reference.lastIndexOf(':') + 1));
  const data = { attempt, reference, size, style, evidence, late: isEnded(state) };
  const prepared = state.checkout?.paying?.prepared;
  if (!payment || !prepared) return { type: 'CheckoutSucceeded', data };
  const { total, currency } = prepared;
  // The capture itself names no order of the shop.
  const named = evidence.kind === 'card-charge' ? {} : { number: evidence.reference };
  const paid = { ...data, payment, retail: { ...named, total, currency } };
  if (url === undefined) return { type: 'CheckoutSucceeded', data: paid };
  return { type: 'CheckoutSucceeded', data: { ...paid, personal: { url } }, subject: placed.subject };
}

/** What a shop has sent already when it is asked what it sold. */
function parcelOf({ evidence, tracking }: Sold, { shipped }: ShopState, { subject }: PlacedFacts): ShopEvent[] {
  return tracking && !shipped ? shipmentReported(evidence.reference, tracking, { erased: false, subject }) : [];
}

function closeReason(refusal: string, state: CheckoutFacts): CloseReason {
  if (refusal === 'sold-out') return noneLeft(state);
  if (refusal === 'card-data-gone' || refusal === 'over-limit') return refusal;
  // We closed the reference: the promise ended without evidence.
  return refusal === 'closed' ? 'no-evidence' : 'retailer-refused';
}

/** No size and style is left; one that was above the limit could have been bought. */
export function noneLeft({ isOverLimit }: Pick<CheckoutFacts, 'isOverLimit'>): CloseReason {
  return isOverLimit ? 'over-limit' : 'sold-out';
}
