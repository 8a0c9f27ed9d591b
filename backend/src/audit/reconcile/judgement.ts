import type { LedgerSide, LedgerSides } from '@supreme-access/contract/shapes/audit.js';
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
  | { kind: Disagreement; detail: string; sides?: LedgerSides };

export const DISAGREEMENTS = [
  'missing-here',
  'missing-there',
  'amount-differs',
  'evidence-differs',
  'charged-twice',
  'refunded-twice',
  'token-captured',
  'token-left-open',
  'summary-differs',
  STREAM_DAMAGED,
] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

/** ms after a claim's lease in which a worker takes it over */
const GRACE = 15 * 60_000;
export const GONE = ['failed', 'canceled'];

function unknown(damage: Damage): Judgement {
  return { kind: STREAM_DAMAGED, detail: damageInWords(damage) };
}

/** `amount` in minor units */
export function side(says: string, amount?: number, currency?: string): LedgerSide {
  return { says, ...(amount === undefined ? {} : { amount }), ...(currency === undefined ? {} : { currency }) };
}

export const NO_ENTRY = side('no entry');

const isClaimed = (claim: OpenClaim | null, now: number) => claim !== null && now < claim.leaseUntil + GRACE;

/** `refunded`: minor units of a second payment that went back at Stripe */
export function judgeIntent(
  { id, status, amount }: ListedIntent,
  order: OrderHistory | null,
  now: number,
  refunded = 0,
): Judgement {
  const isPaid = status === 'succeeded';
  const currency = order?.state.placed?.currency;
  const stripe = side(isPaid ? 'charged' : status, isPaid ? amount : undefined, currency);
  if (!order) {
    const detail = `${amount} at Stripe, for an order that is not in the log`;
    return isPaid ? { kind: 'missing-here', detail, sides: { log: NO_ENTRY, stripe } } : NOTHING;
  }
  if (order.damage) return unknown(order.damage);
  const { charged, charge, intentId, placed } = order.state;
  const log = charged ? side('charged', charged.amount, currency) : side('not charged');
  if (placed?.livemode === false) return { kind: 'test' };
  const isSameIntent = intentId === id;
  if (!isPaid) {
    if (!charged || !isSameIntent) return NOTHING;
    const detail = `${charged.amount} charged here, ${status} at Stripe`;
    return { kind: 'missing-there', detail, sides: { log, stripe } };
  }
  if (!charged) {
    if (isClaimed(charge, now)) return { kind: 'under-way' };
    return { kind: 'missing-here', detail: `${amount} at Stripe`, sides: { log, stripe } };
  }
  if (!isSameIntent) {
    const left = amount - refunded;
    if (left <= 0) return NOTHING;
    const detail = `${left} at Stripe, a second payment in addition to ${intentId}`;
    return { kind: 'charged-twice', detail, sides: { log, stripe: side('charged a second time', left, currency) } };
  }
  if (charged.amount === amount) return MATCHED;
  return { kind: 'amount-differs', detail: `${charged.amount} here, ${amount} at Stripe`, sides: { log, stripe } };
}

export function judgeRefund(
  { id, intentId, refundId, amount, status }: ListedRefund,
  order: OrderHistory | null,
  now: number,
): Judgement {
  const isGone = GONE.includes(status);
  const isPending = !isGone && status !== 'succeeded';
  const currency = order?.state.placed?.currency;
  const stripe = side(`refund ${status}`, amount, currency);
  if (!order) {
    const detail = `${amount} refunded, for an order that is not in the log`;
    return isGone ? NOTHING : { kind: 'missing-here', detail, sides: { log: NO_ENTRY, stripe } };
  }
  if (order.damage) return unknown(order.damage);
  if (order.state.placed?.livemode === false) return { kind: 'test' };
  if (isOfAnotherPayment(order.state, intentId)) return NOTHING;
  const recorded = order.state.refunds.find((one) => one.refundId === (refundId ?? id));
  if (!recorded) {
    if (isGone) return NOTHING;
    if (isPending) return { kind: 'under-way' };
    return { kind: 'missing-here', detail: `${amount} refunded at Stripe`, sides: { log: NO_ENTRY, stripe } };
  }
  const log = side(`refund ${recorded.status}`, recorded.amount, currency);
  if (recorded.amount !== amount) {
    const detail = `${recorded.amount} refunded here, ${amount} at Stripe`;
    return { kind: 'amount-differs', detail, sides: { log, stripe } };
  }
  const isSettled = recorded.status === 'done' || recorded.status === 'failed';
  if (!isSettled && (isPending || isClaimed(recorded.claim, now))) return { kind: 'under-way' };
  if (recorded.status === 'done' && status === 'succeeded') return MATCHED;
  if (recorded.status === 'failed' && isGone) return MATCHED;
  const detail = `${amount}: ${recorded.status} here, ${status} at Stripe`;
  return { kind: 'missing-here', detail, sides: { log, stripe } };
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
    if (isOpen) return { kind: 'under-way' };
    const sides = { log: side('not bought'), retailer: side(`sold as ${sale.orderNumber}`) };
    return { kind: 'missing-here', detail: `sold by the retailer as ${sale.orderNumber}`, sides };
  }
  const { kind, reference: number, sha256 } = bought.evidence;
  if (kind !== 'retailer') return MATCHED;
  if (number === sale.orderNumber && sha256 === sale.sha256) return MATCHED;
  const sides = { log: side(`bought as ${number}`), retailer: side(`sold as ${sale.orderNumber}`) };
  return { kind: 'evidence-differs', detail: `${number} here, ${sale.orderNumber} at the retailer`, sides };
}

export const NOTHING: Judgement = { kind: 'nothing' };
export const MATCHED: Judgement = { kind: 'matched' };
