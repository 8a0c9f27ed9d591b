import type { CardBrand, Size } from '@supreme-access/contract/limits.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';

/** Amount in minor units of an ISO 4217 currency, in lower case. */
export interface Money {
  amount: number;
  currency: string;
}

/** The retailer's own id of one size and style. */
export interface RetailerItem {
  size: Size;
  style: string;
  itemId: string;
}

export interface Line {
  /** the product's id at the retailer */
  productId: string;
  size: Size;
  style: string;
  /** the retailer's id of this size and style; absent where a retailer knows products alone */
  itemId?: string;
}

export interface Buyer {
  shipping: ProfileAddress;
  billing: ProfileAddress;
  email: string;
  phone: string;
}

/** What names one attempt: our reference, and the retailer's session where it has sessions. */
export interface Attempt {
  reference: string;
  session?: string;
}

export interface Preparation extends Attempt {
  line: Line;
  /** absent where the retailer is told the person with the purchase alone */
  buyer?: Buyer;
  /** what the shopper agreed to pay at most, shipping and tax included */
  limit?: Money;
}

export type Means =
  | {
      kind: 'card';
      card: { name: string; type: CardBrand; number: string; code: string; month: number; year: number };
    }
  /** `token`: a shared payment token, a credential */
  | { kind: 'token'; token: string };

export interface Purchase extends Attempt {
  line: Line;
  buyer: Buyer;
  means: Means;
  /** as prepared; the same in each repeat */
  total?: Money;
  /** as prepared; the same in each repeat */
  handler?: string;
}

/** Where a parcel is. `url`: the carrier's page */
export interface Tracking {
  number: string;
  carrier?: string;
  url?: string;
}

export interface SoldAnswer {
  kind: 'succeeded';
  orderNumber: string;
  /** ms UTC, the retailer's clock; null where it tells no time */
  placedAt: number | null;
  receipt: string;
  /** hex, of the receipt's UTF-8 bytes; verified */
  sha256: string;
  /** page of the order at the retailer */
  url?: string;
  /** of a parcel that is on its way already */
  tracking?: Tracking;
  /** what the retailer asked in the end, shipping and tax included */
  total?: Money;
  /** the retailer's signature of its answer by RFC 9421: canonical JSON of the fields that carry it */
  signature?: string;
}
export const REFUSAL_REASONS = [
  'sold-out',
  'declined',
  'not-open',
  'no-such-product',
  'invalid',
  'limit-reached',
  'closed',
  'other',
] as const;
/** A reason of the protocol or the retailer's own word; only `retryable` decides. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number] | `other: ${string}`;

/** `retryable`: a new reference may succeed. Where `means` is a token, it proves nothing by itself. */
export interface RefusedAnswer {
  kind: 'refused';
  reason: RefusalReason;
  retryable: boolean;
}
/** The shop asks for the person. `url`: a link of the shop's, a credential; `expiresAt`: ms UTC */
export interface EscalatedAnswer {
  kind: 'escalated';
  url: string;
  expiresAt: number | null;
}
export type UnknownCause =
  | 'aborted'
  | 'connection'
  | 'server-error'
  | 'busy'
  | 'unauthorized'
  | 'reference-conflict'
  | 'in-progress'
  | 'rejected'
  | 'malformed'
  | 'no-order';
/** `no-order`: completed by the shop's word, which names no order; `isUnsent`: nothing reached the retailer. Says nothing about the purchase: look up, or repeat the same reference. */
export interface UnknownAnswer {
  kind: 'unknown';
  cause: UnknownCause;
  retryAfterMs?: number;
  isUnsent?: true;
}
export type OutcomeAnswer = SoldAnswer | RefusedAnswer | EscalatedAnswer | UnknownAnswer;
/** `never-seen`: nothing was completed so far; `ended`: canceled or expired by the shop's word, which proves nothing */
export type LookUpAnswer = OutcomeAnswer | { kind: 'never-seen' } | { kind: 'in-progress' } | { kind: 'ended' };
export type CloseAnswer = SoldAnswer | RefusedAnswer | { kind: 'ended' } | UnknownAnswer;

/**
 * `ready`: it holds nothing and decides nothing. `prepared`: a session that can be completed; `total` is what the shop
 * asks, perhaps more than the limit, `handler` the shop's id of the way to pay by token. `unavailable` is no outcome:
 * close the reference before you use another.
 */
export type PreparedAnswer =
  | { kind: 'ready' }
  | { kind: 'prepared'; session: string; total: Money; seller: string; handler: string; expiresAt: number | null }
  | { kind: 'unavailable'; reason: RefusalReason; retryable: boolean }
  | (EscalatedAnswer & { session: string })
  | UnknownAnswer;

export interface ListingQuestion {
  productId: string;
  /** the sandbox lists a style that it never saw only when it is requested */
  styles: readonly string[];
  items?: readonly RetailerItem[];
}
export interface StockLine {
  size: Size;
  style: string;
  quantity: number;
}
/** An item as the retailer's catalogue has it. */
export interface Variant {
  itemId: string;
  title: string;
  /** of its options, such as size and colour */
  labels: string[];
  available: boolean;
}
export interface ListedProduct {
  kind: 'listed';
  productId: string;
  title: string;
  /** ms UTC; null: open */
  opensAt: number | null;
  stock: StockLine[];
  /** where no items were named, and the retailer has a catalogue of items */
  variants?: Variant[];
}
/** `lacking`: the retailer tells no stock. */
export type ListingAnswer = ListedProduct | { kind: 'no-such-product' } | { kind: 'lacking' } | UnknownAnswer;

export interface Sale {
  reference: string;
  /** null: refused */
  sale: { orderNumber: string; sha256: string } | null;
}
/** One page of outcomes; `lacking`: the retailer keeps no such list. */
export type SalesAnswer = { kind: 'page'; rows: Sale[]; next: string | null } | { kind: 'lacking' } | UnknownAnswer;

/** One retailer over its protocol. Calls never reject; the caller's signal sets the deadline. It logs nothing. */
export interface Retailer {
  /** what a purchase is paid with */
  readonly means: Means['kind'];
  /** Stock and opening; advice, only a purchase decides. */
  listing(question: ListingQuestion, signal: AbortSignal): Promise<ListingAnswer>;
  /** Checks the line, or readies a session with its total. No money can move by it. */
  prepare(preparation: Preparation, signal: AbortSignal): Promise<PreparedAnswer>;
  /** Buys one piece. A repeat sends the same bytes under the same key. */
  buy(purchase: Purchase, signal: AbortSignal): Promise<OutcomeAnswer>;
  lookUp(attempt: Attempt, signal: AbortSignal): Promise<LookUpAnswer>;
  /** Asks the retailer to end the attempt. Final where `means` is a card. */
  close(attempt: Attempt, signal: AbortSignal): Promise<CloseAnswer>;
  sales(after: string | null, signal: AbortSignal): Promise<SalesAnswer>;
}

export function unknown(cause: UnknownCause, retryAfterMs?: number): UnknownAnswer {
  return retryAfterMs === undefined ? { kind: 'unknown', cause } : { kind: 'unknown', cause, retryAfterMs };
}

/** Names one attempt; it is repeated unchanged until its outcome is definite. */
export function checkoutReference(orderId: string, attempt: number): string {
  return `${orderId}:${attempt}`;
}
