import { type DropState, dropState } from '@supreme-access/contract/product-states.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { useByServerTime } from '../../api/clock.js';
import { slotsLeft, slotsReserved } from '../../ui/slot-meter.js';

export function useDropState(product: PublicProduct): DropState {
  return useByServerTime((now) => dropState(product, now));
}

/** The slots left or, after the release, the slots reserved. */
export function slotsOf({ reserved, totalStock }: PublicProduct, state: DropState): string {
  return state === 'departed' ? slotsReserved(reserved, totalStock) : slotsLeft(reserved, totalStock);
}

export const DROP_NOTES: Record<DropState, string> = {
  open: 'You can secure a slot.',
  'sold-out': 'All slots are taken. The waiting list gets each slot that comes free.',
  closed: 'Reservations are closed. The release starts soon.',
  running: 'The release is running. We are checking out now.',
  departed: 'This drop is over.',
  unavailable: 'This product is not available now.',
};

export function byRelease(products: readonly PublicProduct[]): PublicProduct[] {
  const rank = (product: PublicProduct) => (product.releaseStartedAt ? 2 : product.releaseAt ? 0 : 1);
  const time = ({ releaseAt }: PublicProduct) => (releaseAt ? Date.parse(releaseAt) : 0);
  return products.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 2 ? time(b) - time(a) : time(a) - time(b)));
}

/** The latest release that runs. `now` is in ms UTC. */
export function runningRelease(products: readonly PublicProduct[], now: number): PublicProduct | undefined {
  return byRelease(products)
    .filter((product) => dropState(product, now) === 'running')
    .toSorted((a, b) => Date.parse(b.releaseAt ?? '') - Date.parse(a.releaseAt ?? ''))[0];
}

export function useTopDrop(products: readonly PublicProduct[]): { product: PublicProduct; runs: boolean } | null {
  const key = useByServerTime((now) => {
    const running = runningRelease(products, now);
    return `${running ? 'runs' : 'waits'} ${(running ?? nextRelease(products, now))?.productId ?? ''}`;
  });
  const product = products.find(({ productId }) => key.endsWith(` ${productId}`));
  return product ? { product, runs: key.startsWith('runs') } : null;
}

export function nextRelease(products: readonly PublicProduct[], now: number): PublicProduct | undefined {
  return byRelease(products).find(
    ({ releaseAt, releaseStartedAt }) => releaseAt && !releaseStartedAt && Date.parse(releaseAt) > now,
  );
}
