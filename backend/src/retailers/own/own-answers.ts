import { createHash } from 'node:crypto';
import { SIZES, type Size } from '@supreme-access/contract/limits.js';
import { isObject, isText, type Json } from '../json-calls.js';
import {
  type Buyer,
  type ListingAnswer,
  type Means,
  type PreparedAnswer,
  REFUSAL_REASONS,
  type RefusalReason,
  type RefusedAnswer,
  type Sale,
  type SalesAnswer,
  type SoldAnswer,
  type StockLine,
  type UnknownAnswer,
  unknown,
} from '../retailer.js';

/** Readers of docs/retailer-protocol.md: only a well-formed outcome is definite. */

/** One word only, so that no personal data gets into the log. */
const OTHER_WORD = /^[a-z0-9][a-z0-9_-]{0,39}$/i;

export interface OwnLine {
  productId: string;
  size: Size;
  style: string;
}
/** What the purchase of one piece is submitted with. */
export interface OwnSubmission extends OwnLine, Buyer {
  reference: string;
  card: Extract<Means, { kind: 'card' }>['card'];
}
export type OwnSold = SoldAnswer & OwnLine;
export type OwnOutcome = OwnSold | RefusedAnswer | UnknownAnswer;
export type OwnLookUp = OwnOutcome | { kind: 'never-seen' } | { kind: 'in-progress' };

export function readOutcome(body: Json, reference: string): OwnLookUp {
  if (body.reference !== reference) return unknown('malformed');
  switch (body.outcome) {
    case 'succeeded':
      return isObject(body.order) ? readSold(body.order, reference) : unknown('malformed');
    case 'refused':
      return readRefusal(body);
    case 'in-progress':
      return { kind: 'in-progress' };
    case 'never-seen':
      return { kind: 'never-seen' };
    default:
      return unknown('malformed');
  }
}

function readSold(order: Json, reference: string): OwnSold | UnknownAnswer {
  const { number, placedAt, productId, size, style, receipt, sha256 } = order;
  const time = typeof placedAt === 'string' ? Date.parse(placedAt) : Number.NaN;
  if (!isText(number, 100) || !isText(receipt, 16_384) || !isText(productId, 200) || !isText(style, 200)) {
    return unknown('malformed');
  }
  if (!isSize(size) || Number.isNaN(time)) return unknown('malformed');
  // The receipt must name this reference: the confirmation of another order is no evidence.
  if (!receipt.includes(reference) || !receipt.includes(number)) return unknown('malformed');
  if (createHash('sha256').update(receipt).digest('hex') !== sha256) return unknown('malformed');
  return { kind: 'succeeded', orderNumber: number, placedAt: time, productId, size, style, receipt, sha256 };
}

export function readCart(body: Json, reference: string): PreparedAnswer {
  if (body.reference !== reference) return unknown('malformed');
  if (body.cart === 'ready') return { kind: 'ready' };
  if (body.cart !== 'unavailable') return unknown('malformed');
  const refusal = readRefusal(body);
  return refusal.kind === 'refused' ? { ...refusal, kind: 'unavailable' } : refusal;
}

function readRefusal(body: Json): RefusedAnswer | UnknownAnswer {
  if (!isText(body.reason, 100) || typeof body.retryable !== 'boolean') return unknown('malformed');
  return { kind: 'refused', reason: reasonIn(body.reason), retryable: body.retryable };
}

function reasonIn(said: string): RefusalReason {
  const standard = REFUSAL_REASONS.find((reason) => reason === said);
  return standard ?? (OTHER_WORD.test(said) ? `other: ${said}` : 'other');
}

export function readProduct(body: Json, productId: string): ListingAnswer {
  const { title, opensAt, stock } = body;
  const time = opensAt === null ? null : Date.parse(String(opensAt));
  if (body.productId !== productId || !isText(title, 500) || !Array.isArray(stock)) return unknown('malformed');
  if (time !== null && (typeof opensAt !== 'string' || Number.isNaN(time))) return unknown('malformed');
  return { kind: 'listed', productId, title, opensAt: time, stock: stock.filter(isStockLine) };
}

/** One unreadable line rejects the page, because it may hold a sale. */
export function readCheckouts({ checkouts, next }: Json): SalesAnswer {
  if (!Array.isArray(checkouts) || !(next === null || isText(next, 200))) return unknown('malformed');
  const rows: Sale[] = [];
  for (const line of checkouts) {
    const row = isObject(line) ? readListed(line) : undefined;
    if (!row) return unknown('malformed');
    rows.push(row);
  }
  return { kind: 'page', rows, next };
}

function readListed({ reference, outcome, order }: Json): Sale | undefined {
  if (!isText(reference, 110)) return undefined;
  if (outcome === 'refused') return { reference, sale: null };
  if (outcome !== 'succeeded' || !isObject(order)) return undefined;
  const { number, sha256 } = order;
  if (!isText(number, 100) || !isText(sha256, 64)) return undefined;
  return { reference, sale: { orderNumber: number, sha256 } };
}

function isStockLine(line: unknown): line is StockLine {
  if (!isObject(line) || !isSize(line.size) || !isText(line.style, 200)) return false;
  return Number.isSafeInteger(line.quantity) && Number(line.quantity) >= 0;
}

function isSize(value: unknown): value is Size {
  return SIZES.some((size) => size === value);
}
