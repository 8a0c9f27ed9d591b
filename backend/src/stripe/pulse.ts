import Stripe from 'stripe';
import type { Unknown } from './payment-results.js';
import { stripeError, unknown } from './stripe-errors.js';

/** `at`: ms UTC by Stripe's clock, in whole seconds; null: it did not say. `refused`: it does not take our key, or what we ask. */
export type Pulse = { kind: 'answered'; at: number | null } | { kind: 'refused' } | Unknown;

/** Whether Stripe answers us: reads one payment intent at most, and changes nothing. Source: https://docs.stripe.com/api/payment_intents/list */
export async function pulseOf(stripe: Stripe): Promise<Pulse> {
  try {
    const { lastResponse } = await stripe.paymentIntents.list({ limit: 1 });
    const at = Date.parse(lastResponse.headers.date ?? '');
    return { kind: 'answered', at: Number.isNaN(at) ? null : at };
  } catch (error) {
    const failure = stripeError(error);
    const isOurs = failure.statusCode !== undefined && failure.statusCode >= 400 && failure.statusCode < 500;
    return isOurs && !(failure instanceof Stripe.errors.StripeRateLimitError) ? { kind: 'refused' } : unknown(failure);
  }
}
