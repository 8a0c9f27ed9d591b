import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs } from '../platform/auth/guard.js';
import type { Origin } from '../platform/decider.js';
import { type Asked, Asks } from '../platform/http/request.js';
import { freshStep } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { RequestMail } from './order-commands.js';
import { OrderDesk } from './order-desk.js';
import { OrderMails } from './order-mails.js';
import { type OrderDoc, ordersProjection } from './orders.js';

const HOUR = 3_600_000;

/** Sends an order's current mail again. By GET (as old links do) at most once an hour and order; by POST each time it is asked. */
@ApiTags('admin orders')
@Needs('admin')
@Controller('api/admin/orders')
export class ResendController {
  constructor(
    private readonly desk: OrderDesk,
    private readonly mails: OrderMails,
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  @Get('resendEmail/:id')
  async coalesced(@Param('id') id: string, @Asks() { origin }: Asked) {
    return { success: true, queued: await this.request([await this.desk.find(id)], origin, this.hour()) };
  }

  @Get('resendAll')
  async allCoalesced(@Asks() { origin }: Asked) {
    return { success: true, queued: await this.request(await this.everyone(), origin, this.hour()) };
  }

  @Post(':id/resendEmail')
  @HttpCode(200)
  async one(@Param('id') id: string, @Asks() { origin }: Asked) {
    return { success: true, queued: await this.request([await this.desk.find(id)], origin, origin.commandId) };
  }

  @Post('resendAll')
  @HttpCode(200)
  async all(@Asks() { origin }: Asked) {
    return { success: true, queued: await this.request(await this.everyone(), origin, origin.commandId) };
  }

  private hour(): string {
    return String(Math.floor(this.clock() / HOUR));
  }

  private async everyone(): Promise<OrderDoc[]> {
    const docs = await this.reads.find(ordersProjection, { where: { archived: false } });
    return docs.filter(({ email }) => email !== null);
  }

  /** How many mails were asked for; `tag` makes the mail's name, so that a repeat with the same tag asks for nothing new. */
  private async request(docs: readonly OrderDoc[], origin: Origin, tag: string): Promise<number> {
    let queued = 0;
    for (const doc of docs) {
      const kind = this.mails.current(doc);
      const data = { mailId: `${kind}@${tag}`, kind };
      const { events } = await this.desk.ask(RequestMail, doc.orderId, data, freshStep(origin));
      queued += events.length;
    }
    return queued;
  }
}
