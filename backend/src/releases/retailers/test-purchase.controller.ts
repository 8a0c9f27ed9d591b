import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listOf } from '@supreme-access/contract/shapes/primitives.js';
import { TestStep } from '@supreme-access/contract/shapes/retailers.js';
import { Needs } from '../../auth/guard.js';
import { STEP_UP, StepUp, StepUpBody } from '../../customers/accounts/step-up.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { mistakesOf, Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { TestPurchases } from './test-purchases.js';

export class TestPurchaseBody extends StepUpBody {
  @Text({ max: 100 })
  productId = '';
}

@ApiTags('admin retailers')
@Controller('api/admin/retailers')
@Needs('admin')
export class TestPurchaseController {
  constructor(
    private readonly tests: TestPurchases,
    private readonly stepUp: StepUp,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Buys one piece at the sandbox, or in the shop's test mode, with a test card; it makes no order. */
  @Post(':id/test')
  @Budget(BUDGETS.partner)
  @AnswersSuccess({ steps: listOf(TestStep) })
  @Refuses(
    ...mistakesOf(TestPurchaseBody),
    'invalid',
    'not-found',
    'conflict:retailer-ended',
    'conflict:product-elsewhere',
    'conflict:live-key',
    ...STEP_UP,
  )
  async test(@Param('id') id: string, @Body() body: TestPurchaseBody, @Context() context: RequestContext) {
    await this.stepUp.prove(body, context);
    const does = () => this.tests.run(id, body.productId, context.metadata);
    return { success: true, steps: await this.repeats.answered(context, { purpose: 'test-purchase', does }) };
  }
}
