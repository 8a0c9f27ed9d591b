import type Stripe from 'stripe';
import { whyRefused } from './stripe-answers.js';

export async function methodOf(
  stripe: Stripe,
  token: string,
  key: string,
): Promise<{ id: string; refused: 'prefix' | 'brand' | null }> {
  const isMethod = token.startsWith('pm_');
  const method = isMethod
    ? await stripe.paymentMethods.retrieve(token)
    : await stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey: `${key}:method` });
  return { id: isMethod ? token : method.id, refused: whyRefused(method.card) };
}
