import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { COUNT } from '@supreme-access/contract/shapes/primitives.js';
import { Needs } from '../auth/guard.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { RepeatedSecrets } from '../event-sourcing/repeated-secrets.js';
import { type RequestContext } from '../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../http/answers.js';
import { BUDGETS, Budget } from '../http/budgets.js';
import { Context } from '../http/request.js';
import { mail, requestMail } from '../mail/mail.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { orderMail } from './order.jobs.js';
import { order, personErased } from './order.js';
import { OrderList } from './order-list.js';
import { OrderMails } from './order-mails.js';
import { Orders } from './orders.js';
import type { OrderDoc } from './orders.projection.js';

const HOUR = 3_600_000;
const AT_ONCE = 64;
const QUEUED = { queued: { ...COUNT, description: 'mails that were asked for' } };

type Which = { which: string; repeatAfter?: number };
const HOURLY: Which = { which: 'hourly', repeatAfter: HOUR };

/** Resends an order's current mail: GET (for existing links) once per hour and order, POST at each request. */
@ApiTags('admin orders')
@Needs('admin')
@Controller('api/admin/orders')
export class ResendController {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly mails: OrderMails,
    private readonly lists: OrderList,
    private readonly repeats: RepeatedSecrets,
  ) {}

  @Get('resendEmail/:id')
  @AnswersSuccess(QUEUED)
  @Refuses('not-found', 'gone:person-erased')
  async coalesced(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    return { success: true, queued: await this.request(await this.orders.find(id), metadata, HOURLY) };
  }

  @Get('resendAll')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess(QUEUED)
  async allCoalesced(@Context() context: RequestContext) {
    return { success: true, queued: await this.requestAll(context, HOURLY) };
  }

  @Post(':id/resendEmail')
  @AnswersSuccess(QUEUED)
  @Refuses('not-found', 'gone:person-erased')
  async one(@Param('id') id: string, @Context() { metadata }: RequestContext) {
    const queued = await this.request(await this.orders.find(id), metadata, { which: metadata.commandId });
    return { success: true, queued };
  }

  @Post('resendAll')
  @Budget(BUDGETS.bulk)
  @AnswersSuccess(QUEUED)
  async all(@Context() context: RequestContext) {
    return { success: true, queued: await this.requestAll(context, { which: context.metadata.commandId }) };
  }

  /** A repeat after completion does not mail orders that came later. */
  private requestAll(context: RequestContext, which: Which): Promise<number> {
    const does = () => this.requestEach(context.metadata, which);
    return this.repeats.answered(context, { purpose: 'resend-all', does });
  }

  /** All orders may not fit into memory, so they are read in pages. */
  private async requestEach(metadata: CommandMetadata, which: Which): Promise<number> {
    let queued = 0;
    for await (const page of await this.lists.everything({})) {
      const waiting = page.filter(({ email }) => email !== null).values();
      const worker = async () => {
        for (const doc of waiting) {
          const requested = await this.request(doc, metadata, which).catch(unlessErasedOrLocked);
          queued += requested;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }
    return queued;
  }

  /** Returns 1 for a new mail or a repeat of this request, else 0. @throws Refused 'person-erased' */
  private async request(doc: OrderDoc, metadata: CommandMetadata, { which, ...repeat }: Which): Promise<number> {
    if ((await this.commands.state(order, doc.orderId)).erased) throw personErased();
    const request = requestMail(orderMail(doc.orderId, this.mails.current(doc), which), metadata, repeat);
    const { events } = await this.commands.execute(mail, request);
    return events.length > 0 || (await this.commands.isDone(mail, request.id, metadata)) ? 1 : 0;
  }
}

/** An erased person or a damaged stream must not stop the other mails. */
function unlessErasedOrLocked(error: unknown): number {
  if (error instanceof StreamDamaged) return 0;
  if (error instanceof Refused && error.code === 'person-erased') return 0;
  throw error;
}
