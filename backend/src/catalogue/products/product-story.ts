import type { RetailCurrency } from '@supreme-access/contract/limits.js';
import type { ProductPicture } from '@supreme-access/contract/shapes/products.js';

export interface ProductStory {
  description: string;
  /** minor units */
  retailPrice: { amount: number; currency: RetailCurrency } | null;
  /** the first is `productImage` */
  pictures: ProductPicture[];
}
export function withLead(address: string, [, ...others]: readonly ProductPicture[]): ProductPicture[] {
  return address === '' ? [...others] : [{ address, alt: '' }, ...others];
}

export function ledBy(pictures: ProductPicture[]): Pick<ProductStory, 'pictures'> & { productImage: string } {
  return { pictures, productImage: pictures[0]?.address ?? '' };
}
