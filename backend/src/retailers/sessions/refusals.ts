import { type Json, objectsIn } from '../json-calls.js';
import type { RefusalReason, RefusedAnswer, UnknownCause } from '../retailer.js';

type StatedRefusal = Omit<RefusedAnswer, 'kind'>;

const SOLD_OUT: StatedRefusal = { reason: 'sold-out', retryable: false };
const DECLINED: StatedRefusal = { reason: 'declined', retryable: false };
const INVALID: StatedRefusal = { reason: 'invalid', retryable: false };
const LIMIT: StatedRefusal = { reason: 'limit-reached', retryable: false };

/** our word for what ACP says of the line and not in a message */
export const NOT_OPEN = 'not_open';

/**
 * Codes that say that this call bought nothing; of several the first in this list counts.
 * https://ucp.dev/2026-04-08/specification/checkout (Standard Errors)
 * https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/spec/2026-04-17/json-schema/schema.agentic_checkout.json (MessageError)
 * https://github.com/Universal-Commerce-Protocol/samples/blob/main/rest/python/server/exceptions.py
 */
const REFUSALS: ReadonlyMap<string, StatedRefusal> = new Map([
  ['out_of_stock', SOLD_OUT],
  ['insufficient_stock', SOLD_OUT],
  [NOT_OPEN, { reason: 'not-open', retryable: true }],
  // A drop that has not begun is answered so, too.
  ['item_unavailable', { reason: 'other: item_unavailable', retryable: true }],
  ['payment_failed', DECLINED],
  ['payment_declined', DECLINED],
  ['insufficient_funds', DECLINED],
  ['fraud_detected', DECLINED],
  ['address_undeliverable', INVALID],
  ['region_restricted', INVALID],
  ['country_not_supported', INVALID],
  ['missing', INVALID],
  ['invalid', INVALID],
  ['quantity_exceeded', LIMIT],
  ['maximum_exceeded', LIMIT],
  ['expired', { reason: 'closed', retryable: true }],
]);

/** Codes of a request that another one stands in the way of; they say nothing of the purchase. */
const CAUSES: ReadonlyMap<string, UnknownCause> = new Map([
  ['idempotency_conflict', 'reference-conflict'],
  ['idempotency_in_flight', 'in-progress'],
]);

/** https://github.com/medusajs/medusa/blob/v2.21.2/packages/core/core-flows/src/cart/steps/confirm-inventory.ts */
const SOLD_OUT_WORDS = /\b(does not have the required inventory|not enough stock|out of stock|sold out)\b/i;
const WORD = /^[a-z0-9][a-z0-9_-]{0,39}$/i;

export function refusalIn(codes: readonly string[]): RefusedAnswer | undefined {
  const said = new Set(codes.map((code) => code.toLowerCase()));
  for (const [code, refusal] of REFUSALS) if (said.has(code)) return { kind: 'refused', ...refusal };
  return undefined;
}

/** The refusal of a session that stands open with errors of its own. */
export function statedRefusal(codes: readonly string[]): RefusedAnswer | undefined {
  const [first] = codes;
  return refusalIn(codes) ?? (first === undefined ? undefined : { kind: 'refused', ...other(first) });
}

export function other(code: string): StatedRefusal {
  const reason: RefusalReason = WORD.test(code) ? `other: ${code}` : 'other';
  return { reason, retryable: false };
}

export function causeIn(codes: readonly string[]): UnknownCause | undefined {
  return codes.map((code) => CAUSES.get(code.toLowerCase())).find((cause) => cause !== undefined);
}

/** What a person would read in the error: a flat message, or those of a list. */
export function saysSoldOut(body: Json | undefined): boolean {
  const listed = objectsIn(body?.messages).map(({ content }) => content);
  return [body?.message, ...listed].some((text) => typeof text === 'string' && SOLD_OUT_WORDS.test(text));
}
