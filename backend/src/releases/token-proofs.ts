import type { Reschedule } from '../jobs/job-worker.js';
import type { CheckoutOutcome, OpenCheckout } from '../orders/checkout-facts.js';
import type { Sold } from '../orders/order-tokens.js';
import type { SoldAnswer } from '../retailers/retailer.js';
import type { CheckoutAttempt } from './checkout-attempt.js';
import type { CheckoutTokens } from './checkout-tokens.js';
import { byCapture, paymentOf, soldOf } from './token-outcomes.js';

/** ms between looks at what can only be looked at */
const LOOKS = { shortest: 30_000, longest: 15 * 60_000 };

/** Whether the money's own ledger confirms what a shop says that it sold. */
export class TokenProofs {
  constructor(
    private readonly attempt: CheckoutAttempt,
    private readonly tokens: CheckoutTokens,
    private readonly clock: () => number,
  ) {}

  /** Sold as the shop says; without a capture the order decides what that is worth. */
  async sale(checkout: OpenCheckout, answer: SoldAnswer): Promise<CheckoutOutcome> {
    const state = await this.tokens.read(checkout);
    if (state === null) return this.attempt.unknown('token-unread');
    const payment = paymentOf(checkout, state);
    return { kind: 'succeeded', ...soldOf(answer), ...(payment ? { payment } : {}) };
  }

  /** Sold without the money so far. */
  async money(checkout: OpenCheckout, sold: Sold): Promise<CheckoutOutcome | Reschedule> {
    const state = await this.tokens.read(checkout);
    if (state === null) return this.attempt.unknown('token-unread');
    const payment = paymentOf(checkout, state);
    if (payment) return { kind: 'succeeded', ...sold, payment };
    return this.later(checkout.paying?.prepared?.tokenExpiresAt ?? checkout.paying?.escalated?.until ?? 0);
  }

  /** Completed, and the shop names no order: once the token's hour is over, its capture is the evidence. */
  async capture(checkout: OpenCheckout): Promise<CheckoutOutcome | Reschedule> {
    const now = this.clock();
    const until = checkout.paying?.prepared?.tokenExpiresAt ?? 0;
    if (now < until) return { rescheduleAt: Math.min(until, now + LOOKS.shortest) };
    const state = await this.tokens.read(checkout);
    if (state === null) return this.attempt.unknown('token-unread');
    const payment = paymentOf(checkout, state);
    return payment ? byCapture(payment) : this.later(until);
  }

  /** The pause grows with the time since. */
  later(since: number): Reschedule {
    const now = this.clock();
    return { rescheduleAt: now + Math.min(LOOKS.longest, Math.max(LOOKS.shortest, (now - since) / 8)) };
  }
}
