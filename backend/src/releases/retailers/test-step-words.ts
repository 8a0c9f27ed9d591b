import { shownMoney as shown } from '@supreme-access/contract/currencies.js';
import { isOverLimit } from '../../orders/order-tokens.js';
import type { Look } from '../../retailers/directory/discovery.js';
import type { CloseAnswer, ListingAnswer, LookUpAnswer, Money, PreparedAnswer } from '../../retailers/retailer.js';
import type { IssueResult, TokenLookup } from '../../stripe/payment-tokens.js';

/** What came of a step, for the operator. */
export type Said = readonly [ok: boolean, says: string];

const unanswered = (cause: string): Said => [false, `No usable answer: ${cause}.`];

export function lookSays(look: Look): Said {
  switch (look.kind) {
    case 'read': {
      const { version, handlers } = look.state.discovered ?? { version: '', handlers: [] };
      return [true, `Version ${version}. Ways to be paid: ${handlers.join(', ') || 'named in each session'}.`];
    }
    case 'nothing':
      return [true, 'This protocol has no such document.'];
    case 'refused':
      return [false, `It cannot be used: ${look.reason}.`];
    default:
      return unanswered(look.cause);
  }
}

export function listingSays(listing: ListingAnswer): Said {
  switch (listing.kind) {
    case 'listed': {
      const left = listing.stock.filter(({ quantity }) => quantity > 0).length;
      return [true, `${listing.title}: ${left} of ${listing.stock.length} sizes and styles can be bought.`];
    }
    case 'lacking':
      return [true, 'This protocol has no catalogue.'];
    case 'no-such-product':
      return [false, 'The shop does not list this product.'];
    default:
      return unanswered(listing.cause);
  }
}

export function preparedSays(answer: PreparedAnswer, limit: Money | null): Said {
  switch (answer.kind) {
    case 'ready':
      return [true, 'It can be bought. This retailer takes the card itself, so the test ends here.'];
    case 'prepared': {
      const isOver = !isWithin(answer.total, limit);
      const above = limit ? `above the default limit, ${shown(limit)}` : 'and the product has no limit';
      return [!isOver, `Total ${shown(answer.total)}${isOver ? `, ${above}` : ''}.`];
    }
    case 'unavailable':
      return [false, `It cannot be bought: ${answer.reason}.`];
    case 'escalated':
      return [false, 'The shop asks for the person.'];
    default:
      return unanswered(answer.cause);
  }
}

export function issuedSays(issued: IssueResult): Said {
  switch (issued.kind) {
    case 'issued':
      return [true, 'Made of a test card, for this shop and this total alone.'];
    case 'refused':
      return [false, `Stripe refused it: ${issued.reason}.`];
    default:
      return unanswered(issued.cause);
  }
}

export function outcomeSays(answer: LookUpAnswer): Said {
  switch (answer.kind) {
    case 'succeeded':
      return [true, `Order ${answer.orderNumber}${answer.total ? `, ${shown(answer.total)}` : ''}.`];
    case 'refused':
      return [false, `The shop refused: ${answer.reason}.`];
    case 'escalated':
      return [false, 'The shop asks for the person.'];
    case 'unknown':
      return unanswered(answer.cause);
    default:
      return [false, `The shop names no order: ${answer.kind}.`];
  }
}

export function revokedSays(end: TokenLookup, isSold: boolean, currency: string): Said {
  if (end.kind === 'unknown') return unanswered(end.cause);
  if (end.kind === 'gone') return [false, 'Stripe does not know the token any more.'];
  const isPaid = end.captured > 0 || end.state === 'consumed';
  if (isPaid) return [isSold, `Used up: ${shown({ amount: end.captured, currency })} captured.`];
  return isSold
    ? [false, 'The shop placed an order and took no money. Such an order would earn no fee.']
    : [true, 'Revoked. Nothing was captured.'];
}

export function closedSays({ kind }: CloseAnswer): Said {
  const isClosed = kind === 'ended' || kind === 'refused';
  return isClosed ? [true, 'Closed. Nothing was bought.'] : [false, 'The shop did not say that it is closed.'];
}

export function isWithin(total: Money, limit: Money | null): boolean {
  return !isOverLimit(limit ? { limit } : {}, { total: total.amount, currency: total.currency });
}
