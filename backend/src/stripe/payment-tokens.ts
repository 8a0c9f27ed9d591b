import Stripe from 'stripe';
import { sha256 } from '../event-sourcing/ids.js';
import type { Unknown } from './payment-results.js';
import { atStripe, fromStripe } from './stripe-amounts.js';
import { KEY_REUSED, refusalCode, stripeError, unknown } from './stripe-errors.js';

export interface IssueToken {
  /** names the attempt; the shop can read it */
  reference: string;
  paymentMethodId: string;
  /** the only Stripe profile that can be paid with it */
  seller: string;
  /** `amount` in minor units: the most that can be taken, once */
  total: { amount: number; currency: string };
  /** ms UTC */
  expiresAt: number;
}

/**
 * `token` is a credential. A repeat within a day is told the first answer: read the token to know its state.
 * `retryable`: not the card is refused, but the seller that an operator entered or an end that is too near.
 */
export type IssueResult =
  | { kind: 'issued'; token: string }
  | { kind: 'refused'; reason: string; retryable: boolean }
  | Unknown;

const RETRYABLE = /^(seller_details|usage_limits\[expires_at\])/;

const ENDS = ['consumed', 'expired', 'revoked', 'resolved'] as const;
/** `captured` in minor units; `gone`: Stripe knows no such token */
export type TokenLookup =
  | { kind: 'token'; state: 'open' | (typeof ENDS)[number]; captured: number }
  | { kind: 'gone' }
  | Unknown;

interface IssuedToken {
  id?: unknown;
  status?: unknown;
  deactivated_reason?: unknown;
  usage_details?: { amount_captured?: { value?: unknown; currency?: unknown } };
}

const TEST = 'test:';
/** Names a test purchase, which is of no order, by its session at the shop. */
export function testReference(session: string): string {
  return TEST + sha256(session);
}
export function isTest(reference: string): boolean {
  return reference.startsWith(TEST);
}

const PATH = '/v1/shared_payment/issued_tokens';
/** The SDK has no methods for this preview: https://docs.stripe.com/changelog/dahlia/2026-04-22/shared-payment-issued-token */
const PREVIEW = { apiVersion: '2026-04-22.preview' };

/** Shared payment tokens: a shop is paid once, up to a total, from a card that it never sees. Only bugs are thrown. */
export class PaymentTokens {
  constructor(private readonly stripe: Stripe) {}

  /** `refused`: no usable token exists. One that waits for its cardholder is revoked and refused. */
  async issue({ reference, paymentMethodId, seller, total, expiresAt }: IssueToken): Promise<IssueResult> {
    const limits = { currency: total.currency, max_amount: atStripe(total), expires_at: Math.floor(expiresAt / 1_000) };
    const params = {
      payment_method: paymentMethodId,
      seller_details: { network_business_profile: seller },
      shared_metadata: { reference },
      usage_limits: limits,
    };
    try {
      return await this.usable(await this.ask('POST', PATH, params, `spt:${reference}`));
    } catch (error) {
      const failure = stripeError(error);
      const reason = refusalCode(failure);
      // Another request has used the key, so a token may exist.
      if (reason === 'unknown' || reason === KEY_REUSED) return unknown(failure);
      return { kind: 'refused', reason, retryable: RETRYABLE.test(failure.param ?? '') };
    }
  }

  async read(token: string): Promise<TokenLookup> {
    try {
      return lookupOf(await this.ask('GET', pathOf(token)));
    } catch (error) {
      return notFound(error);
    }
  }

  /** Answers what the token is then: a capture may have come first. */
  async revoke(token: string): Promise<TokenLookup> {
    try {
      return lookupOf(await this.ask('POST', `${pathOf(token)}/revoke`));
    } catch (error) {
      const failure = stripeError(error);
      const isEnded = failure instanceof Stripe.errors.StripeInvalidRequestError && failure.code !== 'resource_missing';
      return isEnded ? this.read(token) : notFound(failure);
    }
  }

  private async usable({ id, status }: IssuedToken): Promise<IssueResult> {
    if (typeof id !== 'string') return { kind: 'unknown', cause: 'malformed' };
    if (status !== 'requires_action') return { kind: 'issued', token: id };
    const revoked = await this.revoke(id);
    return revoked.kind === 'unknown'
      ? revoked
      : { kind: 'refused', reason: 'authentication_required', retryable: false };
  }

  private async ask(method: 'GET' | 'POST', path: string, params?: object, idempotencyKey?: string) {
    const options = idempotencyKey === undefined ? PREVIEW : { ...PREVIEW, idempotencyKey };
    return (await this.stripe.rawRequest(method, path, { ...params }, options)) as unknown as IssuedToken;
  }
}

const pathOf = (token: string) => `${PATH}/${encodeURIComponent(token)}`;

function notFound(error: unknown): TokenLookup {
  const failure = stripeError(error);
  return failure.code === 'resource_missing' ? { kind: 'gone' } : unknown(failure);
}

function lookupOf({ status, deactivated_reason: reason, usage_details: used }: IssuedToken): TokenLookup {
  const { value, currency } = used?.amount_captured ?? {};
  const isOpen = reason === null && (status === 'active' || status === 'requires_action');
  const state = isOpen ? 'open' : ENDS.find((end) => end === reason);
  if (state === undefined || typeof value !== 'number') return { kind: 'unknown', cause: 'malformed' };
  return { kind: 'token', state, captured: fromStripe({ amount: value, currency: String(currency) }) };
}
