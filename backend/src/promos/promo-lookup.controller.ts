import { Controller, Get, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { PromoLookup } from '@supreme-access/contract/api-types.js';
import { Open } from '../platform/auth/guard.js';
import { Commands } from '../platform/commands.js';
import { Refused } from '../platform/decider.js';
import { PROMO_LOOKUP } from '../platform/http/answer-schemas.js';
import { Answers, Refuses } from '../platform/http/answers.js';
import { Text } from '../platform/http/fields.js';
import { InjectClock } from '../platform/platform.js';
import { Latest } from '../platform/read-models/latest.js';
import { isOpen, promo, promoId } from './promo.js';
import { type PromoDoc, promosProjection } from './promos.projection.js';

export class LookupQuery {
  @Text({ max: 60 })
  promoCode: string;
}

type Known = Omit<PromoDoc, 'promoCode' | 'createdAt'>;

/** Slow enough that codes cannot be tried out, fast enough for many shoppers behind one address. */
const PER_ADDRESS = { max: 600, timeWindow: '1 minute' };

/** Whether a promo code can be used now; limits per account are judged when it is redeemed. */
@ApiTags('promos')
@Open()
@Controller('api/promoLookup')
export class PromoLookupController {
  constructor(
    private readonly commands: Commands,
    private readonly latest: Latest,
    @InjectClock() private readonly clock: () => number,
  ) {}

  @Get()
  @RouteConfig({ rateLimit: PER_ADDRESS })
  @Answers(PROMO_LOOKUP)
  @Refuses('invalid', 'not-found:promo-invalid', 'too-many')
  async lookup(@Query() query: LookupQuery): Promise<PromoLookup> {
    const promoCode = promoId(query.promoCode);
    const shown = await this.latest.find(promosProjection, promoCode);
    // What was edited or given back a moment ago is not refused for what it was before.
    const known = shown && !this.isUsable(shown) ? await this.logged(promoCode) : shown;
    if (!known || !this.isUsable(known)) {
      throw new Refused('promo-invalid', 'not-found', 'This promo code is not valid.');
    }
    return { promoCode, percent: known.percent };
  }

  private isUsable(known: Known): boolean {
    const isExhausted = known.limit !== null && known.redeemed >= known.limit;
    return !known.ended && !isExhausted && isOpen(known, this.clock());
  }

  private async logged(promoCode: string): Promise<Known | undefined> {
    const { facts, ended, redeemed } = await this.commands.state(promo, promoCode);
    return facts ? { ...facts, ended, redeemed: redeemed.size } : undefined;
  }
}
