import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { Needs } from '../../auth/guard.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { type Asked } from '../../event-sourcing/requester.js';
import { AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Asks } from '../../http/request.js';
import { DropChecks, shown } from './drop-checks.js';

/** ms until the answer to whoever looks by hand */
const BY_HAND_WITHIN = 60_000;

@ApiTags('admin products')
@Controller('api/admin/products')
export class ChecksController {
  constructor(private readonly checks: DropChecks) {}

  /** What was found before the drop, the latest check first; the last 20 are told. */
  @Get(':id/checks')
  @Needs('admin', 'auditor')
  @AnswersList(DropCheck)
  @Refuses('not-found')
  list(@Param('id') id: string): Promise<DropCheck[]> {
    return this.checks.of(productIdOf(id));
  }

  /**
   * Looks now at everything that the drop needs: retailer, Stripe, mail server, clock, codes, cards. It changes nothing there, and mails
   * no operator.
   */
  @Post(':id/check')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ check: DropCheck })
  @Refuses('not-found', 'conflict:release-started')
  async check(@Param('id') id: string, @Asks() { origin }: Asked) {
    const signal = AbortSignal.timeout(BY_HAND_WITHIN);
    const { state } = await this.checks.check(productIdOf(id), 'by-hand', origin, signal);
    const latest = state.checks.findLast(({ at }) => at === 'by-hand');
    if (!latest) throw noSuch('check');
    return { success: true, check: shown(latest) };
  }
}
