import type { CheckoutOutcome, OpenCheckout } from '../orders/checkout-facts.js';
import type { Evidence } from '../orders/evidence.js';
import type { Sold, TokenEnd } from '../orders/order-tokens.js';
import type { CloseAnswer, SoldAnswer, UnknownAnswer } from '../retailers/retailer.js';
import type { TokenState } from './checkout-tokens.js';

/** What the word of a shop and the ledger of the money make together. */

export function isUnspent({ token, captured }: TokenState): boolean {
  return captured === 0 && !['consumed', 'resolved', 'gone'].includes(token);
}

/** The money's own word: captured, or used up by an authorisation. */
export function paymentOf({ reference, paying }: OpenCheckout, state: TokenState): Evidence | null {
  if (!paying?.token || (state.captured === 0 && state.token !== 'consumed')) return null;
  return { kind: 'card-charge', reference: `spt:${reference}`, sha256: paying.token.tokenHash };
}

export function soldOf(answer: SoldAnswer): Sold {
  const { orderNumber, sha256 } = answer;
  return { evidence: { kind: 'retailer', reference: orderNumber, sha256 }, ...shownOf(answer) };
}

/** What the buyer is shown of the shop's order. */
export function shownOf({ url, tracking }: SoldAnswer): Pick<Sold, 'url' | 'tracking'> {
  return { ...(url === undefined ? {} : { url }), ...(tracking === undefined ? {} : { tracking }) };
}

export function byCapture(payment: Evidence): CheckoutOutcome {
  return { kind: 'succeeded', evidence: payment, payment };
}

/** The end of the promise: the token `end` pays nothing any more, whatever becomes of the session. */
export function closedBy(end: TokenEnd): CheckoutOutcome {
  return { kind: 'refused', reason: 'closed', retryAt: null, unsold: { ...end, completes: 'in-doubt' } };
}

/** `answer` of the shop that was asked to close the session. `now`: ms UTC. A cause: its word is awaited. */
export function lastWord(
  checkout: OpenCheckout,
  end: TokenEnd,
  answer: CloseAnswer,
  now: number,
): CheckoutOutcome | UnknownAnswer {
  const { prepared, sold: soldBefore } = checkout.paying ?? {};
  const sold = soldBefore ?? (answer.kind === 'succeeded' ? soldOf(answer) : null);
  const payment = paymentOf(checkout, end);
  if (sold && payment) return { kind: 'succeeded', ...sold, payment };
  // That the shop sold without the money is recorded before the end.
  if (sold) return soldBefore ? closedBy(end) : { kind: 'succeeded', ...sold };
  if (payment === null || answer.kind !== 'unknown') return closedBy(end);
  switch (answer.cause) {
    case 'no-order':
    case 'malformed':
      return byCapture(payment);
    case 'rejected':
      return closedBy(end);
    case 'in-progress':
      return now < (prepared?.tokenExpiresAt ?? 0) ? answer : closedBy(end);
    default:
      return answer;
  }
}
