import type { OpenClaim } from '../../orders/claims.js';
import { isOfAnotherPayment } from '../../orders/order-fee.js';
import type { Sale } from '../../retailers/retailer.js';
import { type Damage, damageInWords, STREAM_DAMAGED } from '../../stores/event-log/stream-integrity.js';
import type { ListedIntent, ListedRefund } from '../../stripe/stripe-lists.js';
import type { OrderHistory } from '../order-history.js';

export type Judgement =
  | { kind: 'matched' }
  | { kind: 'nothing' }
  | { kind: 'under-way' }
  | { kind: 'foreign' }
  | { kind: 'test' }
  | { kind: Disagreement; detail: string };

export const DISAGREEMENTS = [
  'missing-here',
  'missing-there',
  'amount-differs',
  'evidence-differs',
  'charged-twice',
  'refunded-twice',
  'token-captured',
  'token-left-open',
  STREAM_DAMAGED,
] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

/** ms after a claim's lease in which a worker takes it over */
const GRACE = 15 * 60_000;
export const GONE = ['failed', 'canceled'];

function unknown(damage: Damage): Judgement {
  return { kind: STREAM_DAMAGED, detail: damageInWords(damage) };
}

const isClaimed = (claim: OpenClaim | null, now: number) => claim !== null && now < claim.leaseUntil + GRACE;

/** `refunded`: minor units of a second payment that went back at Stripe */
export function judgeIntent(
  { id, status, amount }: ListedIntent,
  order: OrderHistory | null,
  now: number,
  refunded = 0,
): Judgement {
  const isPaid = status === 'succeeded';
  if (!order) {
    return isPaid
      ? { kind: 'missing-here', detail: `${amount} at Stripe, for an order that is not in the log` }
      : NOTHING;
  }
  if (order.damage) return unknown(order.damage);
  const { charged, charge, intentId, placed } = order.state;
  if (placed?.livemode === false) return { kind: 'test' };
  const isKnown = intentId === id;
  if (!isPaid) {
    if (!charged || !isKnown) return NOTHING;
    return { kind: 'missing-there', detail: `${charged.amount} charged here, ${status} at Stripe` };
  }
  if (!charged) {
    if (isClaimed(charge, now)) return { kind: 'under-way' };
    return { kind: 'missing-here', detail: `${amount} at Stripe` };
  }
  if (!isKnown) {
    const left = amount - refunded;
    if (left <= 0) return NOTHING;
    return { kind: 'charged-twice', detail: `${left} at Stripe, a second payment in addition to ${intentId}` };
  }
  if (charged.amount === amount) return MATCHED;
  return { kind: 'amount-differs', detail: `${charged.amount} here, ${amount} at Stripe` };
}

export function judgeRefund(
  { id, intentId, refundId, amount, status }: ListedRefund,
  order: OrderHistory | null,
  now: number,
): Judgement {
  const isGone = GONE.includes(status);
  const isPending = !isGone && status !== 'succeeded';
  if (!order)
    return isGone
      ? NOTHING
      : { kind: 'missing-here', detail: `${amount} refunded, for an order that is not in the log` };
  if (order.damage) return unknown(order.damage);
  if (order.state.placed?.livemode === false) return { kind: 'test' };
  if (isOfAnotherPayment(order.state, intentId)) return NOTHING;
  const known = order.state.refunds.find((one) => one.refundId === (refundId ?? id));
  if (!known) {
    if (isGone) return NOTHING;
    return isPending ? { kind: 'under-way' } : { kind: 'missing-here', detail: `${amount} refunded at Stripe` };
  }
  if (known.amount !== amount) {
    return { kind: 'amount-differs', detail: `${known.amount} refunded here, ${amount} at Stripe` };
  }
  const isSettled = known.status === 'done' || known.status === 'failed';
  if (!isSettled && (isPending || isClaimed(known.claim, now))) return { kind: 'under-way' };
  if (known.status === 'done' && status === 'succeeded') return MATCHED;
  if (known.status === 'failed' && isGone) return MATCHED;
  return { kind: 'missing-here', detail: `${amount}: ${known.status} here, ${status} at Stripe` };
}

export function judgeCheckout({ reference, sale }: Sale, order: OrderHistory | null, now: number): Judgement {
  // A sale of another installation looks the same as a lost order, so it is only counted.
  if (!order) return { kind: 'foreign' };
  if (order.damage) return unknown(order.damage);
  const { bought, checkout, placed } = order.state;
  if (placed?.livemode === false) return { kind: 'test' };
  if (sale === null) return NOTHING;
  if (!bought) {
    const isOpen = checkout?.reference === reference && isClaimed(checkout, now);
    return isOpen
      ? { kind: 'under-way' }
      : { kind: 'missing-here', detail: `sold by the retailer as ${sale.orderNumber}` };
  }
  const { kind, reference: number, sha256 } = bought.evidence;
  if (kind !== 'retailer') return MATCHED;
  if (number === sale.orderNumber && sha256 === sale.sha256) return MATCHED;
  return { kind: 'evidence-differs', detail: `${number} here, ${sale.orderNumber} at the retailer` };
}

export const NOTHING: Judgement = { kind: 'nothing' };
export const MATCHED: Judgement = { kind: 'matched' };
