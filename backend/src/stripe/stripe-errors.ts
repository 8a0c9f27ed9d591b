import Stripe from 'stripe';
import type { Unknown } from './payment-results.js';

/** Errors of Stripe and of the way to it; anything else is a bug and flies on. */
export function stripeError(error: unknown): Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}

export function unknown(error: Stripe.errors.StripeError): Unknown {
  return { kind: 'unknown', cause: error.code ? `${error.type}:${error.code}` : error.type };
}

export function refusalCode(error: Stripe.errors.StripeError): string {
  const isDefinite =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
  return isDefinite ? (error.code ?? 'refused') : 'unknown';
}

/** A card that is detached or somebody else's is refused as an invalid request, mostly without a code. Nothing was charged. */
export function isMethodRefused(error: Stripe.errors.StripeError): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return error.code === undefined || error.param === 'payment_method';
}
