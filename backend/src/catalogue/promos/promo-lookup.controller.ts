import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PromoLookup } from '@supreme-access/contract/shapes/products.js';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { InjectClock } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { Answers, Refuses } from '../../http/answers.js';
import { Text } from '../../http/fields.js';
import { type Limit, Limits, tooMany } from '../../http/limits/limits.js';
import { Context } from '../../http/request.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { isOpen, promo, promoId } from './promo.js';
import { type PromoDoc, promosProjection } from './promos.projection.js';

export class LookupQuery {
  @Text({ max: 60 })
  promoCode: string;
}

type LookedUpPromo = Omit<PromoDoc, 'promoCode' | 'createdAt' | 'version'>;

/** Per account, or per network without a session; the rate prevents guessing of codes. */
const LOOKUPS = { name: 'promo-lookups', max: 60, seconds: 60 };
/** Per network. Valid codes do not count, because many shoppers may share a network. */
const WRONG = { name: 'promo-wrong', max: 60, seconds: 60 };

/** Whether a promo code is valid now; limits per account apply at the redemption. */
@ApiTags('promos')
@Open()
@Controller('api/promoLookup')
export class PromoLookupController {
  private readonly wrong: Limit;

  constructor(
    private readonly commands: Commands,
    private readonly latest: ConsistentReads,
    limits: Limits,
    @InjectClock() private readonly clock: () => number,
  ) {
    this.wrong = limits.of(WRONG);
  }

  @Get()
  @Limited(LOOKUPS, 'account')
  @Answers(PromoLookup)
  @Refuses('invalid', 'not-found:promo-invalid', 'too-many')
  async lookup(@Query() query: LookupQuery, @Context() { metadata }: RequestContext): Promise<PromoLookup> {
    const client = metadata.client ?? '';
    if ((await this.wrong.counted(client)) >= WRONG.max) throw tooMany(WRONG.seconds);
    const promoCode = promoId(query.promoCode);
    const shown = await this.latest.find(promosProjection, promoCode);
    // The read model may be stale, so the log decides on a refusal.
    const found = shown && !this.isUsable(shown) ? await this.logged(promoCode) : shown;
    if (!found || !this.isUsable(found)) {
      await this.wrong.count(client);
      throw new Refused('promo-invalid', 'not-found', 'This promo code is not valid.');
    }
    return { promoCode, percent: found.percent };
  }

  private isUsable(found: LookedUpPromo): boolean {
    const isExhausted = found.limit !== null && found.redeemed >= found.limit;
    return !found.ended && !isExhausted && isOpen(found, this.clock());
  }

  private async logged(promoCode: string): Promise<LookedUpPromo | undefined> {
    const { facts, ended, redeemed } = await this.commands.state(promo, promoCode);
    return facts ? { ...facts, ended, redeemed: redeemed.size } : undefined;
  }
}
