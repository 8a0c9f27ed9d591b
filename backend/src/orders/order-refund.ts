import { type Claim, claimed } from '../platform/claims.js';
import { Command, type CommandOf, Refused, unreachable } from '../platform/decider.js';
import type { OpenClaim } from './claims.js';
import type { OrderEvent, OrderState, PlacedOrder } from './order.js';
import { refundSum } from './order-status.js';

/** Money that goes back: refunds, ours or made by hand at Stripe, never beyond what was charged, and disputes. */

export type RefundEvent =
  | {
      type: 'RefundRequested';
      data: { refundId: string; intentId: string; amount: number; currency: string; reason: string };
    }
  | { type: 'RefundStarted'; data: Claim & { refundId: string } }
  | { type: 'FeeRefunded'; data: { refundId: string; stripeRefundId: string; amount: number; currency: string } }
  | { type: 'RefundFailed'; data: { refundId: string; reason: string } }
  | { type: 'FeeDisputed'; data: DisputeFacts }
  | { type: 'DisputeDeadlineMoved'; data: { disputeId: string } & DisputeDeadline }
  | { type: 'DisputeClosed'; data: { disputeId: string; outcome: 'won' | 'lost' } };

export interface DisputeFacts {
  disputeId: string;
  /** minor units */
  amount: number;
  /** as the bank names it; absent: it was not told */
  reason?: string;
  /** until when Stripe takes evidence, ms UTC; absent: it was not told */
  dueBy?: number;
  /** when Stripe said so, ms UTC by its clock */
  toldAt?: number;
}

export interface DisputeDeadline {
  /** until when Stripe takes evidence now, ms UTC */
  dueBy: number;
  /** when Stripe said so, ms UTC by its clock */
  toldAt: number;
}

export type RefundOutcome = { kind: 'refunded'; stripeRefundId: string } | { kind: 'failed'; reason: string };

/** `amount` in minor units; null: all that is left. */
export class RefundOrder extends Command<{ refundId: string; amount: number | null; reason: string }> {
  readonly type = 'RefundOrder';
}
export class StartRefund extends Command<Claim & { refundId: string }> {
  readonly type = 'StartRefund';
}
export class RecordRefund extends Command<{ refundId: string; outcome: RefundOutcome }> {
  readonly type = 'RecordRefund';
}
/** Somebody gave money back at Stripe itself, or it came back again (`failure`); `amount` in minor units. */
export class RecordRefundByHand extends Command<{ stripeRefundId: string; amount: number; failure: string | null }> {
  readonly type = 'RecordRefundByHand';
}
export class DisputeFee extends Command<DisputeFacts> {
  readonly type = 'DisputeFee';
}
export class CloseDispute extends Command<DisputeFacts & { outcome: 'won' | 'lost' }> {
  readonly type = 'CloseDispute';
}
export const refundCommands = { RefundOrder, StartRefund, RecordRefund, RecordRefundByHand, DisputeFee, CloseDispute };
export type RefundCommand = CommandOf<typeof refundCommands>;

export interface Refund {
  refundId: string;
  amount: number;
  status: 'requested' | 'started' | 'done' | 'failed';
  /** of the last start; null before the first */
  claim: OpenClaim | null;
}

export interface RefundState {
  refunds: Refund[];
  /** minor units that failed refunds still owe; later refunds make good for them first, and a lost dispute for all */
  owed: number;
  disputes: Record<string, 'open' | 'won' | 'lost'>;
  /** of the disputes that tell one */
  deadlines?: Record<string, DisputeDeadline>;
}

export const NO_REFUNDS: RefundState = { refunds: [], owed: 0, disputes: {} };

/** The bank has given the money back: nothing more is owed. */
export function isDisputeLost({ disputes }: RefundState): boolean {
  return Object.values(disputes).includes('lost');
}

