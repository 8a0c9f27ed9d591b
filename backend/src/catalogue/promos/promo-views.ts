import type { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { noSuch } from '../../event-sourcing/decider.js';
import type { PromoFacts, PromoState } from './promo.js';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export function promoView(
  promoCode: string,
  facts: PromoFacts,
  { redeemed, ended, version }: { redeemed: number; ended: boolean; version: number },
): AdminPromo {
  const { percent, startsAt, endsAt, limit, limitPerAccount } = facts;
  const times = { startsAt: iso(startsAt), endsAt: iso(endsAt) };
  return { id: promoCode, promoCode, percent, ...times, limit, limitPerAccount, redeemed, ended, version };
}

/** The promo code after a command, ahead of the read model. @throws Refused 'not-found' */
export function promoAfter(promoCode: string, { facts, redeemed, ended, version }: PromoState): AdminPromo {
  if (!facts) throw noSuch('promo code');
  return promoView(promoCode, facts, { redeemed: redeemed.size, ended, version });
}
