import type { AdminPromo } from '@supreme-access/contract/api-types.js';

type PromoInput = Omit<AdminPromo, 'id' | 'redeemed' | 'ended'>;

/** What the server is told; times of the form are in the viewer's zone. */
export function toPromoInput(form: Partial<AdminPromo>): PromoInput {
  const time = (local: string | null | undefined) => (local ? new Date(local).toISOString() : null);
  return {
    promoCode: form.promoCode?.trim() ?? '',
    percent: form.percent ?? 0,
    startsAt: time(form.startsAt),
    endsAt: time(form.endsAt),
    limit: form.limit ?? null,
    limitPerAccount: form.limitPerAccount ?? null,
  };
}
