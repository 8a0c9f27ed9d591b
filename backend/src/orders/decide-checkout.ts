import { Refused, unreachable } from '../platform/decider.js';
import {
  type CloseReason,
  CODE_GONE,
  type Evidence,
  isEnded,
  needsCode,
  type OrderEvent,
  type OrderState,
  type PlacedOrder,
  usableCode,
} from './order.js';
import type { CheckoutOutcome, OrderCommand, RecordCheckout } from './order-commands.js';

type CheckoutCommand = Extract<
  OrderCommand,
  { type: 'StartCheckout' | 'TakeOverCheckout' | 'RecordCheckout' | 'GiveCode' | 'RecordEvidence' }
>;

/** Attempts at the retailer. One reference is open at a time; a new one follows only a definite refusal. */
export function decideCheckout(
  command: CheckoutCommand,
  state: OrderState,
  placed: PlacedOrder,
  now: number,
): OrderEvent[] {
  switch (command.type) {
    case 'StartCheckout': {
      if (state.checkout) throw claimed();
      if (state.bought || isEnded(state)) throw new Refused('order-ended', 'conflict', 'This order has ended.');
      const attempt = state.attempts + 1;
      const reference = `${placed.orderId}:${attempt}`;
      return [{ type: 'CheckoutStarted', data: { attempt, reference, ...command.data } }];
    }
    case 'TakeOverCheckout': {
      const { checkout } = state;
      if (!checkout || now < checkout.leaseUntil) throw claimed();
      const { attempt, reference } = checkout;
      const data = { attempt, reference, reason: 'lease-expired', retryAt: command.data.leaseUntil, ...command.data };
      return [{ type: 'CheckoutOutcomeUnknown', data }];
    }
    case 'RecordCheckout':
      return record(command, state, placed, now);
    case 'GiveCode':
      return giveCode(command.data.codeRecord, state, now);
    case 'RecordEvidence':
      if (state.bought) return [];
      if (state.attempts === 0)
        throw new Refused('not-attempted', 'conflict', 'Nothing has been attempted for this order yet.');
      return [success(state, placed, command.data.evidence)];
    default:
      return unreachable(command);
  }
}

/** The checkout that waits for it goes on at once. */
function giveCode(codeRecord: string, state: OrderState, now: number): OrderEvent[] {
  if (state.codeRecord === codeRecord) return [];
  if (!needsCode(state)) throw codeNotNeeded();
  const isWaiting = state.codeWanted && !state.checkout;
  const data = { codeRecord, replaces: state.codeRecord, retryAt: isWaiting ? now : null };
  return [{ type: 'SecurityCodeGiven', data }];
}

function record(
  { data: { reference, outcome } }: RecordCheckout,
  state: OrderState,
  placed: PlacedOrder,
  now: number,
): OrderEvent[] {
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

function recorded(outcome: CheckoutOutcome, state: OrderState, placed: PlacedOrder): OrderEvent[] {
  const { attempt, reference } = state.checkout ?? { attempt: state.attempts, reference: '' };
  switch (outcome.kind) {
    case 'succeeded':
      return [success(state, placed, outcome.evidence)];
    case 'refused': {
      const { reason, retryAt } = outcome;
      const refused: OrderEvent = { type: 'CheckoutRefused', data: { attempt, reference, reason, retryAt } };
      if (retryAt !== null) return [refused];
      return state.closed ? [refused] : [refused, { type: 'OrderClosed', data: { reason: closeReason(reason) } }];
    }
    case 'unknown': {
      const { kind: _, ...data } = outcome;
      return [{ type: 'CheckoutOutcomeUnknown', data: { attempt, reference, ...data } }];
    }
    default:
      return unreachable(outcome);
  }
}

function success(state: OrderState, placed: PlacedOrder, evidence: Evidence): OrderEvent {
  if (evidence.reference === '' || evidence.sha256 === '') throw new Error('a success needs evidence');
  const { attempt, reference, size, style } = state.checkout ?? {
    attempt: state.attempts,
    reference: `${placed.orderId}:${state.attempts}`,
    size: placed.size,
    style: placed.style,
  };
  return { type: 'CheckoutSucceeded', data: { attempt, reference, size, style, evidence, late: isEnded(state) } };
}

export function codeNotNeeded(): Refused {
  return new Refused('order-ended', 'conflict', 'This order needs no security code any more.');
}

/** Another worker holds the claim. */
export function claimed(): Refused {
  return new Refused('claimed', 'conflict', 'Another worker is on it.');
}

function closeReason(refusal: string): CloseReason {
  if (refusal === 'sold-out' || refusal === 'card-data-gone') return refusal;
  // We closed the reference ourselves: the promise's time was up without evidence.
  return refusal === 'closed' ? 'no-evidence' : 'retailer-refused';
}
