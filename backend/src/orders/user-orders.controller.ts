import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Order, OrderChange, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Limited } from '../auth/limited.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { AnswersList, AnswersStream, AnswersSuccess, Refuses } from '../http/answers.js';
import { Encrypted } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import { openEventStream } from '../http/sse.js';
import { ActionOutcomes } from './action-outcomes.js';
import { LiveOrders } from './live-orders.js';
import { OrderCodes } from './order-codes.js';
import { OrderViews } from './order-views.js';
import { Orders } from './orders.js';
import { Stories } from './story.js';

export class CodeBody {
  @Encrypted({ description: "the card's security code (aud 'code')" })
  eCode: string;
}

/** Each withdrawal causes two mails to a freely chosen address. */
const WITHDRAWALS = { name: 'withdrawals', max: 10, seconds: 3_600 };

@ApiTags('orders')
@Controller('api/user/orders')
export class UserOrdersController {
  constructor(
    private readonly views: OrderViews,
    private readonly orders: Orders,
    private readonly outcomes: ActionOutcomes,
    private readonly live: LiveOrders,
    private readonly codes: OrderCodes,
    private readonly stories: Stories,
  ) {}

  @Get()
  @AnswersList(Order)
  list(@SignedIn() { accountId }: Session) {
    return this.views.ofAccount(accountId);
  }

  /** Sends server-sent events `order` {orderId, status, at, stamps}: first the newest orders, then each change. */
  @Get('stream')
  @AnswersStream('text/event-stream', OrderChange, 'server-sent events `order`')
  @Refuses('too-many', 'unavailable:busy')
  stream(
    @SignedIn() { accountId }: Session,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.live.follow(accountId, () => openEventStream(request, reply));
  }

  @Get(':id/story')
  @AnswersList(StoryEntry)
  @Refuses('not-found')
  async story(@Param('id') id: string, @SignedIn() { accountId }: Session) {
    return this.stories.of(await this.orders.findOwn(id, accountId));
  }

  /** Returns the signed link to pay a declined fee, as in the mail. */
  @Get(':id/feeLink')
  @AnswersSuccess({ url: TEXT })
  @Refuses('not-found', 'conflict:fee-settled')
  async feeLink(@Param('id') id: string, @SignedIn() { accountId }: Session) {
    await this.orders.findOwn(id, accountId);
    return { success: true, url: await this.outcomes.feeLink(id) };
  }

  /** Accepts the security code again for an open order without one (`codeOnFile` false). */
  @Post(':id/code')
  @AnswersSuccess({ order: Order })
  @Refuses('not-found', 'invalid:card-invalid', 'conflict:order-ended', 'too-many')
  async code(
    @Param('id') id: string,
    @Body() { eCode }: CodeBody,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    await this.orders.findOwn(id, accountId);
    await this.codes.give(id, eCode, accountId, metadata);
    return { success: true, order: await this.views.fresh(id) };
  }

  @Post(':id/withdraw')
  @Limited(WITHDRAWALS, 'account')
  @AnswersSuccess({ order: Order })
  @Refuses('not-found', 'conflict:reservations-closed', 'conflict:release-started')
  async withdraw(@Param('id') id: string, @SignedIn() { accountId }: Session, @Context() { metadata }: RequestContext) {
    await this.orders.findOwn(id, accountId);
    await this.orders.withdraw(id, 'withdrawn by the shopper', 'holder', metadata);
    return { success: true, order: await this.views.fresh(id) };
  }
}
