import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BULK_MAX } from '@supreme-access/contract/limits.js';
import { BulkResult } from '@supreme-access/contract/shapes/orders.js';
import { listOf } from '@supreme-access/contract/shapes/primitives.js';
import { Needs } from '../auth/guard.js';
import { STEP_UP, StepUp, StepUpBody } from '../customers/accounts/step-up.js';
import { furtherStep } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { RepeatedSecrets } from '../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { BUDGETS, Budget } from '../http/budgets.js';
import { Text, TextList } from '../http/fields.js';
import { refusalOf } from '../http/refusals.js';
import { Context } from '../http/request.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { order } from './order.js';
import { RefundOrder } from './order-refund.js';
import { Orders } from './orders.js';
import { RefundStepUp } from './refund-step-up.js';

/** Refunds require password and code; withdrawals ignore them. */
export class BulkBody extends StepUpBody {
  @TextList({ max: BULK_MAX, description: 'ids of orders' })
  ids: string[];
  @Text({ max: 300, description: 'one for all of them' })
  reason: string;
}

const RESULTS = { results: { ...listOf(BulkResult), description: 'one for each id, in the order of the ids' } };

/** Each order is its own command, so one refusal does not stop the others. */
@ApiTags('admin orders')
@Needs('admin')
@Controller('api/admin/orders')
export class BulkOrdersController {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly refunds: RefundStepUp,
    private readonly stepUp: StepUp,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** Refunds the rest of each order. It always requires the password, and a one-time code where codes are enabled. */
  @Post('refund')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess(RESULTS)
  @Refuses(...STEP_UP)
  async refund(@Body() { ids, reason, ...proof }: BulkBody, @Context() context: RequestContext) {
    const does = async () => {
      await this.stepUp.prove(proof, context);
      return this.each(ids, context, (id, metadata) => this.refundOne(id, reason, { ...context, metadata }));
    };
    return { success: true, results: await this.repeats.answered(context, { purpose: 'refund-many', does }) };
  }

  /** Withdraws each order whose release has not started. */
  @Post('withdraw')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess(RESULTS)
  async withdraw(@Body() { ids, reason }: BulkBody, @Context() context: RequestContext) {
    const does = () => this.each(ids, context, (id, metadata) => this.orders.withdraw(id, reason, 'admin', metadata));
    return { success: true, results: await this.repeats.answered(context, { purpose: 'withdraw-many', does }) };
  }

  private async refundOne(id: string, reason: string, context: RequestContext): Promise<void> {
    const { metadata } = context;
    await this.orders.find(id);
    const refund = { refundId: metadata.commandId, amount: null, reason };
    await this.refunds.guard(id, null, 'proven', context, () =>
      this.commands.execute(order, new RefundOrder(id, refund, metadata)),
    );
  }

  /** A repeated request resumes where it stopped: orders done under its key are skipped. */
  private async each(
    ids: readonly string[],
    { metadata }: RequestContext,
    does: (id: string, metadata: CommandMetadata) => Promise<void>,
  ) {
    const results: BulkResult[] = [];
    for (const id of ids) {
      const own = furtherStep(metadata, id);
      const refusal = await this.commands.unlessDone(order, id, own, () => does(id, own)).then(() => null, refusalIn);
      results.push({ id, success: refusal === null, ...refusal });
    }
    return results;
  }
}

/** Only an order's own refusal becomes a result. An outage fails the whole request, which the client repeats. */
function refusalIn(error: unknown): { error: string; code: string } {
  const isOwn = error instanceof StreamDamaged || (error instanceof Refused && error.kind !== 'unavailable');
  if (!isOwn) throw error;
  return refusalOf(error);
}
