import { projection } from '../../projections/projection.js';
import type { PromoEvent } from './promo.js';

export interface PromoUseDoc {
  promoCode: string;
  orderId: string;
  productId: string;
  percent: number;
  /** ms UTC */
  redeemedAt: number;
  returnedAt: number | null;
}

export const promoUsesProjection = projection<PromoUseDoc, PromoEvent>({
  name: 'promo-uses',
  version: 1,
  indexes: [
    ['promoCode', 'redeemedAt'],
    ['promoCode', 'returnedAt'],
  ],
  categories: ['promo'],
  own: [],
  idsOf: (event) =>
    event.type === 'PromoRedeemed' || event.type === 'PromoRedemptionReleased'
      ? [`${event.id}:${event.data.orderId}`]
      : [],
  evolve: (document, event) => {
    if (event.type === 'PromoRedemptionReleased') return document && { ...document, returnedAt: event.at };
    if (event.type !== 'PromoRedeemed') return document;
    const { orderId, productId, percent } = event.data;
    return { promoCode: event.id, orderId, productId, percent, redeemedAt: event.at, returnedAt: null };
  },
});

export interface PromoDayDoc {
  promoCode: string;
  /** '2026-11-22', in UTC */
  day: string;
  redeemed: number;
  returned: number;
}

export const promoDaysProjection = projection<PromoDayDoc, PromoEvent>({
  name: 'promo-days',
  version: 1,
  indexes: [['promoCode', 'day']],
  categories: ['promo'],
  own: [],
  idsOf: (event) =>
    event.type === 'PromoRedeemed' || event.type === 'PromoRedemptionReleased'
      ? [`${event.id}:${utcDay(event.at)}`]
      : [],
  evolve: (document, event) => {
    const before = document ?? { promoCode: event.id, day: utcDay(event.at), redeemed: 0, returned: 0 };
    if (event.type === 'PromoRedeemed') return { ...before, redeemed: before.redeemed + 1 };
    if (event.type === 'PromoRedemptionReleased') return { ...before, returned: before.returned + 1 };
    return document;
  },
});

/** `ms` UTC */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
