import { isRetryable, type Outcome, type Sale, type SessionSale, type Shop } from './shop.js';

/**
 * Every reference of our own protocol with its one outcome, and every order of a checkout session, so that auditors can
 * count one sale per order. More than one order of a session is a fault of the shop.
 */
export function ledgerView(shop: Shop): Record<string, unknown> {
  const outcomes = [...shop.outcomes.values()];
  const references = outcomes.filter((one) => !ofSession(one)).map(referenceView);
  const sessions = outcomes.flatMap((one) => (ofSession(one) ? [orderView(one)] : []));
  const products = [...shop.shelves].map(([productId, shelf]) => ({
    productId,
    title: shelf.title,
    opensAt: shelf.opensAt === null ? null : new Date(shelf.opensAt).toISOString(),
    others: shelf.others,
    stock: [...shelf.pieces.values()],
  }));
  const sales = references.filter((one) => one.outcome === 'succeeded').length + sessions.length;
  return { sales, references, sessions, products };
}

type OrderOfSession = Sale & { session: SessionSale };

function ofSession(outcome: Outcome): outcome is OrderOfSession {
  return outcome.kind === 'sale' && outcome.session !== undefined;
}

function orderView({ at, orderNumber, productId, size, style, country, sha256, session }: OrderOfSession) {
  const { id, door, total, payment } = session;
  const line = { productId, size, style, country };
  return { session: id, door, at: new Date(at).toISOString(), orderNumber, ...line, total, payment, sha256 };
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
