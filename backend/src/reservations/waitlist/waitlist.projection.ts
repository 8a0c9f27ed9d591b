import type { ProductEvent } from '../../catalogue/products/product.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { projection } from '../../projections/projection.js';
import type { Recorded } from '../../projections/recorded.js';

export interface WaitingDoc {
  id: string;
  accountId: string;
  productId: string;
  profileId: string;
  size: string;
  style: string;
  /** ms UTC */
  joinedAt: number;
}

function placesIn({ type, data }: Recorded<ProductEvent>): readonly number[] {
  switch (type) {
    case 'WaitlistJoined':
    case 'WaitlistLeft':
    case 'OfferLapsed':
      return [data.place];
    case 'ReleaseFinished':
    case 'ProductDelisted':
      return data.unserved ?? [];
    case 'ProductCreated':
    case 'ProductEdited':
    case 'SlotReserved':
    case 'SlotReleased':
    case 'ReservationVoided':
    case 'SlotOffered':
    case 'ReleaseStarted':
    case 'DropCancelled':
    case 'HoldersTold':
      return [];
    default:
      return unreachable(type);
  }
}

export const waitlistProjection = projection<WaitingDoc, ProductEvent>({
  name: 'waitlist',
  version: 3,
  indexes: [['accountId'], ['profileId']],
  categories: ['product'],
  own: [],
  idsOf: (event) => placesIn(event).map((place) => `${event.id}.${place}`),
  evolve: (_, event, id) => {
    if (event.type !== 'WaitlistJoined') return null;
    const { accountId, profileId, size, style, joinedAt } = event.data;
    return { id, accountId, productId: event.id, profileId, size, style, joinedAt };
  },
});
