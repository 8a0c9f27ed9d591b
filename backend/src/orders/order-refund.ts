import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandOf, Refused } from '../event-sourcing/decider.js';
import { isTooEarly, type OpenClaim, type Takeover } from './claims.js';
import {
  type DisputeEvent,
  type DisputeState,
  decideDispute,
  disputeCommands,
  evolveDispute,
  isDisputed,
  isDisputeLost,
  isUnderDispute,
} from './order-dispute.js';
import { type PlacedFacts, type RefundStatus, refundSum, settledSum, type WithStatus } from './order-status.js';

/** Refunds by us or by hand at Stripe never exceed the charge. Settlements replace failed refunds. */

export type RefundEvent =
  | {
      type: 'RefundRequested';
      data: { refundId: string; intentId: string; amount: number; currency: string; reason: string };
    }
  | { type: 'RefundStarted'; data: Claim & { refundId: string } }
  | { type: 'FeeRefunded'; data: { refundId: string; stripeRefundId: string; amount: number; currency: string } }
  | { type: 'RefundFailed'; data: { refundId: string; reason: string } }
  /** the amount owed by failed refunds was paid another way */
  | { type: 'RefundSettled'; data: { settlementId: string; amount: number; currency: string; reason: string } }
  | DisputeEvent;

export type RefundOutcome = { kind: 'refunded'; stripeRefundId: string } | { kind: 'failed'; reason: string };

/** `amount`: minor units; null: the rest */
export class RefundOrder extends Command<{ refundId: string; amount: number | null; reason: string }> {
  readonly type = 'RefundOrder';
}
export class StartRefund extends Command<Claim & Takeover & { refundId: string }> {
  readonly type = 'StartRefund';
}
export class RecordRefund extends Command<{ refundId: string; outcome: RefundOutcome }> {
  readonly type = 'RecordRefund';
}
/** A refund was made at Stripe by hand; `failure` when it failed. `amount`: minor units. */
export class RecordRefundByHand extends Command<{ stripeRefundId: string; amount: number; failure: string | null }> {
  readonly type = 'RecordRefundByHand';
}
export class SettleRefund extends Command<{ settlementId: string; reason: string }> {
  readonly type = 'SettleRefund';
}
export const refundCommands = {
  RefundOrder,
  StartRefund,
  RecordRefund,
  RecordRefundByHand,
  SettleRefund,
  ...disputeCommands,
};
export type RefundCommand = CommandOf<typeof refundCommands>;

export interface Refund {
  refundId: string;
  amount: number;
  status: RefundStatus;
  claim: OpenClaim | null;
}

export interface Settlement {
  settlementId: string;
  /** minor units */
  amount: number;
  reason: string;
}

export interface RefundState extends DisputeState {
  refunds: Refund[];
  settled: Settlement[];
}

export const NO_REFUNDS: RefundState = { refunds: [], owed: 0, settled: [], disputes: {} };

type Facts = WithStatus<RefundState> & { intentId: string | null };

export function decideRefund(command: RefundCommand, state: Facts, placed: PlacedFacts, now: number): RefundEvent[] {
  switch (command.type) {
    case 'RefundOrder':
      return refund(command, state, placed);
    case 'StartRefund': {
      const { ended, ...claim } = command.data;
      const found = state.refunds.find(({ refundId }) => refundId === claim.refundId);
      if (!found || found.status === 'done' || found.status === 'failed') throw claimed();
      if (found.claim && isTooEarly(found.claim, ended, now)) throw claimed();
      return [{ type: 'RefundStarted', data: claim }];
    }
    case 'RecordRefund':
      return recordRefund(command, state, placed);
    case 'RecordRefundByHand':
      return recordByHand(command, state, placed);
    case 'SettleRefund':
      return settle(command, state, placed);
    default:
      return decideDispute(command, state);
  }
}

function refund({ data }: RefundOrder, state: Facts, placed: PlacedFacts): RefundEvent[] {
  if (state.refunds.some(({ refundId }) => refundId === data.refundId)) return [];
  if (!state.charged || state.intentId === null) {
    throw new Refused('not-charged', 'conflict', 'Nothing was charged for this order.');
  }
  if (isDisputed(state)) throw feeDisputed();
  const left = leftOf(state);
  const amount = data.amount ?? left;
  if (amount <= 0 || amount > left) {
    throw new Refused('refund-too-large', 'conflict', 'The refund is larger than what is left of the charge.');
  }
  const { refundId, reason } = data;
  const { currency } = placed;
  return [{ type: 'RefundRequested', data: { refundId, intentId: state.intentId, amount, currency, reason } }];
}

