import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SharedTicket } from '@supreme-access/contract/shapes/orders.js';
import { orNull, TEXT } from '@supreme-access/contract/shapes/primitives.js';
import { Open } from '../auth/guard.js';
import { Limited } from '../auth/limited.js';
import { type RequestContext, type Session } from '../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../http/answers.js';
import { Flag } from '../http/fields.js';
import { Context, SignedIn } from '../http/request.js';
import { OrderLinks } from './order-links.js';
import { Orders } from './orders.js';
import { SharedTickets } from './shared-tickets.js';

export class SharingBody {
  @Flag({ description: 'false: its public page is gone' })
  shared: boolean;
}

const READS = { name: 'tickets', max: 120, seconds: 60 };
const CHANGES = { name: 'ticket-changes', max: 30, seconds: 3_600 };

@ApiTags('orders')
@Controller('api')
export class TicketsController {
  constructor(
    private readonly tickets: SharedTickets,
    private readonly orders: Orders,
    private readonly links: OrderLinks,
  ) {}

  /** Shows a ticket to anyone with its public id, or to nobody any more. */
  @Post('user/orders/:id/ticket')
  @Limited(CHANGES, 'account')
  @AnswersSuccess({ ticketId: orNull(TEXT) })
  @Refuses('not-found', 'conflict:no-ticket')
  async share(
    @Param('id') id: string,
    @Body() { shared }: SharingBody,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    await this.orders.findOwn(id, accountId);
    return { success: true, ticketId: await this.tickets.show(id, shared, metadata) };
  }

  /** The same for a guest, by the link of their mail, which still hides the ticket after it expired. */
  @Post('actions/:token/ticket')
  @Open()
  @Limited(CHANGES)
  @AnswersSuccess({ ticketId: orNull(TEXT) })
  @Refuses('not-found:link-invalid', 'not-found', 'gone:link-expired', 'conflict:no-ticket')
  async shareByLink(
    @Param('token') token: string,
    @Body() { shared }: SharingBody,
    @Context() { metadata }: RequestContext,
  ) {
    const orderId = shared ? this.links.openGuest(token) : this.links.openExpiredGuest(token);
    return { success: true, ticketId: await this.tickets.show(orderId, shared, metadata) };
  }

  /** A ticket that its owner shows: product, slot, size, style and when it was bought; nobody's name. */
  @Get('tickets/:id')
  @Open()
  @Limited(READS)
  @Header('cache-control', 'no-store')
  @Answers(SharedTicket)
  @Refuses('not-found')
  one(@Param('id') id: string): Promise<SharedTicket> {
    return this.tickets.find(id);
  }
}
