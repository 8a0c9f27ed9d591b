import type { RetailCurrency } from '@supreme-access/contract/limits.js';
import type { ProductPicture } from '@supreme-access/contract/shapes/products.js';

/** What a product's page tells beside its drop. */
export interface ProductStory {
  /** plain text */
  description: string;
  /** what the retailer asks, minor units; no business of the fee */
  retailPrice: { amount: number; currency: RetailCurrency } | null;
  /** the first is the lead, which `productImage` names too */
  pictures: ProductPicture[];
}
/** Another lead, before the others as they are; without an address the next one leads. */
export function withLead(address: string, [, ...others]: readonly ProductPicture[]): ProductPicture[] {
  return address === '' ? [...others] : [{ address, alt: '' }, ...others];
}

/** The pictures, with what follows from them. */
export function ledBy(pictures: ProductPicture[]): Pick<ProductStory, 'pictures'> & { productImage: string } {
  return { pictures, productImage: pictures[0]?.address ?? '' };
}
