import type Stripe from 'stripe';
import type { IntentOwner } from './payment-results.js';
import { stripeError, unknown } from './stripe-errors.js';

export async function intentOf(
  stripe: Stripe,
  tag: Record<string, string>,
  customer: string,
): Promise<string | undefined> {
  for await (const { id, metadata } of stripe.paymentIntents.list({ customer, limit: 100 })) {
    if (metadata.orderId === tag.orderId && metadata.installation === tag.installation) return id;
  }
  return undefined;
}

export async function ownerOf(stripe: Stripe, intentId: string, installation: string): Promise<IntentOwner> {
  try {
    const { metadata } = await stripe.paymentIntents.retrieve(intentId);
    const { orderId } = metadata;
    return orderId && metadata.installation === installation ? { kind: 'order', orderId } : { kind: 'foreign' };
  } catch (error) {
    const failure = stripeError(error);
    return failure.code === 'resource_missing' ? { kind: 'foreign' } : unknown(failure);
  }
}
