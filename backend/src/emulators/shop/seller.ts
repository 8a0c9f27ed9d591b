import type { Money } from '../../retailers/retailer.js';
import { atStripe } from '../../stripe/stripe-amounts.js';
import { sha256Of } from './idempotency-keys.js';

export interface Capture {
  session: string;
  /** a shared payment token, a credential */
  token: string;
  total: Money;
}
export type Captured =
  | { kind: 'captured'; payment: string }
  | { kind: 'declined' }
  /** perhaps captured; the same capture may be repeated */
  | { kind: 'unknown' };
/** Takes the money as the shop; repeated, it takes it once. */
export type TakePayment = (capture: Capture) => Promise<Captured>;

const PATIENCE_MS = 10_000;

/** Without a payment provider each token pays; specs and the simulation hand in their own. */
export const takeAnyToken: TakePayment = async ({ session }) => ({ kind: 'captured', payment: `pi_${session}` });

/** `apiUrl`: Stripe's, or its emulator's; `key`: the seller's. https://docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens */
export function stripeSeller(apiUrl: string, key: string): TakePayment {
  return async ({ session, token, total }) => {
    const content = sha256Of(JSON.stringify([session, token, total]));
    const body = new URLSearchParams({
      amount: String(atStripe(total)),
      currency: total.currency,
      confirm: 'true',
      'payment_method_data[shared_payment_granted_token]': token,
      'metadata[checkout_session]': session,
    });
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': `checkout:${content}`,
    };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const request = { method: 'POST', headers, body, redirect: 'error', signal } as const;
      const answer = await fetch(`${apiUrl}/v1/payment_intents`, request);
      return readCapture(answer.status, await answer.json());
    } catch {
      return { kind: 'unknown' };
    }
  };
}

function readCapture(status: number, intent: unknown): Captured {
  const { id, status: state } = intent as { id?: unknown; status?: unknown };
  if (status === 200 && typeof id === 'string' && state === 'succeeded') return { kind: 'captured', payment: id };
  // Anything else, a wrong key too, says nothing of the money.
  return [200, 400, 402, 404].includes(status) ? { kind: 'declined' } : { kind: 'unknown' };
}
