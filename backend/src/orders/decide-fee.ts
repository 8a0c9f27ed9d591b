import { Refused, unreachable } from '../platform/decider.js';
import { claimed } from './decide-checkout.js';
import { isEnded, type OrderEvent, type OrderState, type PlacedOrder, refundSum, statusOf } from './order.js';
import type {
  ChargeFee,
  CloseDispute,
  OrderCommand,
  RecordCharge,
  RecordRefund,
  RecordRefundByHand,
  RefundOrder,
} from './order-commands.js';

type FeeCommand = Extract<
  OrderCommand,
  {
    type:
      | 'ChargeFee'
      | 'RecordCharge'
      | 'WaiveFee'
      | 'RefundOrder'
      | 'StartRefund'
      | 'RecordRefund'
      | 'RecordRefundByHand'
      | 'DisputeFee'
      | 'CloseDispute';
  }
>;

/** The fee: charged once and only after evidence, refunded never beyond what was charged. */
export function decideFee(command: FeeCommand, state: OrderState, placed: PlacedOrder, now: number): OrderEvent[] {
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
    case 'RefundOrder':
      return refund(command, state, placed);
    case 'StartRefund': {
      const found = state.refunds.find(({ refundId }) => refundId === command.data.refundId);
      if (!found || found.status === 'done' || found.status === 'failed') throw claimed();
      if (found.status === 'started' && now < found.leaseUntil) throw claimed();
      return [{ type: 'RefundStarted', data: command.data }];
    }
    case 'RecordRefund':
      return recordRefund(command, state, placed);
    case 'RecordRefundByHand':
      return recordByHand(command, state, placed);
    case 'DisputeFee':
      return command.data.disputeId in state.disputes ? [] : [{ type: 'FeeDisputed', data: command.data }];
    case 'CloseDispute':
      return closeDispute(command, state);
    default:
      return unreachable(command);
  }
}

/** A claim, or past the lease its takeover under the same attempt and so the same idempotency key. */
function charge({ data }: ChargeFee, state: OrderState, placed: PlacedOrder, now: number): OrderEvent[] {
  assertBought(state);
  if (!placed.livemode) throw new Refused('test-order', 'conflict', 'A test order is never charged.');
  if (state.charged || state.waived || isEnded(state))
    throw new Refused('order-ended', 'conflict', 'This order has ended.');
  const open = state.charge;
  if (open && now < open.leaseUntil) throw claimed();
  if (state.intentId !== null && state.intentId !== data.intentId) throw new Error('one payment intent per order');
  const attempt = open ? open.attempt : state.chargeAttempts + 1;
  const paymentMethodId = open ? open.paymentMethodId : data.paymentMethodId;
  const { price: amount } = state;
  return [{ type: 'FeeChargeStarted', data: { ...data, paymentMethodId, attempt, amount, currency: placed.currency } }];
}

function recordCharge(
  { data: { intentId, outcome } }: RecordCharge,
  state: OrderState,
  placed: PlacedOrder,
): OrderEvent[] {
  if (state.charged || (state.intentId !== null && state.intentId !== intentId)) return [];
  if (outcome.kind === 'declined') return declined(intentId, outcome.reason, state);
  assertBought(state);
  const attempt = state.chargeAttempts;
  const { amount, chargeId } = outcome;
  const { currency, orderId } = placed;
  const late = isEnded(state);
  const charged: OrderEvent = { type: 'FeeCharged', data: { attempt, intentId, chargeId, amount, currency, late } };
  if (!late) return [charged];
  // Paid after the order had ended: the money goes back at once.
  const back = { refundId: `${orderId}-late`, intentId, amount, currency, reason: 'paid after closing' };
  return [charged, { type: 'RefundRequested', data: back }];
}

/** Of the open attempt; or, where Stripe would not even make the intent, of the first one. */
function declined(intentId: string, reason: string, state: OrderState): OrderEvent[] {
  const isUnmade = state.bought !== null && state.intentId === null && state.declined === null;
  if ((!state.charge && !isUnmade) || isEnded(state)) return [];
  const attempt = state.charge ? state.charge.attempt : state.chargeAttempts + 1;
  return [{ type: 'FeeDeclined', data: { attempt, intentId, reason } }];
}

