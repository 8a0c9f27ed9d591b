import type { Size } from '@supreme-access/contract/limits.js';
import type { OpenFee } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { Refused } from '../event-sourcing/decider.js';
import type { Money } from '../retailers/retailer.js';
import type { Escalation, TokenProgress } from './order-tokens.js';

export type CloseReason =
  | 'no-evidence'
  | 'fee-lapsed'
  | 'card-data-gone'
  | 'sold-out'
  | 'over-limit'
  | 'retailer-refused';
export interface OrderClosed {
  type: 'OrderClosed';
  data: { reason: CloseReason };
}
export type RefundStatus = 'requested' | 'started' | 'done' | 'failed';

interface StatusFacts {
  withdrawn: object | null;
  attempts: number;
  checkout: { paying?: TokenProgress } | null;
  bought: object | null;
  charge: object | null;
  declined: string | null;
  charged: { amount: number } | null;
  waived: boolean;
  refunds: readonly { amount: number; status: RefundStatus }[];
  owed: number;
  settled: readonly { amount: number }[];
  closed: CloseReason | null;
}
export type WithStatus<Part> = Part & Omit<StatusFacts, keyof Part>;

export interface PlacedFacts {
  orderId: string;
  subject: string;
  size: Size;
  style: string;
  currency: string;
  livemode: boolean;
  /** what the shopper agreed to pay at the retailer */
  limit?: Money;
  /** what the retailer is paid with; absent: the card itself */
  means?: 'token';
}

export function statusOf(state: StatusFacts): OrderStatus {
  if (state.withdrawn) return 'withdrawn';
  if (state.charged) {
    if (refundSum(state, 'requested', 'started') > 0 || state.owed > 0) return 'refund_pending';
    return refundSum(state, 'done') + settledSum(state) >= state.charged.amount ? 'refunded' : 'success';
  }
  if (state.closed) return 'fail';
  if (state.waived) return 'success';
  if (state.bought) return state.declined !== null && state.charge === null ? 'action_required' : 'processing';
  if (openEscalation(state)) return 'action_required';
  return state.attempts > 0 ? 'processing' : 'pending';
}

/** The shop waits for the shopper, `until` ms UTC; else null. */
export function openEscalation({ checkout }: Pick<StatusFacts, 'checkout'>): Escalation | null {
  const { escalated, sold } = checkout?.paying ?? {};
  return escalated && !sold ? escalated : null;
}

export function isEnded(state: StatusFacts): boolean {
  return ['success', 'refunded', 'fail', 'withdrawn'].includes(statusOf(state));
}

/** A declined fee that is still payable, `until` ms UTC; else null. */
export function openFee({ declined, charged, closed, closesAt }: StatusFacts & { closesAt: number | null }) {
  if (declined === null || charged || closed) return null;
  const why: OpenFee['why'] =
    declined === 'authentication_required' ? 'authenticate' : declined === 'expired_card' ? 'expired' : 'declined';
  return { why, until: closesAt ?? 0 };
}

export function orderEnded(): Refused {
  return new Refused('order-ended', 'conflict', 'This order has ended.');
}

/** minor units */
export function refundSum({ refunds }: Pick<StatusFacts, 'refunds'>, ...statuses: RefundStatus[]): number {
  return refunds.reduce((sum, { amount, status }) => (statuses.includes(status) ? sum + amount : sum), 0);
}

/** minor units */
export function settledSum({ settled }: Pick<StatusFacts, 'settled'>): number {
  return settled.reduce((sum, { amount }) => sum + amount, 0);
}
