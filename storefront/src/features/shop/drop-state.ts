import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { useByServerTime } from '../../api/clock.js';

export type DropState = 'open' | 'sold-out' | 'closed' | 'running' | 'departed' | 'unavailable';

type DropFacts = Pick<
  PublicProduct,
  'avail' | 'remaining' | 'reservationClosesAt' | 'releaseStartedAt' | 'releaseFinishedAt'
>;

/** What the server's facts say at the server's time (ms UTC): shown to people, decided by the server again. */
export function dropState(product: DropFacts, now: number): DropState {
  if (product.releaseFinishedAt) return 'departed';
  if (product.releaseStartedAt) return 'running';
  if (!product.avail) return 'unavailable';
  if (product.reservationClosesAt && Date.parse(product.reservationClosesAt) <= now) return 'closed';
  return product.remaining > 0 ? 'open' : 'sold-out';
}

export function useDropState(product: PublicProduct): DropState {
  return useByServerTime((now) => dropState(product, now));
}

export const DROP_WORDS: Record<DropState, { label: string; note: string }> = {
  open: { label: 'Open', note: 'Slots can be secured.' },
  'sold-out': { label: 'Sold out', note: 'All slots are taken. One comes free when somebody withdraws.' },
  closed: { label: 'Closed', note: 'Reservations are closed. The release starts soon.' },
  running: { label: 'Releasing', note: 'The release is running. We are checking out now.' },
  departed: { label: 'Departed', note: 'This drop is over.' },
  unavailable: { label: 'Not open', note: 'This product is not available now.' },
};

/** The drops as a board lists them: those still to come by their time, then those without one, then the departed. */
export function boardOrder(products: readonly PublicProduct[]): PublicProduct[] {
  const rank = (product: PublicProduct) => (product.releaseStartedAt ? 2 : product.releaseAt ? 0 : 1);
  const time = ({ releaseAt }: PublicProduct) => (releaseAt ? Date.parse(releaseAt) : 0);
  return products.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 2 ? time(b) - time(a) : time(a) - time(b)));
}

/** The drop a countdown belongs to: the next one that has a time and has not started. */
export function nextDeparture(products: readonly PublicProduct[], now: number): PublicProduct | undefined {
  return boardOrder(products).find(
    ({ releaseAt, releaseStartedAt }) => releaseAt && !releaseStartedAt && Date.parse(releaseAt) > now,
  );
}
