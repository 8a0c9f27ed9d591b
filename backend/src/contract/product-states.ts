import type { AdminProduct, PublicProduct } from './shapes/products.js';

export type DropState = 'open' | 'sold-out' | 'closed' | 'running' | 'departed' | 'unavailable';
/** as staff see it */
export type ProductState = DropState | 'cancelled' | 'delisted';

type DropFacts = Pick<
  PublicProduct,
  'avail' | 'remaining' | 'releaseAt' | 'reservationClosesAt' | 'releaseStartedAt' | 'releaseFinishedAt'
>;

/** `now`: ms UTC by the server's clock. At its time a release runs, whoever has heard of its start or not. */
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

/** The shop's headings say that a drop departs; who works here reads what happened. */
export const STAFF_STATE_LABELS: Record<ProductState, string> = { ...STATE_LABELS, departed: 'Released' };
