import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parsePrice } from '@supreme-access/contract/money.js';
import { AdminOrder, OrderCounts, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../auth/guard.js';
import { STEP_UP, StepUpBody } from '../customers/accounts/step-up.js';
import { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import { randomId } from '../event-sourcing/ids.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { rangeOf } from '../http/admin-list.js';
import { Answers, AnswersList, AnswersSuccess, Refuses } from '../http/answers.js';
import { Price, Text } from '../http/fields.js';
import { ReadsPersonal } from '../http/personal-reads.js';
import { Context } from '../http/request.js';
import { ArchiveOrder, order } from './order.js';
import { ORDER_LIST, OrderFilterQuery, OrderList, OrderListQuery } from './order-list.js';
import { RefundOrder, SettleRefund } from './order-refund.js';
import { SettlePurchase } from './order-shop.js';
import { OrderViews } from './order-views.js';
import { Orders } from './orders.js';
import { RefundStepUp } from './refund-step-up.js';
import { Stories } from './story.js';

/** Password and code are required once an hour's refunds exceed the setting STEP_UP_REFUND. */
export class RefundBody extends StepUpBody {
  @Text({ max: 300 })
  reason: string;
  @Price({ optional: true, min: 0.01, description: 'in currency units; all that is left when absent' })
  amount?: number | null;
}
export class ReasonBody {
  @Text({ max: 300 })
  reason: string;
}
export class SettleBody extends StepUpBody {
  @Text({ max: 300, description: 'how it was settled, which the shopper may read' })
  reason: string;
}
const NO_REFUND = ['conflict:not-charged', 'conflict:fee-disputed', 'conflict:refund-too-large'] as const;

@ApiTags('admin orders')
@Controller('api/admin/orders')
export class AdminOrdersController {
  constructor(
    private readonly commands: Commands,
    private readonly lists: OrderList,
    private readonly views: OrderViews,
    private readonly orders: Orders,
    private readonly stories: Stories,
    private readonly refunds: RefundStepUp,
  ) {}

  /** Lists orders newest first, without archived ones. */
  @ReadsPersonal('order')
  @Get()
  @Needs('admin', 'auditor')
  @AnswersList(AdminOrder)
  @Refuses('invalid:list-query-invalid')
  async list(@Query() query: OrderListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const { list, docs, total } = await this.lists.page(query);
    return rangeOf(reply, ORDER_LIST, list, await Promise.all(docs.map((doc) => this.views.staffView(doc))), total);
  }

  /** Counts the orders of each status that match the filter. */
  @Get('counts')
  @Needs('admin', 'auditor')
  @Answers(OrderCounts)
  @Refuses('invalid:list-query-invalid')
  async counts(@Query() query: OrderFilterQuery) {
    return this.lists.counts(query);
  }

  @ReadsPersonal('order')
  @Get(':id')
  @Needs('admin', 'auditor')
  @Answers(AdminOrder)
  @Refuses('not-found')
  async one(@Param('id') id: string) {
    return this.views.staffView(await this.orders.find(id));
  }

  @ReadsPersonal('order')
  @Get(':id/story')
  @Needs('admin', 'auditor')
  @AnswersList(StoryEntry)
  @Refuses('not-found')
  async story(@Param('id') id: string) {
    return this.stories.of(await this.orders.find(id), 'staff');
  }

  @Post(':id/refund')
  @Needs('admin')
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('invalid:amount-invalid', 'not-found', ...NO_REFUND, ...STEP_UP)
  async refund(
    @Param('id') id: string,
    @Body() { reason, amount, ...proof }: RefundBody,
    @Context() context: RequestContext,
  ) {
    const { metadata, keyed } = context;
    await this.orders.find(id);
    const cents = amount === undefined || amount === null ? null : parsePrice(amount);
    if (amount && cents === null)
      throw new Refused('amount-invalid', 'invalid', 'Enter an amount with at most two decimals.');
    const refundId = keyed ? metadata.commandId : randomId();
    await this.refunds.guard(id, cents, proof, context, () =>
      this.commands.execute(order, new RefundOrder(id, { refundId, amount: cents, reason }, metadata)),
    );
    return { success: true, order: await this.views.freshForStaff(id) };
  }

  /** Records that the amount owed by failed refunds was paid another way, and mails the reason to the shopper. */
  @Post(':id/settle')
  @Needs('admin')
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('not-found', 'conflict:nothing-owed', 'conflict:fee-disputed', ...STEP_UP)
  async settle(@Param('id') id: string, @Body() { reason, ...proof }: SettleBody, @Context() context: RequestContext) {
    await this.orders.find(id);
    await this.refunds.prove(proof, context);
    const settlementId = context.keyed ? context.metadata.commandId : randomId();
    await this.commands.execute(order, new SettleRefund(id, { settlementId, reason }, context.metadata));
    return { success: true, order: await this.views.freshForStaff(id) };
  }

  /** Records how people settled what the retailer sold without being paid, or was paid for and did not sell. */
  @Post(':id/settlePurchase')
  @Needs('admin')
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('not-found', 'conflict:nothing-to-settle', 'conflict:checkout-open', ...STEP_UP)
  async settlePurchase(
    @Param('id') id: string,
    @Body() { reason, ...proof }: SettleBody,
    @Context() context: RequestContext,
  ) {
    await this.orders.find(id);
    await this.refunds.prove(proof, context);
    await this.commands.execute(order, new SettlePurchase(id, { reason }, context.metadata));
    return { success: true, order: await this.views.freshForStaff(id) };
  }

  @Post(':id/withdraw')
  @Needs('admin')
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('not-found', 'conflict:release-started')
  async withdraw(@Param('id') id: string, @Body() { reason }: ReasonBody, @Context() { metadata }: RequestContext) {
    await this.orders.withdraw(id, reason, 'admin', metadata);
    return { success: true, order: await this.views.freshForStaff(id) };
  }

  /** Archives an ended order. Lists leave it out; auditors can still open it. */
  @Delete(':id')
  @Needs('admin')
  @Answers(AdminOrder)
  @Refuses('not-found', 'conflict:order-open')
  async archive(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    await this.orders.find(id);
    await this.commands.execute(order, new ArchiveOrder(id, {}, metadata));
    return this.views.freshForStaff(id);
  }

  @Delete('id/:id')
  @Needs('admin')
  @AnswersSuccess({ order: AdminOrder })
  @Refuses('not-found', 'conflict:order-open')
  async archiveById(@Param('id') id: string, @Context() context: RequestContext) {
    return { success: true, order: await this.archive(id, context) };
  }
}
