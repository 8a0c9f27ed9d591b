import type { ProductPicture } from '@supreme-access/contract/shapes/products.js';
import type { Money } from '../../retailers/retailer.js';

export interface ProductStory {
  description: string;
  /** null: unknown */
  retailPrice: Money | null;
  /** the first is `productImage` */
  pictures: ProductPicture[];
}
export function withLead(address: string, [, ...others]: readonly ProductPicture[]): ProductPicture[] {
  return address === '' ? [...others] : [{ address, alt: '' }, ...others];
}

export function ledBy(pictures: ProductPicture[]): Pick<ProductStory, 'pictures'> & { productImage: string } {
  return { pictures, productImage: pictures[0]?.address ?? '' };
}
