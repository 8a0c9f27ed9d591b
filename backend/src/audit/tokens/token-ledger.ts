import { sha256 } from '../../event-sourcing/ids.js';
import { isTest, type TokenLookup, testReference } from '../../stripe/payment-tokens.js';
import { fromStripe } from '../../stripe/stripe-amounts.js';
import { type Judgement, MATCHED, NO_ENTRY, NOTHING, side } from '../reconcile/judgement.js';
import { isAbove, isProvenUnsold, type TokenAttempt } from './token-rules.js';

export type ResolvedToken = Extract<TokenLookup, { kind: 'token' | 'gone' }>;

/** What Stripe says of a token that the log names. */
export function judgeToken({ prepared, end }: TokenAttempt, seen: ResolvedToken): Judgement {
  const { total = 0, currency } = prepared?.data ?? {};
  const hasPaid = end?.type === 'CheckoutSucceeded' && end.data.payment !== undefined;
  const paid = side('captured', total, currency);
  if (seen.kind === 'gone') {
    if (!hasPaid) return NOTHING;
    const detail = `${total} captured here, no such token at Stripe`;
    return { kind: 'missing-there', detail, sides: { log: paid, stripe: NO_ENTRY } };
  }
  const { state, captured } = seen;
  const stripe = captured > 0 ? side('captured', captured, currency) : side(`token ${state}`);
  if (captured > total) {
    const sides = { log: side('prepared', total, currency), stripe };
    return { kind: 'amount-differs', detail: `${total} prepared here, ${captured} captured at Stripe`, sides };
  }
  if (hasPaid && captured === 0) {
    const detail = `${total} captured here, nothing at Stripe`;
    return { kind: 'missing-there', detail, sides: { log: paid, stripe } };
  }
  if (end?.type === 'CheckoutRefused' && captured > 0) {
    const detail = `${captured} captured at Stripe, refused here`;
    return { kind: 'token-captured', detail, sides: { log: side('purchase refused'), stripe } };
  }
  if (end && state === 'open') {
    const detail = 'The purchase is over, and its token can pay.';
    return { kind: 'token-left-open', detail, sides: { log: side('purchase over'), stripe } };
  }
  return end ? MATCHED : { kind: 'under-way' };
}

/** `GET /emulator/ledger` of the Stripe emulator; amounts as Stripe counts them, `expires_at` in seconds */
export interface LedgerToken {
  id: string;
  reference?: string;
  status: string;
  captured: number;
  seller: string;
  currency: string;
  max_amount: number;
}
/** One purchase in the books of a shop that a token pays: `session` is the shop's, `payment` the capture */
export interface ShopSale {
  session: string;
  payment: string | null;
}

type Attempts = ReadonlyMap<string, readonly TokenAttempt[]>;

/** Every token and every session sold, against the attempts of each order. */
export function compareTokens(
  orders: Attempts,
  ledgers: { tokens: readonly LedgerToken[]; sales?: readonly ShopSale[] },
): string[] {
  const { tokens, sales } = withoutTests(ledgers);
  const attempts = new Map([...orders.values()].flat().map((one) => [one.reference, one]));
  const problems = tokens.flatMap((token) => {
    const { reference = 'no reference' } = token;
    const attempt = attempts.get(reference);
    const found = attempt ? amiss(token, attempt, sha256(token.id)) : ['a token of an attempt that is not in the log'];
    return found.map((problem) => `${reference}: ${problem}`);
  });
  for (const [orderId, own] of orders) {
    const mine = tokens.filter(({ reference }) => own.some((one) => one.reference === reference));
    const open = mine.filter(({ status }) => status === 'active');
    if (open.length > 1) problems.push(`${orderId}: ${open.length} open tokens`);
    if (mine.filter(({ captured }) => captured > 0).length > 1) problems.push(`${orderId}: captured more than once`);
  }
  return [...problems, ...soldAmiss(orders, sales)];
}

/** A test purchase is of no order: its token names the session. */
function withoutTests({ tokens, sales = [] }: Parameters<typeof compareTokens>[1]) {
  const tests = new Set(tokens.flatMap(({ reference = '' }) => (isTest(reference) ? [reference] : [])));
  return {
    tokens: tokens.filter(({ reference = '' }) => !tests.has(reference)),
    sales: sales.filter(({ session }) => !tests.has(testReference(session))),
  };
}

function amiss({ status, captured, seller, currency, max_amount }: LedgerToken, attempt: TokenAttempt, hash: string) {
  const { prepared, made, limit, end } = attempt;
  const problems: string[] = [];
  if (!prepared) return ['a token before its session stood in the log'];
  const { data } = prepared;
  const most = fromStripe({ amount: max_amount, currency });
  const isAsPrepared = data.total === most && data.currency === currency && data.seller === seller;
  if (!isAsPrepared) problems.push(`a token of ${most} ${currency}, prepared were ${data.total} ${data.currency}`);
  if (isAbove(limit, { total: most, currency })) problems.push('a token above the agreed limit');
  const isNamed = made?.data.tokenHash === hash;
  if (captured > 0 && !isNamed) problems.push('a token was captured that the log does not name');
  if (captured > 0 && isProvenUnsold(attempt)) problems.push(`proven unsold, and ${captured} captured`);
  if (status === 'active' && (end || (made && !isNamed))) problems.push('a token is left open');
  if (captured === 0 && end?.type === 'CheckoutSucceeded' && end.data.payment)
    problems.push('a success without capture');
  return problems;
}

/** A shop may sell a session twice to itself; one that the log does not name was none of ours to complete. */
function soldAmiss(orders: Attempts, sales: readonly ShopSale[]): string[] {
  const named = new Map<string, { orderId: string; reference: string }>();
  for (const [orderId, own] of orders) {
    for (const { reference, prepared } of own) if (prepared) named.set(prepared.data.session, { orderId, reference });
  }
  const sold = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const { session } of sales) {
    const by = named.get(session);
    if (!by) problems.push(`${session}: a session was completed that the log does not name`);
    else sold.set(by.orderId, (sold.get(by.orderId) ?? new Set()).add(by.reference));
  }
  for (const [orderId, references] of sold) {
    if (references.size > 1) problems.push(`${orderId}: bought under ${[...references].join(' and ')}`);
  }
  return problems;
}
