/** What the other sides say happened; the parts of their ledgers that are compared with the log. */

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
  retailer?: RetailerLedger;
  stripe?: StripeLedger;
}

/** An intent of Stripe's with what was charged on it, by the order it was made for. */
export interface OrderMoney {
  intents: string[];
  charges: { id: string; amount: number; created: number; refunded: number }[];
}

const GONE = ['failed', 'canceled'];

/** Stripe's side by order: charges that succeeded, and of their refunds those that have not failed. */
export function moneyByOrder({ intents, charges, refunds }: StripeLedger): Map<string, OrderMoney> {
  const orders = new Map<string, OrderMoney>();
  const orderOf = new Map(intents.map(({ id, metadata }) => [id, metadata.orderId ?? '']));
  for (const [id, orderId] of orderOf) {
    const money = orders.get(orderId) ?? { intents: [], charges: [] };
    money.intents.push(id);
    orders.set(orderId, money);
  }
  const back = new Map<string, number>();
  for (const { charge, status, amount } of refunds) {
    if (!GONE.includes(status)) back.set(charge, (back.get(charge) ?? 0) + amount);
  }
  for (const { id, status, amount, payment_intent, created } of charges) {
    if (status !== 'succeeded') continue;
    const refunded = back.get(id) ?? 0;
    orders.get(orderOf.get(payment_intent ?? '') ?? '')?.charges.push({ id, amount, created, refunded });
  }
  return orders;
}
