import type { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { instantOf } from '../ui/format.js';

type PromoInput = Omit<AdminPromo, 'id' | 'redeemed' | 'ended' | 'version'> & { version?: number };

/** Times of the form are in the viewer's zone. */
export function toPromoInput(form: Partial<AdminPromo>): PromoInput {
  return {
    promoCode: form.promoCode?.trim() ?? '',
    percent: form.percent ?? 0,
    startsAt: instantOf(form.startsAt) || null,
    endsAt: instantOf(form.endsAt) || null,
    limit: form.limit ?? null,
    limitPerAccount: form.limitPerAccount ?? null,
    ...(form.version === undefined ? {} : { version: form.version }),
  };
}
