import { discoverable } from '../../event-sourcing/discovered.js';

/** Whoever has something open with a product: while they do, it stays in the catalogue. */
export interface ProductUse {
  /** as far as the read models know; cheap */
  isSeen(productId: string): Promise<boolean>;
  /** as the log says */
  isCertain(productId: string): Promise<boolean>;
}

export const UsesProducts = discoverable<ProductUse>();
