import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { percentile } from '../support/crowd.js';
import { type Drops, idsOf } from './drops.js';
import type { Row } from './screen.js';

/** ms */
const PROMISE = 72 * 3_600_000;

interface Sum {
  count: number;
  /** minor units */
  amount: number;
}

export interface Figures {
  reserved: number;
  withdrawn: number;
  succeeded: number;
  /** of these, paid with a payment token */
  byToken: number;
  sessions: number;
  tokens: number;
  escalated: number;
  /** successes that were known only when the 72 hours ended */
  afterHours: number;
  otherChoice: number;
  retried: number;
  closed: Record<string, number>;
  charged: Sum;
  declined: number;
  paidLater: number;
  waived: number;
  refunded: Sum;
  refundsFailed: number;
  mails: number;
  /** ms after releaseAt of the first attempts, in log order */
  drift: number[];
  /** ms after releaseAt of the last outcome at the retailer before the 72 hours ended */
  lastOutcome: number;
}

export function figuresOf(all: readonly RecordedEvent[], drops: Drops): Figures {
  const products = new Set([...idsOf(drops)].map((id) => `product-${id}`));
  const ofProducts = (type: string) => all.filter((event) => event.type === type && products.has(event.stream));
  const slots = ofProducts('SlotReserved');
  const productOf = new Map(slots.map(({ stream, data }) => [`order-${data.orderId}`, stream]));
  const own = all.filter(({ stream }) => productOf.has(stream));
  const of = (type: string) => own.filter((event) => event.type === type);
  const sum = (events: readonly RecordedEvent[]): Sum => ({
    count: events.length,
    amount: events.reduce((total, { data }) => total + Number(data.amount), 0),
  });
  const releasedAt = new Map(ofProducts('ReleaseStarted').map(({ stream, data }) => [stream, Number(data.releaseAt)]));
  const since = ({ stream, metadata }: RecordedEvent) =>
    metadata.recordedAt - (releasedAt.get(productOf.get(stream) ?? '') ?? 0);
  const attempts = of('CheckoutStarted');
  const successes = of('CheckoutSucceeded');
  const failed = new Set(of('RefundFailed').map(refundIn));
  const closed: Record<string, number> = {};
  for (const { data } of of('OrderClosed')) closed[String(data.reason)] = (closed[String(data.reason)] ?? 0) + 1;
  return {
    reserved: slots.length,
    withdrawn: of('OrderWithdrawn').length,
    succeeded: successes.length,
    ...tokenFigures(own, successes),
    afterHours: successes.filter((event) => since(event) >= PROMISE).length,
    otherChoice: otherChoices(slots, successes),
    retried: new Set(of('CheckoutOutcomeUnknown').map(({ stream }) => stream)).size,
    closed,
    charged: sum(of('FeeCharged')),
    declined: new Set(of('FeeDeclined').map(({ stream }) => stream)).size,
    paidLater: of('FeeCharged').filter(({ data }) => Number(data.attempt) > 1).length,
    waived: of('FeeWaived').length,
    refunded: sum(of('FeeRefunded').filter((event) => !failed.has(refundIn(event)))),
    refundsFailed: of('RefundFailed').length,
    mails: all.filter(({ type, data }) => type === 'MailSent' && productOf.has(String(data.about))).length,
    drift: attempts.filter(({ data }) => data.attempt === 1).map(since),
    lastOutcome: Math.max(0, ...successes.map(since).filter((ms) => ms < PROMISE)),
  };
}

function tokenFigures(own: readonly RecordedEvent[], successes: readonly RecordedEvent[]) {
  const count = (type: string) => own.filter((event) => event.type === type).length;
  const tokened = new Set(own.filter(({ type }) => type === 'PaymentTokenMade').map(({ stream }) => stream));
  return {
    byToken: successes.filter(({ stream }) => tokened.has(stream)).length,
    sessions: count('CheckoutPrepared'),
    tokens: count('PaymentTokenMade'),
    escalated: count('CheckoutEscalated'),
  };
}

const refundIn = ({ stream, data }: RecordedEvent) => `${stream} ${data.refundId}`;

/** Successes with another size or style than the requested one. */
function otherChoices(slots: readonly RecordedEvent[], successes: readonly RecordedEvent[]): number {
  const firstChoices = new Map(slots.map(({ data }) => [`order-${data.orderId}`, `${data.size}/${data.style}`]));
  return successes.filter(({ stream, data }) => firstChoices.get(stream) !== `${data.size}/${data.style}`).length;
}

const money = ({ amount }: Sum) => `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const REASONS: Record<string, string> = {
  'sold-out': 'sold out at the retailer',
  'over-limit': 'above the agreed limit',
  'retailer-refused': 'refused by the retailer',
  'no-evidence': 'no proof in time',
  'card-data-gone': 'card details gone',
  'fee-lapsed': 'fee not paid in time',
};

export function checkoutRows(figures: Figures): Row[] {
  const { drift, lastOutcome, closed } = figures;
  return [
    ['first attempt after release', `${drift[0] ?? 0} ms`, 'after the answer with the retailer’s stock'],
    [
      'attempts begun, p50 / p99',
      `${percentile(drift, 0.5)} ms`,
      `p99 ${percentile(drift, 0.99)} ms; ${drift.length} due`,
    ],
    ['last outcome', `${(lastOutcome / 1_000).toFixed(1)} s`],
    ['succeeded', String(figures.succeeded), `${figures.otherChoice} with the next available size or style`],
    [
      'paid with a token',
      String(figures.byToken),
      `${figures.sessions} sessions prepared, ${figures.tokens} tokens made`,
    ],
    ['asked for the shopper', String(figures.escalated), 'the shop wanted the person'],
    ['looked up after a lost answer', String(figures.retried), `${figures.afterHours} known when the 72 hours ended`],
    ...Object.entries(closed).map(
      ([reason, count]): Row => ['closed, not charged', String(count), REASONS[reason] ?? reason],
    ),
  ];
}

export function feeRows(figures: Figures): Row[] {
  const { charged, refunded } = figures;
  return [
    ['charged', String(charged.count), money(charged)],
    ['declined', String(figures.declined), `${figures.paidLater} of them paid with another card`],
    ['refunded', String(refunded.count), money(refunded)],
    ['refunds sent back by the bank', String(figures.refundsFailed)],
    ['mails', String(figures.mails)],
  ];
}
