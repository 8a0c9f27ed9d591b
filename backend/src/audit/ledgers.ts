import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { NEW_ORDER, type OrderState } from '../orders/order.js';
import { Comparison } from './reconcile/comparison.js';

export interface RetailerLedger {
  references: readonly {
    reference: string;
    orderId: string;
    outcome: 'succeeded' | 'refused';
    orderNumber?: string;
    sha256?: string;
  }[];
}

type Metadata = Readonly<Record<string, string>>;

/** `GET /emulator/ledger` of the Stripe emulator; amounts in minor units, `created` in seconds */
export interface StripeLedger {
  intents: readonly { id: string; status: string; amount_received: number; metadata: Metadata }[];
  charges: readonly { id: string; status: string; payment_intent: string | null; created: number }[];
  refunds: readonly { id: string; status: string; amount: number; payment_intent: string; metadata: Metadata }[];
}

export interface Ledgers {
  shown?: readonly { orderId: string; status: OrderStatus }[];
  retailer?: RetailerLedger;
  stripe?: StripeLedger;
}

export function compareLedgers(
  orders: ReadonlyMap<string, OrderState>,
  { stripe, retailer }: Ledgers,
  now: number,
): string[] {
  const comparison = new Comparison(() => now);
  const historyOf = (orderId: string) => ({ orderId, state: orders.get(orderId) ?? NEW_ORDER, damage: null });
  const orderOf = stripe ? ordersOfIntents(stripe) : new Map<string, string>();
  for (const { id, status, amount_received: amount } of stripe?.intents ?? []) {
    const orderId = orderOf.get(id) ?? '';
    comparison.intent({ id, orderId, status, amount }, historyOf(orderId));
  }
  for (const { payment_intent: intentId, metadata, ...refund } of stripe?.refunds ?? []) {
    const orderId = orderOf.get(intentId) ?? '';
    const named = { orderId, refundId: metadata.refundId ?? null, failure: null };
    comparison.refund({ ...refund, intentId, ...named }, orderId, historyOf(orderId));
  }
  for (const { reference, orderId, outcome, orderNumber = '', sha256 = '' } of retailer?.references ?? []) {
    const sale = outcome === 'succeeded' ? { orderNumber, sha256 } : null;
    comparison.checkout({ reference, sale }, orderId, historyOf(orderId));
  }
  for (const [orderId, state] of orders) {
    for (const one of comparison.unlisted(orderId, state)) {
      if (one.ledger === 'checkout' ? retailer : stripe) comparison.missing(one);
    }
  }
  const intents = [...orderOf.values()];
  const twice = intents.filter((orderId, index) => intents.indexOf(orderId) !== index);
  const found = comparison.findings.first.map(({ id, orderId, detail }) => `${orderId}: ${id}: ${detail}`);
  return [...found, ...twice.map((orderId) => `${orderId}: more than one intent at Stripe`)];
}

export function ordersOfIntents({ intents }: Pick<StripeLedger, 'intents'>): Map<string, string> {
  return new Map(intents.map(({ id, metadata }) => [id, metadata.orderId ?? '']));
}