function feeDisputed(): Refused {
  return new Refused('fee-disputed', 'conflict', 'The fee is disputed. The bank decides.');
}

function settle({ data }: SettleRefund, state: Facts, { currency }: PlacedFacts): RefundEvent[] {
  const { settlementId, reason } = data;
  if (state.settled.some((one) => one.settlementId === settlementId)) return [];
  if (state.owed <= 0)
    throw new Refused('nothing-owed', 'conflict', 'This order has no failed refund that is still open.');
  if (isUnderDispute(state)) throw feeDisputed();
  return [{ type: 'RefundSettled', data: { settlementId, amount: state.owed, currency, reason } }];
}

function recordRefund({ data: { refundId, outcome } }: RecordRefund, state: Facts, placed: PlacedFacts): RefundEvent[] {
  const found = state.refunds.find((one) => one.refundId === refundId);
  if (!found || found.status === 'failed') return [];
  if (outcome.kind === 'failed') return [{ type: 'RefundFailed', data: { refundId, reason: outcome.reason } }];
  if (found.status === 'done') return [];
  const { stripeRefundId } = outcome;
  return [{ type: 'FeeRefunded', data: { refundId, stripeRefundId, amount: found.amount, currency: placed.currency } }];
}

/** Stripe may report a failure first. A refund of ours that leaves no room must get its outcome first. */
function recordByHand({ data }: RecordRefundByHand, state: Facts, { currency }: PlacedFacts): RefundEvent[] {
  const { stripeRefundId, amount, failure } = data;
  const failed: RefundEvent[] =
    failure === null ? [] : [{ type: 'RefundFailed', data: { refundId: stripeRefundId, reason: failure } }];
  const existing = state.refunds.find(({ refundId }) => refundId === stripeRefundId);
  if (existing) return existing.status === 'failed' ? [] : failed;
  const { intentId, charged } = state;
  if (charged && failure !== null && amount > leftAtStripe(state)) return [];
  if (intentId === null || amount > leftAtStripe(state)) {
    throw new Refused(
      'refund-open',
      'unavailable',
      'The charge or another refund is still being processed. Try again in a moment.',
    );
  }
  const sum = { refundId: stripeRefundId, amount, currency };
  const requested: RefundEvent = {
    type: 'RefundRequested',
    data: { ...sum, intentId, reason: 'made by hand at Stripe' },
  };
  return failure === null
    ? [requested, { type: 'FeeRefunded', data: { ...sum, stripeRefundId } }]
    : [requested, ...failed];
}

type Charged = Pick<Facts, 'charged' | 'refunds' | 'settled'>;

/** Refundable at Stripe, minor units. */
function leftAtStripe(state: Charged): number {
  return (state.charged?.amount ?? 0) - refundSum(state, 'requested', 'started', 'done');
}

/** Refundable after settlements, minor units. */
export function leftOf(state: Charged): number {
  return Math.max(0, leftAtStripe(state) - settledSum(state));
}

export function evolveRefund<State extends RefundState>(state: State, event: RefundEvent): State {
  switch (event.type) {
    case 'RefundRequested': {
      const { refundId, amount } = event.data;
      const refunds: Refund[] = [...state.refunds, { refundId, amount, status: 'requested', claim: null }];
      return { ...state, refunds, owed: Math.max(0, state.owed - amount) };
    }
    case 'RefundStarted': {
      const { refundId, by, leaseUntil } = event.data;
      const before = state.refunds.find((refund) => refund.refundId === refundId)?.claim;
      const claim = { by, leaseUntil, unresolvedClaims: before ? before.unresolvedClaims + 1 : 0 };
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
    case 'RefundSettled': {
      const { settlementId, amount, reason } = event.data;
      const settled = [...state.settled, { settlementId, amount, reason }];
      return { ...state, settled, owed: Math.max(0, state.owed - amount) };
    }
    default:
      return evolveDispute(state, event);
  }
}

function changed<State extends RefundState>(state: State, refundId: string, patch: Partial<Refund>): State {
  const refunds = state.refunds.map((refund) => (refund.refundId === refundId ? { ...refund, ...patch } : refund));
  return { ...state, refunds };
}
