import type { ProductPicture } from '@supreme-access/contract/shapes/products.js';

/** Named by what it shows, or by the product where nobody has said. */
export function altOf({ alt }: ProductPicture, at: number, title: string): string {
  return alt || (at === 0 ? title : `${title}, picture ${at + 1}`);
}

/** The step of an arrow key; 0 of all others. */
export function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : 0;
}
