import type { AdminProduct, PublicProduct } from './shapes/products.js';

export type DropState = 'open' | 'sold-out' | 'closed' | 'running' | 'departed' | 'unavailable';
export type ProductState = DropState | 'cancelled' | 'delisted';

type DropFacts = Pick<
  PublicProduct,
  'avail' | 'remaining' | 'releaseAt' | 'reservationClosesAt' | 'releaseStartedAt' | 'releaseFinishedAt'
>;

/** `now` is ms UTC by the server's clock. A release runs from its time on, even before its event arrives. */
export function dropState(product: DropFacts, now: number): DropState {
  if (product.releaseFinishedAt) return 'departed';
  if (product.releaseStartedAt || isPast(product.releaseAt, now)) return 'running';
  if (!product.avail) return 'unavailable';
  if (isPast(product.reservationClosesAt, now)) return 'closed';
  return product.remaining > 0 ? 'open' : 'sold-out';
}

function isPast(instant: string | null, now: number): boolean {
  return instant !== null && Date.parse(instant) <= now;
}

export function productState(
  product: DropFacts & Pick<AdminProduct, 'delisted' | 'cancelled'>,
  now: number,
): ProductState {
  if (product.delisted) return 'delisted';
  return product.cancelled ? 'cancelled' : dropState(product, now);
}

export const STATE_LABELS: Record<ProductState, string> = {
  open: 'Open',
  'sold-out': 'Sold out',
  closed: 'Closed',
  running: 'Releasing',
  departed: 'Departed',
  unavailable: 'Not open',
  cancelled: 'Cancelled',
  delisted: 'Delisted',
};

export const STAFF_STATE_LABELS: Record<ProductState, string> = { ...STATE_LABELS, departed: 'Released' };
