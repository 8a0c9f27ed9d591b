import { evidence, slot } from '../orders/order.fixture.js';
import type { OrderEvent } from '../orders/order.js';
import type { DomainEvent } from '../platform/decider.js';
import { AT } from '../platform/given.fixture.js';
import { chainHash, GENESIS } from '../platform/log/codec.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import { created, finished, RELEASE, reserved, started } from '../products/product.fixture.js';
import type { Ledgers } from './ledgers.js';

export const HOURS_72 = 72 * 3_600_000;
const LATER = RELEASE + 1_000;

/** Events of streams in the order they happened; a second later each, unless `at` (ms UTC) is given. */
export type Happened = readonly [stream: string, event: DomainEvent, at?: number];

export function logOf(happened: readonly Happened[]): RecordedEvent[] {
  const ends = new Map<string, RecordedEvent>();
  return happened.map(([stream, { type, data }, at], index) => {
    const last = ends.get(stream);
    const revision = (last?.revision ?? -1) + 1;
    const metadata = {
      schemaVersion: 1,
      commandId: '',
      requestHash: '',
      correlationId: '',
      actor: { kind: 'system', id: 'spec' },
      recordedAt: at ?? AT + index * 1_000,
      hash: '',
    };
    const plain = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
    const event = { id: `e-${index}`, type, data: plain, metadata, stream, revision, position: index + 1 };
    metadata.hash = chainHash(last?.metadata.hash ?? GENESIS, stream, revision, event);
    ends.set(stream, event);
    return event;
  });
}

type Named<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>['data'];
export const happens = <T extends OrderEvent['type']>(n: number, type: T, data: Named<T>, at = LATER): Happened => [
  `order-order-${n}`,
  { type, data },
  at,
];
const claim = { by: 'spec', leaseUntil: RELEASE + 50_000 };

export const inProduct = (event: DomainEvent, at?: number): Happened => ['product-box-hoodie', event, at];
export const placed = (n: number): Happened =>
  happens(n, 'OrderPlaced', { ...slot, orderId: `order-${n}` }, AT + 5_000);
export const attempted = (n: number, attempt = 1): Happened =>
  happens(n, 'CheckoutStarted', {
    ...claim,
    attempt,
    reference: `order-${n}:${attempt}`,
    size: 'm',
    style: 'Ink',
    closesAt: RELEASE + HOURS_72,
  });
export const bought = (n: number, proof = { ...evidence, reference: `R-${n}` }): Happened =>
  happens(n, 'CheckoutSucceeded', {
    attempt: 1,
    reference: `order-${n}:1`,
    size: 'm',
    style: 'Ink',
    evidence: proof,
    late: false,
  });
export const charging = (n: number, intentId = `pi_${n}`): Happened =>
  happens(n, 'FeeChargeStarted', {
    ...claim,
    attempt: 1,
    intentId,
    paymentMethodId: 'pm_1',
    amount: 3_500,
    currency: 'usd',
  });
export const charged = (n: number, chargeId = `ch_${n}`, intentId = `pi_${n}`): Happened =>
  happens(n, 'FeeCharged', { attempt: 1, intentId, chargeId, amount: 3_500, currency: 'usd', late: false });
export const refund = (n: number, refundId: string, amount: number): Happened =>
  happens(n, 'RefundRequested', { refundId, intentId: `pi_${n}`, amount, currency: 'usd', reason: 'torn' });
export const refunded = (n: number, refundId: string, amount: number): Happened =>
  happens(n, 'FeeRefunded', { refundId, stripeRefundId: `re_${n}`, amount, currency: 'usd' });
export const disputeLost = (n: number): Happened =>
  happens(n, 'DisputeClosed', { disputeId: `dp_${n}`, outcome: 'lost' });
export const soldOut = (n: number): Happened =>
  happens(n, 'CheckoutRefused', { attempt: 1, reference: `order-${n}:1`, reason: 'sold-out', retryAt: null });
export const closed = (n: number, at = LATER): Happened => happens(n, 'OrderClosed', { reason: 'sold-out' }, at);

export const withdrawn = (n: number, at: number): Happened =>
  happens(n, 'OrderWithdrawn', { productId: 'box-hoodie', slotNumber: n, by: 'holder', reason: 'changed my mind' }, at);

export const BEFORE: readonly Happened[] = [
  inProduct(created()),
  inProduct(reserved(1)),
  inProduct(reserved(2)),
  placed(1),
  placed(2),
  inProduct(started(2), RELEASE),
];
export const DROP: readonly Happened[] = [
  ...BEFORE,
  attempted(1),
  attempted(2),
  bought(1),
  charging(1),
  charged(1),
  refund(1, 'r1', 1_000),
  refunded(1, 'r1', 1_000),
  soldOut(2),
  closed(2),
  inProduct(finished(), LATER),
];

const CHARGED_AT = Math.ceil(LATER / 1_000);
export const LEDGERS = {
  retailer: {
    references: [
      { reference: 'order-1:1', orderId: 'order-1', outcome: 'succeeded', orderNumber: 'R-1', sha256: 'proof' },
      { reference: 'order-2:1', orderId: 'order-2', outcome: 'refused' },
    ],
  },
  stripe: {
    intents: [{ id: 'pi_1', status: 'succeeded', amount_received: 3_500, metadata: { orderId: 'order-1' } }],
    charges: [{ id: 'ch_1', status: 'succeeded', payment_intent: 'pi_1', created: CHARGED_AT }],
    refunds: [
      { id: 're_0', status: 'failed', amount: 3_500, payment_intent: 'pi_1', metadata: {} },
      { id: 're_1', status: 'succeeded', amount: 1_000, payment_intent: 'pi_1', metadata: { refundId: 'r1' } },
    ],
  },
} as const satisfies Ledgers;
