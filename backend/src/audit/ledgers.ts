import type { OrderStatus } from '@supreme-access/contract/statuses.js';

/** `GET /ledger` of the sandbox retailer. */
export interface RetailerLedger {
  references: readonly {
    reference: string;
    orderId: string;
    outcome: 'succeeded' | 'refused';
    orderNumber?: string;
    sha256?: string;
  }[];
}

/** `GET /emulator/ledger` of the Stripe emulator; amounts in minor units, `created` in seconds. */
export interface StripeLedger {
  intents: readonly { id: string; status: string; metadata: Readonly<Record<string, string>> }[];
  charges: readonly {
    id: string;
    status: string;
    amount: number;
    payment_intent: string | null;
    created: number;
  }[];
  refunds: readonly { id: string; status: string; amount: number; charge: string }[];
}

export interface Ledgers {
  /** what the product itself shows of some orders, from its read models */
  shown?: readonly { orderId: string; status: OrderStatus }[];
  retailer?: RetailerLedger;
  stripe?: StripeLedger;
}

export interface OrderMoney {
  intents: string[];
  charges: { id: string; amount: number; created: number; refunded: number }[];
  refunds: { id: string; amount: number; isGone: boolean }[];
}

const GONE = ['failed', 'canceled'];

/** Stripe's side by order: charges that succeeded with what was given back of them, and their refunds, also those that failed. */
export function moneyByOrder({ intents, charges, refunds }: StripeLedger): Map<string, OrderMoney> {
  const orders = new Map<string, OrderMoney>();
  const orderOf = new Map(intents.map(({ id, metadata }) => [id, metadata.orderId ?? '']));
  for (const [id, orderId] of orderOf) {
    const money = orders.get(orderId) ?? { intents: [], charges: [], refunds: [] };
    money.intents.push(id);
    orders.set(orderId, money);
  }
  for (const { id, status, amount, payment_intent, created } of charges) {
    if (status !== 'succeeded') continue;
    const own = refunds
      .filter(({ charge }) => charge === id)
      .map((refund) => ({ id: refund.id, amount: refund.amount, isGone: GONE.includes(refund.status) }));
    const refunded = own.reduce((sum, refund) => (refund.isGone ? sum : sum + refund.amount), 0);
    const money = orders.get(orderOf.get(payment_intent ?? '') ?? '');
    money?.charges.push({ id, amount, created, refunded });
    money?.refunds.push(...own);
  }
  return orders;
}
