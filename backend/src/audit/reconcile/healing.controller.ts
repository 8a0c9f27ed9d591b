import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealPlan } from '@supreme-access/contract/shapes/audit.js';
import { Needs } from '../../auth/guard.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { Healing } from './healing.js';

export class FindingQuery {
  @Text({ max: 400, description: "the finding's id, as the run tells it" })
  finding: string;
}
export class HealBody extends FindingQuery {
  @Text({ max: 100, description: 'what GET answered as `shown`: what is appended is what was looked at' })
  shown: string;
}

@ApiTags('audit')
@Controller('api/admin/audit/runs')
export class HealingController {
  constructor(private readonly healing: Healing) {}

  /** Previews the events that would heal a finding, from the partner's current answer; it appends nothing. */
  @Get(':id/heal')
  @Budget(BUDGETS.bulk)
  @Needs('admin', 'auditor')
  @Answers(HealPlan)
  @Refuses('not-found', 'unavailable:partner-away')
  plan(@Param('id') id: string, @Query() { finding }: FindingQuery): Promise<HealPlan> {
    return this.healing.plan(id, finding);
  }

  /** Appends the previewed events; for an ended order they are late and never lead to a charge. */
  @Post(':id/heal')
  @Budget(BUDGETS.bulk)
  @Needs('admin')
  @AnswersSuccess()
  @Refuses(
    'not-found',
    'conflict:not-healable',
    'conflict:finding-changed',
    'conflict:run-over',
    'unavailable:partner-away',
  )
  async heal(@Param('id') id: string, @Body() { finding, shown }: HealBody, @Context() { metadata }: RequestContext) {
    await this.healing.heal(id, finding, shown, metadata);
    return { success: true };
  }
}
