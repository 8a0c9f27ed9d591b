import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { parsePercent } from '@supreme-access/contract/money.js';
import { resolveInstant } from '@supreme-access/contract/schedules.js';
import { Allow } from 'class-validator';
import { Refused } from '../platform/decider.js';
import type { Schema } from '../platform/http/answers.js';
import { Lenient } from '../platform/http/validation.js';
import { type PromoFacts, promoId } from './promo.js';

/** What an admin's form says about a promo code. Each field is read by hand, so that each mistake has its own code. */

const Given = (schema: Schema) => applyDecorators(ApiPropertyOptional(schema as object), Allow());
const TIME: Schema = { type: 'string', format: 'date-time', nullable: true };
const LIMIT: Schema = { type: 'integer', minimum: 1, nullable: true };

/** Lenient, because react-admin sends whole records back. */
@Lenient()
export class PromoBody {
  @Given({ type: 'number', minimum: 0, maximum: 100, description: 'above 0, at most two decimals' })
  percent?: unknown;
  @Given(TIME)
  startsAt?: unknown;
  @Given(TIME)
  endsAt?: unknown;
  @Given({ ...LIMIT, description: 'orders in all' })
  limit?: unknown;
  @Given({ ...LIMIT, description: 'orders per account' })
  limitPerAccount?: unknown;
}
@Lenient()
export class NewPromoBody extends PromoBody {
  @ApiProperty({ type: String, pattern: '^[A-Za-z0-9_-]{2,40}$' })
  @Allow()
  promoCode?: unknown;
}

/** @throws Refused 'promo-code-invalid' */
export function readCode(value: unknown): string {
  const code = typeof value === 'string' ? promoId(value) : '';
  if (/^[A-Z0-9_-]{2,40}$/.test(code)) return code;
  throw invalid('promo-code-invalid', 'A promo code is 2 to 40 letters, digits, hyphens or underscores.');
}

/** @throws Refused with a code that names the field */
export function readNewPromo(body: PromoBody): PromoFacts {
  const none = { startsAt: null, endsAt: null, limit: null, limitPerAccount: null };
  const { percent, ...rest } = readPromo(body);
  if (percent === undefined) throw percentInvalid();
  return { ...none, percent, ...rest };
}

/** What is given. @throws Refused */
export function readPromo({ percent, startsAt, endsAt, limit, limitPerAccount }: PromoBody): Partial<PromoFacts> {
  return {
    ...(percent === undefined ? {} : { percent: readPercent(percent) }),
    ...(startsAt === undefined ? {} : { startsAt: readTime(startsAt, 'starts-invalid') }),
    ...(endsAt === undefined ? {} : { endsAt: readTime(endsAt, 'ends-invalid') }),
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
    ...(limitPerAccount === undefined ? {} : { limitPerAccount: readLimit(limitPerAccount) }),
  };
}

function readPercent(value: unknown): number {
  const percent = typeof value === 'number' ? parsePercent(value) : null;
  if (percent === null) throw percentInvalid();
  return percent;
}

function readTime(value: unknown, code: string): number | null {
  if (value === null || value === '') return null;
  const resolved = resolveInstant(value);
  if (!resolved.ok) throw invalid(code, 'Please give the time as ISO 8601 with its offset.');
  return resolved.at;
}

function readLimit(value: unknown): number | null {
  if (value === null || value === '') return null;
  const isCount = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 1_000_000_000;
  if (!isCount) throw invalid('limit-invalid', 'A limit is a whole number above 0.');
  return value;
}

function percentInvalid(): Refused {
  return invalid('percent-invalid', 'The percentage must be above 0 and at most 100, with at most two decimals.');
}

function invalid(code: string, text: string): Refused {
  return new Refused(code, 'invalid', text);
}
