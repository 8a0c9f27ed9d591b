import { isRetryable, type Outcome, type Shop } from './shop.js';

/** Every reference with its one outcome, so that auditors can count one sale per order. */
export function ledgerView(shop: Shop): Record<string, unknown> {
  const references = [...shop.outcomes.values()].map(referenceView);
  const products = [...shop.shelves].map(([productId, shelf]) => ({
    productId,
    title: shelf.title,
    opensAt: shelf.opensAt === null ? null : new Date(shelf.opensAt).toISOString(),
    others: shelf.others,
    stock: [...shelf.pieces.values()],
  }));
  return { sales: references.filter((one) => one.outcome === 'succeeded').length, references, products };
}

function referenceView(outcome: Outcome) {
  const { reference, at } = outcome;
  const colon = reference.lastIndexOf(':');
  const named = {
    reference,
    orderId: reference.slice(0, colon),
    attempt: Number(reference.slice(colon + 1)),
    at: new Date(at).toISOString(),
  };
  if (outcome.kind === 'refusal') {
    const { reason, line } = outcome;
    return { ...named, outcome: 'refused', reason, retryable: isRetryable(reason), ...line };
  }
  const { orderNumber, productId, size, style, country, last4, sha256 } = outcome;
  return { ...named, outcome: 'succeeded', orderNumber, productId, size, style, country, last4, sha256 };
}
