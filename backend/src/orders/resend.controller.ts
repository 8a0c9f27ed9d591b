import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs } from '../platform/auth/guard.js';
import { Commands } from '../platform/commands.js';
import { type Origin, Refused } from '../platform/decider.js';
import { AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { BUDGETS, Budget } from '../platform/http/budgets.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { StreamDamaged } from '../platform/log/stream-integrity.js';
import { InjectClock } from '../platform/platform.js';
import { RepeatedAnswers } from '../platform/vault/repeated-answers.js';
import { order } from './order.js';
import { OrderList } from './order-list.js';
import { ResendMail } from './order-mailing.js';
import { OrderMails } from './order-mails.js';
import { Orders } from './orders.js';
import type { OrderDoc } from './orders.projection.js';

const MINUTE = 60_000;
const HOUR_IN_MINUTES = 60;
const AT_ONCE = 64;
const QUEUED = { queued: { type: 'integer', minimum: 0, description: 'mails that were asked for' } } as const;

type TagOf = (orderId: string) => string | Promise<string>;

/** Sends an order's current mail again. By GET (as old links do) at most once an hour and order; by POST each time it is asked. */
@ApiTags('admin orders')
@Needs('admin')
@Controller('api/admin/orders')
export class ResendController {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly mails: OrderMails,
    private readonly lists: OrderList,
    private readonly answers: RepeatedAnswers,
    @InjectClock() private readonly clock: () => number,
  ) {}

  @Get('resendEmail/:id')
  @AnswersSuccess(QUEUED)
  @Refuses('not-found', 'gone:person-erased')
  async coalesced(@Param('id') id: string, @Asks() { origin }: Asked) {
    return {
      success: true,
      queued: await this.request([await this.orders.find(id)], origin, (order) => this.hourly(order)),
    };
  }

  @Get('resendAll')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess(QUEUED)
  async allCoalesced(@Asks() asked: Asked) {
    return { success: true, queued: await this.requestAll(asked, (order) => this.hourly(order)) };
  }

  @Post(':id/resendEmail')
  @AnswersSuccess(QUEUED)
  @Refuses('not-found', 'gone:person-erased')
  async one(@Param('id') id: string, @Asks() { origin }: Asked) {
    return { success: true, queued: await this.request([await this.orders.find(id)], origin, () => origin.commandId) };
  }

  @Post('resendAll')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess(QUEUED)
  async all(@Asks() asked: Asked) {
    return { success: true, queued: await this.requestAll(asked, () => asked.origin.commandId) };
  }

  /** The minute of the request an hour's requests go by: the first of them. */
  private async hourly(orderId: string): Promise<string> {
    const now = Math.floor(this.clock() / MINUTE);
    const { mailsRequested } = await this.commands.state(order, orderId);
    const minutes = mailsRequested.flatMap((mailId) => /@minute-(\d+)$/.exec(mailId)?.[1] ?? []).map(Number);
    return `minute-${minutes.find((minute) => now - minute < HOUR_IN_MINUTES) ?? now}`;
  }

  /** A copy that comes once all are asked for mails nobody who has ordered since. */
  private requestAll(asked: Asked, tagOf: TagOf): Promise<number> {
    const does = () => this.requestEach(asked.origin, tagOf);
    return this.answers.once(asked, { purpose: 'resend-all', does });
  }

  /** A page at a time: there may be more orders than fit into memory. */
  private async requestEach(origin: Origin, tagOf: TagOf): Promise<number> {
    let queued = 0;
    for await (const page of await this.lists.everything({})) {
      const known = page.filter(({ email }) => email !== null);
      queued += await this.request(known, origin, tagOf, (mail) => this.send(mail).catch(unlessErasedOrLocked));
    }
    return queued;
  }

  /** A copy of the request that asked for the mail counts it as that one did. */
  private async send(mail: ResendMail): Promise<number> {
    const { events } = await this.commands.execute(order, mail);
    return events.length > 0 || (await this.commands.isDone(order, mail.id, mail.origin)) ? 1 : 0;
  }

  /** How many mails were asked for; `tagOf` makes the mail's name, so that a repeat with the same tag asks for nothing new. */
  private async request(
    docs: readonly OrderDoc[],
    origin: Origin,
    tagOf: TagOf,
    send = (mail: ResendMail) => this.send(mail),
  ): Promise<number> {
    const waiting = docs.values();
    let queued = 0;
    const line = async () => {
      for (const doc of waiting) {
        const kind = this.mails.current(doc);
        const data = { mailId: `${kind}@${await tagOf(doc.orderId)}`, kind };
        const sent = await send(new ResendMail(doc.orderId, data, origin));
        queued += sent;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, line));
    return queued;
  }
}

/** Somebody was forgotten since the list was read, or the order is locked: the mails to all the others go on. */
function unlessErasedOrLocked(error: unknown): number {
  if (error instanceof StreamDamaged) return 0;
  if (error instanceof Refused && error.code === 'person-erased') return 0;
  throw error;
}
