import type Stripe from 'stripe';
import { notTaken } from './stripe-answers.js';

/** The payment method behind 'tok_...' or 'pm_...', and why we do not take it, if so. Nothing is saved for anybody by then. */
export async function methodOf(
  stripe: Stripe,
  token: string,
  key: string,
): Promise<{ id: string; refused: 'prefix' | 'brand' | null }> {
  const isMethod = token.startsWith('pm_');
  const method = isMethod
    ? await stripe.paymentMethods.retrieve(token)
    : await stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey: `${key}:method` });
  return { id: isMethod ? token : method.id, refused: notTaken(method.card) };
}
