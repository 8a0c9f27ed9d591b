import type { CommandMetadata } from '../event-sourcing/decider.js';

/** Port: order code uses the fees through it. */
export abstract class OrderFees {
  /** Retries a declined fee; `token` null: the saved card. Returns null or the authentication URL. @throws Refused */
  abstract payAgain(
    orderId: string,
    token: string | null,
    metadata: CommandMetadata,
    returnUrl?: string,
  ): Promise<string | null>;

  /** Cancels the open payment or records its outcome. Idempotent. @throws RetryableError while Stripe is unavailable */
  abstract settle(orderId: string, metadata: CommandMetadata): Promise<void>;
}
