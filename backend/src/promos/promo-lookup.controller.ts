import { Controller, Get, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { PromoLookup } from '../contract/api-types.js';
import { Open } from '../platform/auth/guard.js';
import { Refused } from '../platform/decider.js';
import { PROMO_LOOKUP } from '../platform/http/answer-schemas.js';
import { Answers, Refuses } from '../platform/http/answers.js';
import { Text } from '../platform/http/fields.js';
import { InjectClock } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { isOpen, promoId } from './promo.js';
import { promosProjection } from './promos.js';

export class LookupQuery {
  @Text({ max: 60 })
  promoCode: string;
}

/** Slow enough that codes cannot be tried out, fast enough for many shoppers behind one address. */
const PER_ADDRESS = { max: 600, timeWindow: '1 minute' };

/** Whether a promo code can be used now; limits per account are judged when it is redeemed. */
@ApiTags('promos')
@Open()
@Controller('api/promoLookup')
export class PromoLookupController {
  constructor(
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  @Get()
  @RouteConfig({ rateLimit: PER_ADDRESS })
  @Answers(PROMO_LOOKUP)
  @Refuses('invalid', 'not-found:promo-invalid', 'too-many')
  async lookup(@Query() query: LookupQuery): Promise<PromoLookup> {
    const promo = await this.reads.get(promosProjection, promoId(query.promoCode));
    const isExhausted = promo !== undefined && promo.limit !== null && promo.redeemed >= promo.limit;
    if (!promo || promo.ended || isExhausted || !isOpen(promo, this.clock())) {
      throw new Refused('promo-invalid', 'not-found', 'This promo code is not valid.');
    }
    return { promoCode: promo.promoCode, percent: promo.percent };
  }
}