function refund({ data }: RefundOrder, state: OrderState, placed: PlacedOrder): OrderEvent[] {
  if (state.refunds.some(({ refundId }) => refundId === data.refundId)) return [];
  if (!state.charged || state.intentId === null) {
    throw new Refused('not-charged', 'conflict', 'Nothing was charged for this order.');
  }
  if (isDisputed(state)) throw new Refused('fee-disputed', 'conflict', 'The fee is disputed; the bank decides.');
  const left = leftOf(state);
  const amount = data.amount ?? left;
  if (amount <= 0 || amount > left) {
    throw new Refused('refund-too-large', 'conflict', 'That is more than is left of the charge.');
  }
  const { refundId, reason } = data;
  const { currency } = placed;
  return [{ type: 'RefundRequested', data: { refundId, intentId: state.intentId, amount, currency, reason } }];
}

function recordRefund(
  { data: { refundId, outcome } }: RecordRefund,
  state: OrderState,
  placed: PlacedOrder,
): OrderEvent[] {
  const found = state.refunds.find((one) => one.refundId === refundId);
  if (!found || found.status === 'failed') return [];
  if (outcome.kind === 'failed') return [{ type: 'RefundFailed', data: { refundId, reason: outcome.reason } }];
  if (found.status === 'done') return [];
  const { stripeRefundId } = outcome;
  return [{ type: 'FeeRefunded', data: { refundId, stripeRefundId, amount: found.amount, currency: placed.currency } }];
}

/**
 * Money given back at Stripe itself counts like our own. While one of ours is under way that leaves no room for it, Stripe
 * will refuse ours: its outcome comes first. That it failed may be told before that it was made.
 */
function recordByHand({ data }: RecordRefundByHand, state: OrderState, { currency }: PlacedOrder): OrderEvent[] {
  const { stripeRefundId, amount, failure } = data;
  const failed: OrderEvent[] =
    failure === null ? [] : [{ type: 'RefundFailed', data: { refundId: stripeRefundId, reason: failure } }];
  const known = state.refunds.find(({ refundId }) => refundId === stripeRefundId);
  if (known) return known.status === 'failed' ? [] : failed;
  const { intentId } = state;
  if (intentId === null || amount > leftOf(state)) {
    throw new Refused('refund-open', 'unavailable', 'The outcome of another refund or of the charge comes first.');
  }
  const sum = { refundId: stripeRefundId, amount, currency };
  const requested: OrderEvent = {
    type: 'RefundRequested',
    data: { ...sum, intentId, reason: 'made by hand at Stripe' },
  };
  return failure === null
    ? [requested, { type: 'FeeRefunded', data: { ...sum, stripeRefundId } }]
    : [requested, ...failed];
}

/** Webhooks come in any order: the end of a dispute may be told before its beginning. */
function closeDispute({ data }: CloseDispute, { disputes }: OrderState): OrderEvent[] {
  const { disputeId, amount, outcome } = data;
  const known = disputes[disputeId];
  if (known === 'won' || known === 'lost') return [];
  const closed: OrderEvent = { type: 'DisputeClosed', data: { disputeId, outcome } };
  return known === 'open' ? [closed] : [{ type: 'FeeDisputed', data: { disputeId, amount } }, closed];
}

/** A lost one has given the money back already. */
function isDisputed({ disputes }: OrderState): boolean {
  return Object.values(disputes).some((outcome) => outcome !== 'won');
}

/** What may still be refunded, minor units. */
function leftOf(state: OrderState): number {
  return (state.charged?.amount ?? 0) - refundSum(state, 'requested', 'started', 'done');
}

function assertBought(state: OrderState): void {
  if (state.bought) return;
  throw new Refused('no-evidence', 'conflict', `Nothing was bought; the order is ${statusOf(state)}.`);
}
