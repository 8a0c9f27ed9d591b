import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { Needs } from '../../auth/guard.js';
import { STEP_UP, StepUp, StepUpBody } from '../../customers/accounts/step-up.js';
import { sha256 } from '../../event-sourcing/ids.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { Choice, Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { OrderViews } from '../../orders/order-views.js';
import { Orders } from '../../orders/orders.js';
import { ProofReviews } from './proof-reviews.js';

export class EvidenceBody extends StepUpBody {
  @Choice(['forwarded-email', 'card-charge', 'retailer'])
  kind: 'forwarded-email' | 'card-charge' | 'retailer';
  @Text({ max: 200 })
  reference: string;
  @Text({ lines: true, max: 2_000, optional: true, blank: true })
  note?: string;
}

@ApiTags('admin orders')
@Needs('admin')
@Controller('api/admin/orders')
export class EvidenceController {
  constructor(
    private readonly orders: Orders,
    private readonly views: OrderViews,
    private readonly reviews: ProofReviews,
    private readonly stepUp: StepUp,
  ) {}

  /** Records evidence from staff. For an attempt recorded as refused, the retailer must confirm the purchase. */
  @Post(':id/evidence')
  @Budget(BUDGETS.partner)
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('not-found', 'conflict:not-attempted', 'conflict:refused-reference', ...STEP_UP)
  async evidence(@Param('id') id: string, @Body() body: EvidenceBody, @Context() context: RequestContext) {
    const { kind, reference, note } = body;
    await this.orders.find(id);
    await this.stepUp.prove(body, context);
    const recorded = kind === 'forwarded-email' ? 'reviewed' : kind;
    const digest = sha256(JSON.stringify([kind, reference, note ?? '']));
    await this.reviews.record(id, { kind: recorded, reference, sha256: digest }, context.metadata);
    return { success: true, order: await this.views.freshForStaff(id) };
  }
}
