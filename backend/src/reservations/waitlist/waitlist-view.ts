import type { WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import type { ProductFacts, ProductState } from '../../catalogue/products/product.js';
import { rankOf } from '../../catalogue/products/waitlist.js';

type Closing = Pick<ProductFacts, 'reservationClosesAt' | 'releaseAt'>;

/** ms UTC; an offer ends no later than reservations, whose close may have moved. */
export function offerEndsAt({ endsAt }: { endsAt: number }, { reservationClosesAt, releaseAt }: Closing): number {
  return Math.min(endsAt, reservationClosesAt ?? releaseAt ?? endsAt);
}

/** Offers first. `now`: ms UTC. */
export function placesOf(state: ProductState, accountId: string, now: number): WaitingPlace[] {
  const { facts, line, offers } = state;
  if (!facts) return [];
  const offered = [...offers.values()].filter((one) => one.accountId === accountId && offerEndsAt(one, facts) > now);
  const waiting = [...line.values()].filter((one) => one.accountId === accountId);
  return [
    ...offered.map((one) => ({
      profileId: one.profileId,
      size: one.size,
      style: one.style,
      rank: 0,
      offeredUntil: new Date(offerEndsAt(one, facts)).toISOString(),
    })),
    ...waiting
      .toSorted((a, b) => a.place - b.place)
      .map(({ profileId, size, style, place }) => ({
        profileId,
        size,
        style,
        rank: rankOf(state, place),
        offeredUntil: null,
      })),
  ];
}
