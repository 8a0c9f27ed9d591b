import Stripe from 'stripe';
import type { Unknown } from './payment-results.js';

/** Errors of Stripe and of the connection; rethrows anything else, which is a bug. */
export function stripeError(error: unknown): Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}

export function unknown(error: Stripe.errors.StripeError): Unknown {
  return { kind: 'unknown', cause: error.code ? `${error.type}:${error.code}` : error.type };
}

export const KEY_REUSED = 'key_reused';

export function refusalCode(error: Stripe.errors.StripeError): string {
  if (isKeyReused(error)) return KEY_REUSED;
  const isDefinite =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
  return isDefinite ? (error.code ?? 'refused') : 'unknown';
}

/** While the first request under the key is running, Stripe answers another code: https://docs.stripe.com/error-low-level#idempotency */
function isKeyReused(error: Stripe.errors.StripeError): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use';
}

/** A detached or foreign card is refused as an invalid request, mostly without a code. Nothing was charged. */
export function isMethodRefused(error: Stripe.errors.StripeError): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return error.code === undefined || error.param === 'payment_method';
}
