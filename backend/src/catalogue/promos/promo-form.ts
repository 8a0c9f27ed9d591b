import { parsePercent } from '@supreme-access/contract/money.js';
import { resolveInstant } from '@supreme-access/contract/schedules.js';
import { EDITED_VERSION, Field, type FieldSpec, Whole } from '../../http/fields.js';
import { Lenient } from '../../http/validation.js';
import { type PromoFacts, promoId } from './promo.js';

const CODE: FieldSpec = {
  schema: { type: String, pattern: '^[A-Za-z0-9_-]{2,40}$' },
  read: (given) => (typeof given === 'string' ? promoId(given) : given),
  accepts: (value) => typeof value === 'string' && /^[A-Z0-9_-]{2,40}$/.test(value),
  mistake: { code: 'promo-code-invalid', text: 'A promo code has 2 to 40 letters, digits, hyphens or underscores.' },
};
const PERCENT: FieldSpec = {
  schema: { type: 'number', minimum: 0, maximum: 100, description: 'above 0, at most two decimals' },
  accepts: (value) => typeof value === 'number' && parsePercent(value) !== null,
  mistake: {
    code: 'percent-invalid',
    text: 'The percentage must be above 0 and at most 100, with at most two decimals.',
  },
};
const time = (code: string): FieldSpec => ({
  absent: true,
  schema: { type: 'string', format: 'date-time', nullable: true },
  read: (given) => {
    const resolved = resolveInstant(given);
    return resolved.ok ? resolved.at : given === '' ? null : given;
  },
  accepts: (value) => value === null || resolveInstant(value).ok,
  mistake: { code, text: 'Please enter the time as ISO 8601 with its offset.' },
});
const limit = (description: string) => ({
  absent: true,
  nullable: true,
  min: 1,
  max: 1_000_000_000,
  description,
  mistake: { code: 'limit-invalid', text: 'The limit must be a whole number above 0.' },
});

class PromoTerms {
  @Field(time('starts-invalid'))
  startsAt?: number | null;
  @Field(time('ends-invalid'))
  endsAt?: number | null;
  @Whole(limit('orders in all'))
  limit?: number | null;
  @Whole(limit('orders per account'))
  limitPerAccount?: number | null;
}
@Lenient()
export class PromoBody extends PromoTerms {
  @Field({ ...PERCENT, absent: true })
  percent?: number;
  @Whole(EDITED_VERSION)
  version?: number;
}
@Lenient()
export class NewPromoBody extends PromoTerms {
  @Field(CODE)
  promoCode: string;
  @Field(PERCENT)
  percent: number;
}

export function newPromo({ promoCode: _, ...given }: NewPromoBody): PromoFacts {
  return { startsAt: null, endsAt: null, limit: null, limitPerAccount: null, ...given };
}
