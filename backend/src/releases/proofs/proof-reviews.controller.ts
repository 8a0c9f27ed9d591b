import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { PROOF_STATUSES, Proof } from '@supreme-access/contract/shapes/proofs.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { STEP_UP, StepUp, StepUpBody } from '../../customers/accounts/step-up.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { ListQuery, parseList, rangeOf } from '../../http/admin-list.js';
import { AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Choice, Text } from '../../http/fields.js';
import { ReadsPersonal } from '../../http/personal-reads.js';
import { Context } from '../../http/request.js';
import { PROOF_LIST, ProofReviews } from './proof-reviews.js';

export class ProofListQuery extends ListQuery {
  @Text({ optional: true, max: 100 })
  orderId?: string;
  @Choice(PROOF_STATUSES, { optional: true })
  status?: string;
}
export class ReviewBody extends StepUpBody {
  @Choice(['accept', 'refuse'])
  decision: 'accept' | 'refuse';
  @Text({ max: 300, description: 'for the log, which keeps it for ever: no names, no addresses' })
  reason: string;
}

@ApiTags('admin orders')
@Controller('api/admin/proofs')
export class ProofReviewsController {
  constructor(
    private readonly reviews: ProofReviews,
    private readonly stepUp: StepUp,
  ) {}

  /** Mails that may prove a purchase, with their orders, newest first; only pending ones unless filtered. */
  @ReadsPersonal('order')
  @Get()
  @Needs('admin', 'auditor')
  @AnswersList(Proof)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: ProofListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<Proof[]> {
    const parsed = parseList(query, PROOF_LIST);
    const { orderId, status } = query;
    const where = { ...parsed.where, ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
    const list = { ...parsed, where };
    const { rows, total } = await this.reviews.page(list);
    return rangeOf(reply, PROOF_LIST, list, rows, total);
  }

  /** Accepting charges the fee. For an attempt recorded as refused, the retailer must confirm the purchase. */
  @Post(':id')
  @Budget(BUDGETS.partner)
  @Needs('admin')
  @AnswersSuccess({ proof: Proof, order: AdminOrder })
  @Refuses('not-found', 'conflict:proof-decided', 'conflict:refused-reference', ...STEP_UP)
  async review(
    @Param('id') id: string,
    @Body() { decision, reason, ...who }: ReviewBody,
    @Context() context: RequestContext,
  ) {
    await this.reviews.find(id);
    await this.stepUp.prove(who, context);
    const proof = await this.reviews.decide(id, decision, reason, context.metadata);
    return { success: true, proof, order: proof.order };
  }
}
