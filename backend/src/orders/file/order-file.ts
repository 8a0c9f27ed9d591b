import { priceOf } from '@supreme-access/contract/money.js';
import type { MoneyMove, OrderAttempt, OrderEvidence, OrderMoney } from '@supreme-access/contract/shapes/order-file.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import { withoutPersonal } from '../../event-sourcing/decider.js';
import type { MailEvent } from '../../mail/mail.js';
import type { Recorded } from '../../projections/recorded.js';
import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../order.js';
import { leftOf } from '../order-refund.js';
import { refundSum, settledSum } from '../order-status.js';

export type FileEvent = Recorded<
  OrderEvent | MailEvent | Extract<ProductEvent, { type: 'SlotReserved' | 'SlotReleased' | 'ReleaseStarted' }>
>;
type Of<Type extends FileEvent['type']> = Extract<FileEvent, { type: Type }>;

export const instant = (at: number) => new Date(at).toISOString();

export function fromEvent({ eventId, at, actor }: FileEvent) {
  return { eventId, at: instant(at), by: `${actor.kind} ${actor.id}` };
}

function lifeOf(events: readonly FileEvent[]): OrderState {
  return events
    .filter(({ category }) => category === 'order')
    .reduce((life, event) => evolveOrder(life, withoutPersonal(event as Recorded<OrderEvent>)), NEW_ORDER);
}

export function moneyOf(events: readonly FileEvent[]): OrderMoney {
  const life = lifeOf(events);
  const first = events.find((event): event is Of<'OrderPlaced' | 'SlotReserved'> => isBirth(event));
  if (!first) throw new Error('no order without its slot or its placing');
  const { listPrice, currency, promo, agreed } = first.data;
  const price = life.placed ? life.price : (agreed?.price ?? first.data.price);
  return {
    currency,
    listPrice: priceOf(listPrice),
    discount: priceOf(listPrice - price),
    promoCode: promo?.code ?? null,
    price: priceOf(price),
    charged: priceOf(life.charged?.amount ?? 0),
    refunded: priceOf(refundSum(life, 'done')),
    settled: priceOf(settledSum(life)),
    refundsUnderWay: priceOf(refundSum(life, 'requested', 'started')),
    remains: priceOf(leftOf(life)),
    moves: events.flatMap((event) => (event === first || !isBirth(event) ? moved(event) : [])),
  };
}

const isBirth = ({ type }: FileEvent) => type === 'OrderPlaced' || type === 'SlotReserved';

function moved(event: FileEvent): MoneyMove[] {
  const said = (amount: number | null, note: string | null): MoneyMove[] => [
    { ...fromEvent(event), type: event.type, amount: amount === null ? null : priceOf(amount), note },
  ];
  switch (event.type) {
    case 'SlotReserved':
    case 'OrderPlaced':
      return said(event.data.price, event.data.promo ? `promo ${event.data.promo.code}` : null);
    case 'PriceOverridden':
      return said(event.data.to, event.data.reason);
    case 'FeeCharged':
      return said(event.data.amount, event.data.late ? 'paid after the order had ended' : null);
    case 'FeeDeclined':
    case 'FeeWaived':
    case 'RefundFailed':
      return said(null, event.data.reason);
    case 'RefundRequested':
    case 'RefundSettled':
      return said(event.data.amount, event.data.reason);
    case 'FeeRefunded':
      return said(event.data.amount, event.data.stripeRefundId);
    case 'FeeDisputed':
      return said(event.data.amount, event.data.disputeId);
    case 'DisputeStatusChanged':
      return said(null, event.data.status);
    case 'DisputeClosed':
      return said(null, event.data.outcome);
    default:
      return [];
  }
}

export function evidenceOf(events: readonly FileEvent[]): OrderEvidence | null {
  const proof = events.find((event): event is Of<'CheckoutSucceeded'> => event.type === 'CheckoutSucceeded');
  return proof ? { ...fromEvent(proof), ...proof.data.evidence, late: proof.data.late } : null;
}

/** Each attempt has its latest outcome; a late one counts like one in time. */
export function attemptsOf(events: readonly FileEvent[]): OrderAttempt[] {
  const attempts = new Map<string, OrderAttempt>();
  for (const event of events) {
    if (event.type === 'CheckoutStarted') attempts.set(event.data.reference, begun(event));
    else if (isAnswer(event)) {
      const before = attempts.get(event.data.reference);
      if (before) attempts.set(event.data.reference, { ...before, ...answered(event) });
    }
  }
  return [...attempts.values()];
}

function begun(event: Of<'CheckoutStarted'>): OrderAttempt {
  const { attempt, reference, size, style, by, leaseUntil } = event.data;
  const claim = { claimedBy: by, leaseUntil: instant(leaseUntil) };
  const open = { answer: 'open', reason: null, answeredAt: null, retryAt: null } as const;
  return { ...fromEvent(event), attempt, reference, size, style, ...claim, ...open };
}

type Answer = Of<'CheckoutSucceeded' | 'CheckoutRefused' | 'CheckoutOutcomeUnknown'>;
function isAnswer(event: FileEvent): event is Answer {
  return ['CheckoutSucceeded', 'CheckoutRefused', 'CheckoutOutcomeUnknown'].includes(event.type);
}

function answered(event: Answer): Partial<OrderAttempt> {
  const answeredAt = instant(event.at);
  switch (event.type) {
    case 'CheckoutSucceeded':
      return { answer: 'bought', reason: null, answeredAt, retryAt: null };
    case 'CheckoutRefused': {
      const { reason, retryAt } = event.data;
      return { answer: 'refused', reason, answeredAt, retryAt: retryAt === null ? null : instant(retryAt) };
    }
    default: {
      const { reason, retryAt, by, leaseUntil } = event.data;
      const claim = { claimedBy: by, leaseUntil: instant(leaseUntil) };
      return { answer: 'unknown', reason, answeredAt, retryAt: instant(retryAt), ...claim };
    }
  }
}
