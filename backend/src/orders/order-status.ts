import type { OpenFee } from '@supreme-access/contract/action-types.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { Refused } from '../platform/decider.js';
import type { OrderState } from './order.js';
import type { Refund } from './order-refund.js';

export function statusOf(state: OrderState): OrderStatus {
  if (state.withdrawn) return 'withdrawn';
  if (state.charged) {
    if (refundSum(state, 'requested', 'started') > 0 || state.owed > 0) return 'refund_pending';
    return refundSum(state, 'done') + settledSum(state) >= state.charged.amount ? 'refunded' : 'success';
  }
  if (state.closed) return 'fail';
  if (state.waived) return 'success';
  if (state.bought) return state.declined !== null && state.charge === null ? 'action_required' : 'processing';
  return state.attempts > 0 ? 'processing' : 'pending';
}

export function isEnded(state: OrderState): boolean {
  return ['success', 'refunded', 'fail', 'withdrawn'].includes(statusOf(state));
}

/** What its payer still has to do about a fee that was declined, and until when, ms; null: nothing. */
export function openFee({ declined, charged, closed, closesAt }: OrderState) {
  if (declined === null || charged || closed) return null;
  const why: OpenFee['why'] =
    declined === 'authentication_required' ? 'authenticate' : declined === 'expired_card' ? 'expired' : 'declined';
  return { why, until: closesAt ?? 0 };
}

export function orderEnded(): Refused {
  return new Refused('order-ended', 'conflict', 'This order has ended.');
}

/** Sum of the refunds in these states, minor units. */
export function refundSum(state: OrderState, ...statuses: Refund['status'][]): number {
  return state.refunds.reduce((sum, { amount, status }) => (statuses.includes(status) ? sum + amount : sum), 0);
}

/** Sum of what failed refunds owed and was paid another way, minor units. */
export function settledSum({ settled }: OrderState): number {
  return settled.reduce((sum, { amount }) => sum + amount, 0);
}
