import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { NEW_ORDER, type OrderState } from '../orders/order.js';
import { GONE } from './reconcile/judgement.js';
import { LedgerComparison } from './reconcile/ledger-comparison.js';
import type { LedgerToken, ShopSale } from './tokens/token-ledger.js';
import type { TokenAttempt } from './tokens/token-rules.js';

export interface RetailerLedger {
  references: readonly {
    reference: string;
    orderId: string;
    outcome: 'succeeded' | 'refused';
    orderNumber?: string;
    sha256?: string;
  }[];
  /** what was sold in checkout sessions, which tokens pay */
  sessions?: readonly SoldSession[];
}
interface SoldSession extends ShopSale {
  orderNumber: string;
}

type Metadata = Readonly<Record<string, string>>;

/** `GET /emulator/ledger` of the Stripe emulator; amounts in minor units, `created` in seconds */
export interface StripeLedger {
  intents: readonly { id: string; status: string; amount_received: number; metadata: Metadata }[];
  charges: readonly { id: string; status: string; payment_intent: string | null; created: number }[];
  refunds: readonly { id: string; status: string; amount: number; payment_intent: string; metadata: Metadata }[];
  tokens?: readonly LedgerToken[];
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
  const comparison = new LedgerComparison(() => now);
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
      // Shops that tokens pay keep no list of references.
      const isListed = one.ledger === 'checkout' ? retailer && state.placed?.means !== 'token' : stripe;
      if (isListed) comparison.missing(one);
    }
  }
  const found = comparison.findings.first.map(({ id, orderId, detail }) => `${orderId}: ${id}: ${detail}`);
  return [...found, ...(stripe ? paidAmiss(stripe, orderOf, orders) : []), ...(retailer ? soldTwice(retailer) : [])];
}

/** What lists of single payments do not show, whatever is under way. */
function paidAmiss(
  { intents, charges, refunds }: StripeLedger,
  orderOf: ReadonlyMap<string, string>,
  orders: ReadonlyMap<string, OrderState>,
): string[] {
  const problems = repeated([...orderOf.values()]).map((orderId) => `${orderId}: more than one intent at Stripe`);
  const paid = charges.filter(({ status }) => status === 'succeeded');
  const payers = paid.map(({ payment_intent: intentId }) => orderOf.get(intentId ?? '') ?? '');
  problems.push(...repeated(payers).map((orderId) => `${orderId}: charged more than once at Stripe`));
  for (const { id, amount_received: received } of intents) {
    const orderId = orderOf.get(id) ?? '';
    const { charged } = orders.get(orderId) ?? {};
    const isMissing = charged && !paid.some((charge) => charge.id === charged.chargeId);
    const back = refunds.filter((one) => one.payment_intent === id && !GONE.includes(one.status));
    const sum = back.reduce((total, { amount }) => total + amount, 0);
    if (!orders.has(orderId))
      problems.push(`${orderId || 'no order'}: ${id} at Stripe is of an order that is not in the log`);
    if (isMissing) problems.push(`${orderId}: ${charged.chargeId} in the log is not at Stripe`);
    if (sum > received) problems.push(`${orderId}: ${sum} of ${received} refunded at Stripe`);
  }
  return problems;
}

function soldTwice({ references }: RetailerLedger): string[] {
  const sold = references.filter(({ outcome }) => outcome === 'succeeded').map(({ orderId }) => orderId);
  return repeated(sold).map((orderId) => `${orderId}: bought more than once at the retailer`);
}

/** The shop's orders of sessions against the attempts that named them. */
export function compareSessions(
  orders: ReadonlyMap<string, readonly TokenAttempt[]>,
  { sessions = [] }: RetailerLedger,
): string[] {
  const problems: string[] = [];
  for (const [orderId, attempts] of orders) {
    for (const { prepared, end } of attempts) {
      if (!prepared || end?.type !== 'CheckoutSucceeded' || end.data.evidence.kind !== 'retailer') continue;
      const logged = end.data.evidence.reference;
      // A shop whose crash sold a session twice was paid once: the token's ledger shows that.
      const sold = sessions.filter(({ session }) => session === prepared.data.session);
      if (sold.some(({ orderNumber }) => orderNumber === logged)) continue;
      problems.push(`${orderId}: ${logged} in the log, ${sold[0]?.orderNumber ?? 'nothing'} at the shop`);
    }
  }
  return problems;
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

export function ordersOfIntents({ intents }: Pick<StripeLedger, 'intents'>): Map<string, string> {
  return new Map(intents.map(({ id, metadata }) => [id, metadata.orderId ?? '']));
}
