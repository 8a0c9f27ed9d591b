import type { Claim } from '../platform/claims.js';
import type { Command, Origin } from '../platform/decider.js';
import { decisions } from '../platform/given.fixture.js';
import type { Evidence } from './evidence.js';
import { type OrderCommand, type OrderEvent, order, type PlacedOrder } from './order.js';
import type { HintFacts } from './order-proofs.js';

export const ID = '0b6c1c52-0d5e-5b0a-9a53-3f7b8e1d4c90';
export const NOW = Date.UTC(2026, 10, 21, 12);
export const LEASE_END = NOW + 40_000;
export const CLOSES = NOW + 72 * 3_600_000;
export const INTENT = 'pi_1';
export const CARD = 'pm_1';

export const origin: Origin = {
  actor: { kind: 'worker', id: 'spec' },
  commandId: '3f0a1c52-0d5e-4b0a-9a53-3f7b8e1d4c90',
  requestHash: '',
  correlationId: '3f0a1c52-0d5e-4b0a-9a53-3f7b8e1d4c90',
};
export const claim: Claim = { by: 'worker-1', leaseUntil: LEASE_END };
export const evidence: Evidence = { kind: 'retailer', reference: 'R-1001', sha256: 'proof' };

export const hint: HintFacts = {
  proofId: `${ID}.mail`,
  record: `${ID}.mail`,
  sha256: 'mail',
  reference: `${ID}:1`,
  isAuthenticated: true,
  why: 'not signed by the retailer',
  isUnverified: false,
};

export const slot: PlacedOrder = {
  orderId: ID,
  accountId: 'a1',
  profileId: 'p1',
  profileRevision: 0,
  cardRecord: 'card-1',
  codeRecord: 'code-1',
  person: 'person-1',
  size: 'm',
  style: 'Red',
  promo: null,
  payer: { customerId: 'cus_1', paymentMethodId: CARD },
  fallback: true,
  poBox: false,
  productId: 'box-logo',
  productTitle: 'Box Logo',
  slotNumber: 1,
  price: 2_000,
  listPrice: 2_000,
  currency: 'usd',
  reservedAt: NOW - 60_000,
  livemode: true,
  subject: 'account-a1',
};

type Named<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>['data'];
const event = <T extends OrderEvent['type']>(type: T, data: Named<T>) => ({ type, data }) as OrderEvent;

export const placed = (changes: Partial<PlacedOrder> = {}): OrderEvent => event('OrderPlaced', { ...slot, ...changes });
export const started = (attempt = 1, size: 'm' | 'l' = 'm'): OrderEvent =>
  event('CheckoutStarted', {
    ...claim,
    attempt,
    reference: `${ID}:${attempt}`,
    size,
    style: 'Red',
    closesAt: CLOSES,
  });
export const succeeded = (changes: Partial<Named<'CheckoutSucceeded'>> = {}): OrderEvent =>
  event('CheckoutSucceeded', {
    attempt: 1,
    reference: `${ID}:1`,
    size: 'm',
    style: 'Red',
    evidence,
    late: false,
    ...changes,
  });
export const refusedAtRetailer = (reason: string, retryAt: number | null, attempt = 1): OrderEvent =>
  event('CheckoutRefused', { attempt, reference: `${ID}:${attempt}`, reason, retryAt });
export const chargeStarted = (attempt = 1, changes: Partial<Named<'FeeChargeStarted'>> = {}): OrderEvent =>
  event('FeeChargeStarted', {
    ...claim,
    intentId: INTENT,
    paymentMethodId: CARD,
    attempt,
    amount: 2_000,
    currency: 'usd',
    ...changes,
  });
export const declined = (attempt = 1, reason = 'card_declined'): OrderEvent =>
  event('FeeDeclined', { attempt, intentId: INTENT, reason });
export const charged = (attempt = 1, late = false): OrderEvent =>
  event('FeeCharged', { attempt, intentId: INTENT, chargeId: 'ch_1', amount: 2_000, currency: 'usd', late });
export const waived: OrderEvent = event('FeeWaived', { reason: 'below the minimum' });
export const closed = (reason: Named<'OrderClosed'>['reason'] = 'no-evidence'): OrderEvent =>
  event('OrderClosed', { reason });
export const withdrawn: OrderEvent = event('OrderWithdrawn', {
  productId: 'box-logo',
  slotNumber: 1,
  by: 'holder',
  reason: 'changed my mind',
});
export const refundRequested = (refundId: string, amount: number): OrderEvent =>
  event('RefundRequested', { refundId, intentId: INTENT, amount, currency: 'usd', reason: 'wrong size' });
export const refundStarted = (refundId: string): OrderEvent => event('RefundStarted', { ...claim, refundId });
export const refunded = (refundId: string, amount: number): OrderEvent =>
  event('FeeRefunded', { refundId, stripeRefundId: `re_${refundId}`, amount, currency: 'usd' });
export const refundFailed = (refundId: string): OrderEvent =>
  event('RefundFailed', { refundId, reason: 'expired_or_canceled_card' });

export const bought = [placed(), started(), succeeded()];
export const paid = [...bought, chargeStarted(), charged()];

export const received = (changes: Partial<Named<'ProofReceived'>> = {}): OrderEvent =>
  event('ProofReceived', { ...hint, receivedAt: NOW, lookUp: `${ID}:1`, ...changes });
export const reviewed = (decision: 'accept' | 'refuse' = 'accept'): OrderEvent =>
  event('ProofReviewed', { proofId: hint.proofId, decision, reason: 'as the shop says' });

type CommandClass<D> = new (id: string, data: D, origin: Origin) => OrderCommand & Command<D>;

const orders = decisions(order);
export const { fold, answer } = orders;

/** Given these events, when this is asked of the order at `NOW`. */
export function given(...events: OrderEvent[]) {
  const { when } = orders.given(...events);
  return {
    when: <D>(command: CommandClass<D>, data: D, now = NOW) => when(new command(ID, data, origin), now),
  };
}
