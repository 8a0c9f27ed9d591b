import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ACTION_OUTCOME, ActionView, OrderChange, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../auth/guard.js';
import { AccountLinks } from '../customers/accounts/account-links.js';
import { FollowedLinks } from '../customers/accounts/followed-links.js';
import { PASSWORD } from '../customers/accounts/passwords.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { Answers, AnswersList, AnswersStream, AnswersSuccess, Refuses } from '../http/answers.js';
import { Choice, Encrypted, Text } from '../http/fields.js';
import { Context } from '../http/request.js';
import { openEventStream } from '../http/sse.js';
import { ActionOutcomes } from './action-outcomes.js';
import { LiveOrders } from './live-orders.js';
import { OrderLinks } from './order-links.js';
import { Orders } from './orders.js';
import { Stories } from './story.js';

export class ActionBody {
  @Text({
    max: 200,
    optional: true,
    description: 'fee: a card token (tok_...) of another card; absent: the saved card again',
  })
  token?: string | null;
  @Choice(['withdraw', 'erase', 'code'], {
    optional: true,
    description: "a guest's own order: give it back (default), erase it, or give the card's security code again",
  })
  action?: 'withdraw' | 'erase' | 'code' | null;
  @Encrypted({ optional: true, description: "code: the card's security code (aud 'code', no sub)" })
  eCode?: string | null;
  @Text({ ...PASSWORD, optional: true, description: "verify: the account's password, unless the browser is signed in" })
  password?: string | null;
  @Text({
    ...PASSWORD,
    optional: true,
    description: 'undo: a new password; verify, where the view says proof: choice: the same instead of the one before',
  })
  newPassword?: string | null;
}

const ENDED = [
  'conflict:fee-settled',
  'conflict:order-ended',
  'conflict:card-declined',
  'conflict:reservations-closed',
  'conflict:release-started',
] as const;

/** Mails contain these links. A link alone authorises its action, names one order or account, and expires. */
@ApiTags('actions')
@Open()
@Refuses('not-found:link-invalid', 'not-found', 'gone:link-expired')
@Controller('api/actions')
export class ActionsController {
  constructor(
    private readonly links: OrderLinks,
    private readonly accounts: AccountLinks,
    private readonly followed: FollowedLinks,
    private readonly outcome: ActionOutcomes,
    private readonly live: LiveOrders,
    private readonly stories: Stories,
    private readonly orders: Orders,
  ) {}

  /** Describes the link (fee, withdraw, verify, undo) and changes nothing, because mail programs follow links. */
  @Get(':token')
  @Answers(ActionView)
  async describe(@Param('token') token: string, @Context() { session }: RequestContext) {
    if (!this.links.isOne(token)) {
      return { success: true as const, order: null, ...(await this.accounts.describe(token, session)) };
    }
    const link = this.links.open(token);
    return { success: true as const, ...(await this.outcome.view(link)) };
  }

  /** Lists the events of the link's order, oldest first. An account link has none. */
  @Get(':token/story')
  @AnswersList(StoryEntry)
  async story(@Param('token') token: string) {
    return this.stories.of(await this.orders.find(this.links.open(token).orderId));
  }

  /** Sends server-sent events `order` {orderId, status, at, stamps} of the link's order. An account link has none. */
  @Get(':token/stream')
  @AnswersStream('text/event-stream', OrderChange, 'server-sent events `order`')
  @Refuses('too-many', 'unavailable:busy')
  stream(@Param('token') token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { orderId } = this.links.open(token);
    const stream = openEventStream(request, reply);
    stream.onClose(this.live.listen(orderId, (change) => stream.send('order', change)));
  }

  /** Carries out the action. Verifying an address or resetting a password starts one session and ends all others. */
  @Post(':token')
  @AnswersSuccess(ACTION_OUTCOME)
  @Refuses(
    ...ENDED,
    'gone:link-expired',
    'gone:link-over',
    'gone:erased',
    'conflict:email-taken',
    'conflict:email-changed',
    'conflict:password-changed',
    'conflict:already-done',
    'forbidden:password-required',
    'forbidden:password-wrong',
    'invalid',
    'invalid:password-common',
    'conflict:order-open',
    'invalid:card-invalid',
    'too-many',
    'unavailable:erasure-unfinished',
    'unavailable:not-ready',
  )
  async act(@Param('token') token: string, @Body() body: ActionBody, @Context() context: RequestContext) {
    if (!this.links.isOne(token)) {
      return { success: true, order: null, ...(await this.followed.act(token, body, context)) };
    }
    const link = this.links.open(token);
    const redirectUrl = await this.outcome.carryOut(link, body, context, this.links.urlOf(token));
    return { success: true, redirectUrl, ...(await this.outcome.view(link)) };
  }
}
