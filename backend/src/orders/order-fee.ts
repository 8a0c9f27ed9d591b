import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandOf, Refused } from '../event-sourcing/decider.js';
import { isTooEarly, type OpenClaim, type Takeover } from './claims.js';
import {
  decideRefund,
  evolveRefund,
  NO_REFUNDS,
  type RefundEvent,
  type RefundState,
  refundCommands,
} from './order-refund.js';
import { isEnded, orderEnded, type PlacedFacts, statusOf, type WithStatus } from './order-status.js';

/** The fee is charged once, and only after evidence. */

export type FeeEvent =
  | {
      type: 'FeeChargeStarted';
      data: Claim & { attempt: number; intentId: string; paymentMethodId: string; amount: number; currency: string };
    }
  | {
      type: 'FeeCharged';
      /** `late`: the order had already ended; the charge is refunded */
      data: { attempt: number; intentId: string; chargeId: string; amount: number; currency: string; late: boolean };
    }
  /** `declineCode`: the bank's code, where `reason` is less specific */
  | { type: 'FeeDeclined'; data: { attempt: number; intentId: string; reason: string; declineCode?: string } }
  | { type: 'FeeWaived'; data: { reason: string } }
  | RefundEvent;

export type ChargeOutcome =
  | { kind: 'charged'; chargeId: string; amount: number }
  | { kind: 'declined'; reason: string; declineCode?: string };

/** `after`: attempts known to the sender; more mean that another worker was faster */
export class ChargeFee extends Command<
  Claim & Takeover & { intentId: string; paymentMethodId: string; after?: number }
> {
  readonly type = 'ChargeFee';
}
/** `attempt`: that was declined; absent: whichever is open */
export class RecordCharge extends Command<{ intentId: string; outcome: ChargeOutcome; attempt?: number | undefined }> {
  readonly type = 'RecordCharge';
}
export const TEST_ORDER = 'test order';
export class WaiveFee extends Command<{ reason: string }> {
  readonly type = 'WaiveFee';
}
export const feeCommands = { ChargeFee, RecordCharge, WaiveFee, ...refundCommands };
export type FeeCommand = CommandOf<typeof feeCommands>;

export interface OpenCharge extends OpenClaim {
  attempt: number;
  intentId: string;
  paymentMethodId: string;
}

export interface FeeState extends RefundState {
  charge: OpenCharge | null;
  chargeAttempts: number;
  intentId: string | null;
  declined: string | null;
  charged: { amount: number; chargeId: string } | null;
  waived: boolean;
}

export const NO_FEE: FeeState = {
  charge: null,
  chargeAttempts: 0,
  intentId: null,
  declined: null,
  charged: null,
  waived: false,
  ...NO_REFUNDS,
};

/** Whether Stripe speaks of a second payment: an order keeps the intent that was recorded first. */
export function isOfAnotherPayment(state: Pick<FeeState, 'intentId'>, intentId: string | null | undefined): boolean {
  return state.intentId !== null && intentId != null && intentId !== state.intentId;
}

/** `price`: minor units */
type Facts = WithStatus<FeeState> & { price: number };

export function decideFee(command: FeeCommand, state: Facts, placed: PlacedFacts, now: number): FeeEvent[] {
  switch (command.type) {
    case 'ChargeFee':
      return charge(command, state, placed, now);
    case 'RecordCharge':
      return recordCharge(command, state, placed);
    case 'WaiveFee':
      if (state.waived || state.charged || isEnded(state)) return [];
      assertBought(state);
      if (state.charge) throw new Refused('charge-open', 'conflict', 'The outcome of the charge is still open.');
      return [{ type: 'FeeWaived', data: command.data }];
    default:
      return decideRefund(command, state, placed, now);
  }
}

/** Claims the charge. A takeover keeps the attempt number, and so the idempotency key. */
function charge({ data: input }: ChargeFee, state: Facts, placed: PlacedFacts, now: number): FeeEvent[] {
  const { after = state.chargeAttempts, ended, ...data } = input;
  assertBought(state);
  if (!placed.livemode) throw new Refused('test-order', 'conflict', 'A test order is never charged.');
  if (state.charged || state.waived || isEnded(state)) throw orderEnded();
  const open = state.charge;
  if ((open && isTooEarly(open, ended, now)) || after !== state.chargeAttempts) throw claimed();
  if (state.intentId !== null && state.intentId !== data.intentId) throw new Error('one payment intent per order');
  const attempt = open ? open.attempt : state.chargeAttempts + 1;
  const paymentMethodId = open ? open.paymentMethodId : data.paymentMethodId;
  const { price: amount } = state;
  return [{ type: 'FeeChargeStarted', data: { ...data, paymentMethodId, attempt, amount, currency: placed.currency } }];
}

function recordCharge({ data }: RecordCharge, state: Facts, placed: PlacedFacts): FeeEvent[] {
  const { intentId, outcome } = data;
  if (state.charged || (state.intentId !== null && state.intentId !== intentId)) return [];
  if (outcome.kind === 'declined') {
    const isOfAnother = data.attempt !== undefined && state.charge !== null && data.attempt !== state.charge.attempt;
    return isOfAnother ? [] : declined(intentId, outcome, state);
  }
  assertBought(state);
  const attempt = state.chargeAttempts;
  const { amount, chargeId } = outcome;
  const { currency, orderId } = placed;
  const late = isEnded(state);
  const charged: FeeEvent = { type: 'FeeCharged', data: { attempt, intentId, chargeId, amount, currency, late } };
  if (!late) return [charged];
  const back = { refundId: `${orderId}-late`, intentId, amount, currency, reason: 'paid after closing' };
  return [charged, { type: 'RefundRequested', data: back }];
}

/** A decline ends the open attempt, or the first one when Stripe refused to create the intent. */
function declined(
  intentId: string,
  { reason, declineCode }: { reason: string; declineCode?: string },
  state: Facts,
): FeeEvent[] {
  const isUnmade = state.bought !== null && state.intentId === null && state.declined === null;
  if ((!state.charge && !isUnmade) || isEnded(state)) return [];
  const attempt = state.charge ? state.charge.attempt : state.chargeAttempts + 1;
  const code = declineCode === undefined ? {} : { declineCode };
  return [{ type: 'FeeDeclined', data: { attempt, intentId, reason, ...code } }];
}

function assertBought(state: Facts): void {
  if (state.bought) return;
  throw new Refused(
    'no-evidence',
    'conflict',
    `Nothing has been bought for this order. Its status is ${statusOf(state)}.`,
  );
}

export function evolveFee<State extends FeeState>(state: State, event: FeeEvent): State {
  switch (event.type) {
    case 'FeeChargeStarted': {
      const { amount: _, currency: __, ...claim } = event.data;
      const charge = { ...claim, unresolvedClaims: state.charge ? state.charge.unresolvedClaims + 1 : 0 };
      return { ...state, charge, chargeAttempts: charge.attempt, intentId: charge.intentId, declined: null };
    }
    case 'FeeCharged': {
      const { amount, chargeId, intentId } = event.data;
      return { ...state, charge: null, declined: null, intentId, charged: { amount, chargeId } };
    }
    case 'FeeDeclined': {
      const { attempt, reason } = event.data;
      return { ...state, charge: null, chargeAttempts: Math.max(state.chargeAttempts, attempt), declined: reason };
    }
    case 'FeeWaived':
      return { ...state, waived: true, declined: null };
    default:
      return evolveRefund(state, event);
  }
}
