import Stripe from 'stripe';
import type { Unknown } from './payment-results.js';
import { stripeError, unknown } from './stripe-errors.js';

/** `at`: ms UTC by Stripe's clock, in whole seconds; null without a Date header. `refused`: Stripe rejects our key or request. */
export type Ping = { kind: 'answered'; at: number | null } | { kind: 'refused' } | Unknown;

/** https://docs.stripe.com/api/payment_intents/list */
export async function ping(stripe: Stripe): Promise<Ping> {
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
