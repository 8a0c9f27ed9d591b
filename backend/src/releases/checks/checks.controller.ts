import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { Needs } from '../../auth/guard.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Context } from '../../http/request.js';
import { DropChecks, shown } from './drop-checks.js';

/** ms */
const BY_HAND_WITHIN = 60_000;

@ApiTags('admin products')
@Controller('api/admin/products')
export class ChecksController {
  constructor(private readonly checks: DropChecks) {}

  /** The last 20 checks of the drop, newest first. */
  @Get(':id/checks')
  @Needs('admin', 'auditor')
  @AnswersList(DropCheck)
  @Refuses('not-found')
  list(@Param('id') id: string): Promise<DropCheck[]> {
    return this.checks.of(productIdOf(id));
  }

  /** Checks retailer, Stripe, mail server, clock, codes and cards now; operators get no mail. */
  @Post(':id/check')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess({ check: DropCheck })
  @Refuses('not-found', 'conflict:release-started')
  async check(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    const signal = AbortSignal.timeout(BY_HAND_WITHIN);
    const { state } = await this.checks.check(productIdOf(id), 'by-hand', metadata, signal);
    const latest = state.checks.findLast(({ at }) => at === 'by-hand');
    if (!latest) throw noSuch('check');
    return { success: true, check: shown(latest) };
  }
}
