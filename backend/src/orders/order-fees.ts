import type { Origin } from '../event-sourcing/decider.js';

/** The fee of an order, for what stands below the fees. Whoever charges fees provides it. */
export abstract class OrderFees {
  /**
   * The shopper pays a fee that was declined: with another card (`token`), or, null, the saved one again. Returns null once paid, or
   * the address at which the cardholder, who comes back to `returnUrl`, authenticates. @throws Refused
   */
  abstract payAgain(orderId: string, token: string | null, origin: Origin, returnUrl?: string): Promise<string | null>;

  /** Ends what is open of it before the order is closed, or records how it ended. Idempotent. @throws while Stripe cannot be asked */
  abstract settle(orderId: string, origin: Origin): Promise<void>;
}
