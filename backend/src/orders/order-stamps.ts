import type { OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { type StampKind, stamp } from '@supreme-access/contract/ticket.js';
import type { Recorded } from '../projections/recorded.js';
import type { OrderEvent, OrderState } from './order.js';
import { openEscalation } from './order-status.js';

/** Latest time of each fact, ms UTC. */
export type Stamped = Partial<
  Record<'bought' | 'paid' | 'asked' | 'ended' | 'refundAsked' | 'refundFailed' | 'refunded', number>
>;

const STAMPED_BY: Partial<Record<OrderEvent['type'], keyof Stamped>> = {
  CheckoutSucceeded: 'bought',
  FeeCharged: 'paid',
  FeeWaived: 'paid',
  FeeDeclined: 'asked',
  OrderClosed: 'ended',
  OrderWithdrawn: 'ended',
  RefundRequested: 'refundAsked',
  RefundFailed: 'refundFailed',
  FeeRefunded: 'refunded',
  RefundSettled: 'refunded',
};

export function stampedAfter(before: Stamped, { type, at }: Recorded<OrderEvent>): Stamped {
  const what = STAMPED_BY[type];
  return what ? { ...before, [what]: at } : before;
}

interface Chosen {
  size: string;
  style: string;
}
interface Stampable extends Chosen {
  life: OrderState;
  status: OrderStatus;
  /** ms UTC */
  orderDate: number;
  stamped: Stamped;
}

export function stampsOf(order: Stampable): OrderStamp[] {
  const stamps = [stamp('reserved', instant(order.orderDate)), ...checkoutOf(order), ...feeOf(order)];
  const { stamped } = order;
  switch (order.status) {
    case 'withdrawn':
      return [...stamps, stamp('withdrawn', instant(stamped.ended))];
    case 'fail':
      return [...stamps, stamp('closed', instant(stamped.ended))];
    case 'refund_pending':
      return [...stamps, ...openRefundOf(order)];
    case 'refunded':
      return [...stamps, stamp('refunded', instant(stamped.refunded))];
    default:
      return stamps;
  }
}

function checkoutOf({ life: { bought }, status, size, style, stamped }: Stampable): OrderStamp[] {
  if (!bought) return isOnItsWay(status) ? [stamp('checked-out', undefined)] : [];
  const kind: StampKind = isFirstChoice(bought, { size, style }) ? 'checked-out' : 'next-size';
  return [stamp(kind, instant(stamped.bought))];
}

function openRefundOf({ life, stamped }: Stampable): OrderStamp[] {
  if (life.owed > 0) return [stamp('refund-failed', instant(stamped.refundFailed))];
  return [stamp('refund-pending', instant(stamped.refundAsked))];
}

export function isFirstChoice(bought: Chosen, requested: Chosen): boolean {
  return bought.size === requested.size && bought.style === requested.style;
}

function feeOf({ life, status, stamped }: Stampable): OrderStamp[] {
  if (life.charged) return [stamp('charged', instant(stamped.paid))];
  if (life.waived) return [stamp('no-fee', instant(stamped.paid))];
  const needed = status === 'action_required' ? [neededOf(life, stamped)] : [];
  return isOnItsWay(status) ? [...needed, stamp('charged', undefined)] : [];
}

/** Something at the retailer, which has a deadline beside it, or the fee. */
function neededOf(life: OrderState, { asked: requestedAt }: Stamped): OrderStamp {
  return openEscalation(life) ? stamp('your-turn', null) : stamp('action-needed', instant(requestedAt));
}

function isOnItsWay(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing' || status === 'action_required';
}

/** Null while the read model lags behind the log. */
function instant(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
