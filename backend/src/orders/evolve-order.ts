import { unreachable } from '../platform/decider.js';
import { CODE_GONE, isDisputeLost, type OrderEvent, type OrderState, type Refund, usableCode } from './order.js';

/** The order as its events have made it so far. */
export function evolveOrder(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'OrderPlaced':
      return { ...state, placed: event.data, price: event.data.price, codeRecord: event.data.codeRecord };
    case 'SecurityCodeGiven':
      return { ...state, codeRecord: event.data.codeRecord, codeWanted: false };
    case 'PriceOverridden':
      return { ...state, price: event.data.to };
    case 'CheckoutStarted':
    case 'CheckoutSucceeded':
    case 'CheckoutRefused':
    case 'CheckoutOutcomeUnknown':
      return evolveCheckout(state, event);
    case 'FeeChargeStarted':
    case 'FeeCharged':
    case 'FeeDeclined':
    case 'FeeWaived':
      return evolveFee(state, event);
    case 'RefundRequested':
    case 'RefundStarted':
    case 'FeeRefunded':
    case 'RefundFailed':
      return { ...state, refunds: evolveRefunds(state.refunds, event), owed: evolveOwed(state, event) };
    case 'FeeDisputed':
      return { ...state, disputes: { ...state.disputes, [event.data.disputeId]: 'open' } };
    case 'DisputeClosed': {
      const { disputeId, outcome } = event.data;
      const owed = outcome === 'lost' ? 0 : state.owed;
      return { ...state, disputes: { ...state.disputes, [disputeId]: outcome }, owed };
    }
    case 'OrderWithdrawn':
      return { ...state, withdrawn: { by: event.data.by, reason: event.data.reason } };
    case 'OrderClosed':
      return { ...state, closed: event.data.reason };
    case 'OrderArchived':
      return { ...state, archived: true };
    case 'MailSent':
      return { ...state, mailsSent: [...state.mailsSent, event.data.mailId] };
    case 'MailSuppressed':
      return { ...state, mailsSuppressed: [...state.mailsSuppressed, event.data.mailId] };
    case 'PersonalDataErased':
      return { ...state, erased: true };
    case 'ErasureFinished':
      return { ...state, erasureFinished: true };
    case 'MailRequested':
      return { ...state, mailsRequested: [...state.mailsRequested, event.data.mailId] };
    case 'AcoDataAccessed':
      return state;
    default:
      return unreachable(event);
  }
}

/** refusals after which the code at hand serves no more: the card was refused with it, or it was gone */
const CODE_SERVED = ['declined', CODE_GONE];

type CheckoutEvent = Extract<OrderEvent, { type: `Checkout${string}` }>;
function evolveCheckout(state: OrderState, event: CheckoutEvent): OrderState {
  switch (event.type) {
    case 'CheckoutStarted': {
      const { closesAt, ...checkout } = event.data;
      const codeRecord = usableCode(state);
      return { ...state, attempts: checkout.attempt, checkout: { ...checkout, codeRecord }, closesAt };
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
      return { ...state, checkout: state.checkout && { ...state.checkout, by, leaseUntil } };
    }
    default:
      return unreachable(event);
  }
}

type FeeEvent = Extract<OrderEvent, { type: 'FeeChargeStarted' | 'FeeCharged' | 'FeeDeclined' | 'FeeWaived' }>;
function evolveFee(state: OrderState, event: FeeEvent): OrderState {
  switch (event.type) {
    case 'FeeChargeStarted': {
      const { amount: _, currency: __, ...charge } = event.data;
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
      return unreachable(event);
  }
}

type RefundEvent = Extract<OrderEvent, { type: 'RefundRequested' | 'RefundStarted' | 'FeeRefunded' | 'RefundFailed' }>;
function evolveRefunds(refunds: Refund[], event: RefundEvent): Refund[] {
  const change = (patch: Partial<Refund>) =>
    refunds.map((refund) => (refund.refundId === event.data.refundId ? { ...refund, ...patch } : refund));
  switch (event.type) {
    case 'RefundRequested': {
      const { refundId, amount } = event.data;
      return [...refunds, { refundId, amount, status: 'requested', leaseUntil: 0 }];
    }
    case 'RefundStarted':
      return change({ status: 'started', leaseUntil: event.data.leaseUntil });
    case 'FeeRefunded':
      return change({ status: 'done' });
    case 'RefundFailed':
      return change({ status: 'failed' });
    default:
      return unreachable(event);
  }
}

function evolveOwed(state: OrderState, event: RefundEvent): number {
  const { owed, refunds } = state;
  if (event.type === 'RefundRequested') return Math.max(0, owed - event.data.amount);
  if (event.type !== 'RefundFailed' || isDisputeLost(state)) return owed;
  return owed + (refunds.find(({ refundId }) => refundId === event.data.refundId)?.amount ?? 0);
}