export function decideRefund(
  command: RefundCommand,
  state: OrderState,
  placed: PlacedOrder,
  now: number,
): OrderEvent[] {
  switch (command.type) {
    case 'RefundOrder':
      return refund(command, state, placed);
    case 'StartRefund': {
      const found = state.refunds.find(({ refundId }) => refundId === command.data.refundId);
      if (!found || found.status === 'done' || found.status === 'failed') throw claimed();
      if (found.claim && now < found.claim.leaseUntil) throw claimed();
      return [{ type: 'RefundStarted', data: command.data }];
    }
    case 'RecordRefund':
      return recordRefund(command, state, placed);
    case 'RecordRefundByHand':
      return recordByHand(command, state, placed);
    case 'DisputeFee':
      return dispute(command, state);
    case 'CloseDispute':
      return closeDispute(command, state);
    default:
      return unreachable(command);
  }
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

/** A bank that makes a dispute of its inquiry sets another deadline. What Stripe said before that is told late moves it no more. */
function dispute({ data }: DisputeFee, { disputes, deadlines }: OrderState): OrderEvent[] {
  const { disputeId, dueBy, toldAt = 0 } = data;
  if (!(disputeId in disputes)) return [{ type: 'FeeDisputed', data }];
  const known = deadlines?.[disputeId];
  const isOld = known !== undefined && (toldAt <= known.toldAt || dueBy === known.dueBy);
  if (disputes[disputeId] !== 'open' || dueBy === undefined || isOld) return [];
  return [{ type: 'DisputeDeadlineMoved', data: { disputeId, dueBy, toldAt } }];
}

/** Webhooks come in any order: the end of a dispute may be told before its beginning. */
function closeDispute({ data }: CloseDispute, { disputes }: OrderState): OrderEvent[] {
  const { outcome, ...facts } = data;
  const { disputeId } = facts;
  const known = disputes[disputeId];
  if (known === 'won' || known === 'lost') return [];
  const closed: OrderEvent = { type: 'DisputeClosed', data: { disputeId, outcome } };
  return known === 'open' ? [closed] : [{ type: 'FeeDisputed', data: facts }, closed];
}

/** A lost one has given the money back already. */
function isDisputed({ disputes }: OrderState): boolean {
  return Object.values(disputes).some((outcome) => outcome !== 'won');
}

/** What may still be refunded, minor units. */
export function leftOf(state: OrderState): number {
  return (state.charged?.amount ?? 0) - refundSum(state, 'requested', 'started', 'done');
}

export function evolveRefund(state: OrderState, event: RefundEvent): OrderState {
  switch (event.type) {
    case 'RefundRequested': {
      const { refundId, amount } = event.data;
      const refunds: Refund[] = [...state.refunds, { refundId, amount, status: 'requested', claim: null }];
      return { ...state, refunds, owed: Math.max(0, state.owed - amount) };
    }
    case 'RefundStarted': {
      const { refundId, by, leaseUntil } = event.data;
      const before = state.refunds.find((refund) => refund.refundId === refundId)?.claim;
      const claim = { by, leaseUntil, inVain: before ? before.inVain + 1 : 0 };
      return changed(state, refundId, { status: 'started', claim });
    }
    case 'FeeRefunded':
      return changed(state, event.data.refundId, { status: 'done' });
    case 'RefundFailed': {
      const { refundId } = event.data;
      const amount = state.refunds.find((refund) => refund.refundId === refundId)?.amount ?? 0;
      const owed = isDisputeLost(state) ? state.owed : state.owed + amount;
      return { ...changed(state, refundId, { status: 'failed' }), owed };
    }
    case 'FeeDisputed': {
      const { disputeId, dueBy, toldAt = 0 } = event.data;
      const opened: OrderState = { ...state, disputes: { ...state.disputes, [disputeId]: 'open' } };
      return dueBy === undefined ? opened : dueThen(opened, disputeId, { dueBy, toldAt });
    }
    case 'DisputeDeadlineMoved': {
      const { disputeId, ...deadline } = event.data;
      return dueThen(state, disputeId, deadline);
    }
    case 'DisputeClosed': {
      const { disputeId, outcome } = event.data;
      const owed = outcome === 'lost' ? 0 : state.owed;
      return { ...state, disputes: { ...state.disputes, [disputeId]: outcome }, owed };
    }
    default:
      return unreachable(event);
  }
}

function dueThen(state: OrderState, disputeId: string, deadline: DisputeDeadline): OrderState {
  return { ...state, deadlines: { ...state.deadlines, [disputeId]: deadline } };
}

function changed(state: OrderState, refundId: string, patch: Partial<Refund>): OrderState {
  const refunds = state.refunds.map((refund) => (refund.refundId === refundId ? { ...refund, ...patch } : refund));
  return { ...state, refunds };
}
