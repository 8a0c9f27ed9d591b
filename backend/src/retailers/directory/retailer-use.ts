import { discoverable } from '../../event-sourcing/discovered.js';

/** A port for features that name a retailer, which keeps it from being removed. */
export interface RetailerUse {
  isUsed(retailerId: string): Promise<boolean>;
}

export const UsesRetailers = discoverable<RetailerUse>();
