import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PromoUse, PromoUseOverTime } from '@supreme-access/contract/shapes/products.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { InjectClock } from '../../config/tokens.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { heldTime, ListQuery, type ListSpec, parseList, rangeOf } from '../../http/admin-list.js';
import { Answers, AnswersList, Refuses } from '../../http/answers.js';
import { Text } from '../../http/fields.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import { type PromoUseDoc, promoDaysProjection, promoUsesProjection, utcDay } from './promo-uses.projection.js';
import { type PromoDoc, promosProjection } from './promos.projection.js';

const LIST: ListSpec = {
  resource: 'uses',
  fields: { id: 'orderId', orderId: 'orderId', productId: 'productId', redeemedAt: 'redeemedAt' },
  held: { redeemedAt: heldTime },
  ranges: ['redeemedAt'],
  filters: {
    returned: (value) => (typeof value === 'boolean' ? { returnedAt: value ? { gt: 0 } : null } : undefined),
  },
  defaultSort: ['redeemedAt', 'desc'],
};

const DAY = 24 * 3_600_000;
const SHOWN = 30;
const MOST = 366;

export class DaysQuery {
  @Text({ optional: true, max: 10, description: 'first day in UTC, `2026-11-01`; 30 days are shown unless told' })
  from?: string;
  @Text({ optional: true, max: 10, description: 'last day in UTC, at most 366 in all; today unless told' })
  to?: string;
}

@ApiTags('admin promos')
@Controller('api/admin/promos/:id')
@Needs('admin', 'auditor')
export class PromoUsesController {
  constructor(
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Orders that used the code, newest first, including returned redemptions. */
  @Get('uses')
  @AnswersList(PromoUse)
  @Refuses('invalid:list-query-invalid', 'not-found')
  async uses(@Param('id') id: string, @Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const list = parseList(query, LIST);
    const { promoCode } = await this.existing(id);
    const where = { ...list.where, promoCode };
    const [docs, total] = await Promise.all([
      this.reads.find(promoUsesProjection, { ...list, where }),
      this.reads.count(promoUsesProjection, where),
    ]);
    return rangeOf(reply, LIST, list, docs.map(viewOf), total);
  }

  /** Redeemed and returned counts, in total and per UTC day. Test orders redeem nothing. */
  @Get('days')
  @Answers(PromoUseOverTime)
  @Refuses('invalid:days-invalid', 'not-found')
  async days(@Param('id') id: string, @Query() query: DaysQuery): Promise<PromoUseOverTime> {
    const wanted = daysOf(query, this.clock());
    const { promoCode, redeemed: held, limit } = await this.existing(id);
    const where = { promoCode, day: { gte: wanted[0] ?? '', lte: wanted.at(-1) ?? '' } };
    const [docs, returned] = await Promise.all([
      this.reads.find(promoDaysProjection, { where, limit: MOST }),
      this.reads.count(promoUsesProjection, { promoCode, returnedAt: { gt: 0 } }),
    ]);
    const counted = new Map(docs.map(({ day, redeemed, returned }) => [day, { day, redeemed, returned }]));
    const days = wanted.map((day) => counted.get(day) ?? { day, redeemed: 0, returned: 0 });
    return { held, returned, left: limit === null ? null : Math.max(0, limit - held), days };
  }

  private async existing(id: string): Promise<PromoDoc> {
    const doc = await this.latest.find(promosProjection, id);
    if (!doc) throw noSuch('promo code');
    return doc;
  }
}

function daysOf({ from, to }: DaysQuery, now: number): string[] {
  const last = to === undefined ? startOf(utcDay(now)) : startOf(to);
  const first = from === undefined ? last - (SHOWN - 1) * DAY : startOf(from);
  const count = (last - first) / DAY + 1;
  if (!(count >= 1 && count <= MOST)) {
    throw new Refused('days-invalid', 'invalid', `from and to must be days like 2026-11-22, at most ${MOST} of them.`);
  }
  return Array.from({ length: count }, (_, at) => utcDay(first + at * DAY));
}

/** ms UTC; NaN for an invalid day */
function startOf(day: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  return !Number.isNaN(at) && utcDay(at) === day ? at : Number.NaN;
}

function viewOf({ orderId, productId, percent, redeemedAt, returnedAt }: PromoUseDoc): PromoUse {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    id: orderId,
    orderId,
    productId,
    percent,
    redeemedAt: iso(redeemedAt),
    returnedAt: returnedAt === null ? null : iso(returnedAt),
  };
}
