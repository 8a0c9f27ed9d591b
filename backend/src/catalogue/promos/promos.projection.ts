import { unreachable } from '../../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import { projection } from '../../projections/projection.js';
import type { ProductEvent } from '../products/product.js';
import type { PromoEvent, PromoFacts } from './promo.js';

export interface PromoDoc extends PromoFacts {
  promoCode: string;
  redeemed: number;
  ended: boolean;
  version: number;
  /** ms UTC */
  createdAt: number;
}

export const promosProjection = projection<PromoDoc, PromoEvent>({
  name: 'promos',
  version: 2,
  indexes: [['promoCode']],
  categories: ['promo'],
  idsOf: ({ id }) => [id],
  evolve: (document, event) => {
    if (event.type === 'PromoCreated')
      return { ...event.data, redeemed: 0, ended: false, version: 1, createdAt: event.at };
    if (!document) return null;
    switch (event.type) {
      case 'PromoEdited':
        return { ...document, ...event.data.changes, version: document.version + 1 };
      case 'PromoRedeemed':
        return { ...document, redeemed: document.redeemed + 1 };
      case 'PromoRedemptionReleased':
        return { ...document, redeemed: document.redeemed - 1 };
      case 'PromoEnded':
        return { ...document, ended: true };
      default:
        return unreachable(event);
    }
  },
});

/** ms that a redemption waits for its slot */
const PATIENCE = 60_000;
export const RETURN_REDEMPTION = 'release-promo';

export const promoDue = jobRule<PromoEvent | ProductEvent>(['promo', 'product'], (event): readonly JobChange[] => {
  switch (event.type) {
    case 'PromoRedeemed':
      return [{ kind: RETURN_REDEMPTION, id: `${event.id}:${event.data.orderId}`, dueAt: event.at + PATIENCE }];
    case 'PromoRedemptionReleased':
      return [{ kind: RETURN_REDEMPTION, id: `${event.id}:${event.data.orderId}`, done: true }];
    case 'SlotReserved': {
      const { promo, orderId } = event.data;
      return promo ? [{ kind: RETURN_REDEMPTION, id: `${promo.code}:${orderId}`, done: true }] : [];
    }
    case 'SlotReleased': {
      const { promoCode, orderId } = event.data;
      return promoCode ? [{ kind: RETURN_REDEMPTION, id: `${promoCode}:${orderId}`, dueAt: event.at + PATIENCE }] : [];
    }
    case 'PromoCreated':
    case 'PromoEdited':
    case 'PromoEnded':
    case 'ProductCreated':
    case 'ProductEdited':
    case 'ProductDelisted':
    case 'ReservationVoided':
    case 'WaitlistJoined':
    case 'WaitlistLeft':
    case 'SlotOffered':
    case 'OfferLapsed':
    case 'ReleaseStarted':
    case 'ReleaseFinished':
    case 'DropCancelled':
    case 'HoldersTold':
      return [];
    default:
      return unreachable(event);
  }
});
