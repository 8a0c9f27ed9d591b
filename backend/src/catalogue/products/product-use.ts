import { discoverable } from '../../event-sourcing/discovered.js';

/** A port for features whose open work on a product keeps it from being delisted. */
export interface ProductUse {
  /** from the read models; cheap */
  isSeen(productId: string): Promise<boolean>;
  isCertain(productId: string): Promise<boolean>;
}

export const UsesProducts = discoverable<ProductUse>();
