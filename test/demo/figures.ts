import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { percentile } from '../support/crowd.js';
import type { Row } from './screen.js';

interface Sum {
  count: number;
  /** minor units */
  amount: number;
}

export interface Figures {
  reserved: number;
  withdrawn: number;
  succeeded: number;
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
  /** ms after releaseAt of the last outcome at the retailer */
  lastOutcome: number;
}

export function figuresOf(all: readonly RecordedEvent[], productId: string): Figures {
  const product = `product-${productId}`;
  const slots = all.filter(({ type, stream }) => type === 'SlotReserved' && stream === product);
  const streams = new Set(slots.map(({ data }) => `order-${data.orderId}`));
  const own = all.filter(({ stream }) => streams.has(stream));
  const of = (type: string) => own.filter((event) => event.type === type);
  const sum = (events: readonly RecordedEvent[]): Sum => ({
    count: events.length,
    amount: events.reduce((total, { data }) => total + Number(data.amount), 0),
  });
  const started = all.find(({ type, stream }) => type === 'ReleaseStarted' && stream === product);
  const since = ({ metadata }: RecordedEvent) => metadata.recordedAt - Number(started?.data.releaseAt);
  const attempts = of('CheckoutStarted');
  const failed = new Set(of('RefundFailed').map(refundIn));
  const closed: Record<string, number> = {};
  for (const { data } of of('OrderClosed')) closed[String(data.reason)] = (closed[String(data.reason)] ?? 0) + 1;
  return {
    reserved: slots.length,
    withdrawn: of('OrderWithdrawn').length,
    succeeded: of('CheckoutSucceeded').length,
    otherChoice: otherChoices(slots, of('CheckoutSucceeded')),
    retried: new Set(of('CheckoutOutcomeUnknown').map(({ stream }) => stream)).size,
    closed,
    charged: sum(of('FeeCharged')),
    declined: new Set(of('FeeDeclined').map(({ stream }) => stream)).size,
    paidLater: of('FeeCharged').filter(({ data }) => Number(data.attempt) > 1).length,
    waived: of('FeeWaived').length,
    refunded: sum(of('FeeRefunded').filter((event) => !failed.has(refundIn(event)))),
    refundsFailed: of('RefundFailed').length,
    mails: all.filter(({ type, data }) => type === 'MailSent' && streams.has(String(data.about))).length,
    drift: attempts.filter(({ data }) => data.attempt === 1).map(since),
    lastOutcome: Math.max(0, ...of('CheckoutSucceeded').map(since)),
  };
}

const refundIn = ({ stream, data }: RecordedEvent) => `${stream} ${data.refundId}`;

/** Successes with another size or style than the requested one. */
function otherChoices(slots: readonly RecordedEvent[], successes: readonly RecordedEvent[]): number {
  const wished = new Map(slots.map(({ data }) => [`order-${data.orderId}`, `${data.size}/${data.style}`]));
  return successes.filter(({ stream, data }) => wished.get(stream) !== `${data.size}/${data.style}`).length;
}

const money = ({ amount }: Sum) => `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const REASONS: Record<string, string> = {
  'sold-out': 'sold out at the retailer',
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
      `p99 ${percentile(drift, 0.99)} ms; 64 at once, ${drift.length} due`,
    ],
    ['last outcome', `${(lastOutcome / 1_000).toFixed(1)} s`],
    ['succeeded', String(figures.succeeded), `${figures.otherChoice} with the next available size or style`],
    ['looked up after a lost answer', String(figures.retried)],
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
