import type { Origin } from '../platform/decider.js';

/**
 * Ends what is still open at the retailer before an order is closed. An injection token as well: closing belongs to payments,
 * the retailer to checkouts.
 */
export abstract class OpenReferences {
  /** Ends the order's open reference and records what became of it; 'open' when the retailer cannot be asked now. */
  abstract settle(orderId: string, origin: Origin): Promise<'settled' | 'open'>;
}
