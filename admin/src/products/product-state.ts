import type { AdminProduct } from '@supreme-access/contract/api-types.js';

export type ProductState =
  | 'Delisted'
  | 'Cancelled'
  | 'Departed'
  | 'Releasing'
  | 'Not open'
  | 'Closed'
  | 'Open'
  | 'Sold out';

/** The one word for a product on the board, the shop's word, read off the server's facts at the server's time (ms UTC). */
export function productState(product: AdminProduct, now: number): ProductState {
  if (product.delisted) return 'Delisted';
  if (product.cancelled) return 'Cancelled';
  if (product.releaseFinishedAt) return 'Departed';
  if (product.releaseStartedAt) return 'Releasing';
  if (!product.avail) return 'Not open';
  if (product.reservationClosesAt && Date.parse(product.reservationClosesAt) <= now) return 'Closed';
  return product.remaining > 0 ? 'Open' : 'Sold out';
}
