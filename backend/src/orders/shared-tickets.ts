import { Injectable } from '@nestjs/common';
import type { SharedTicket } from '@supreme-access/contract/shapes/orders.js';
import { publicStamps } from '@supreme-access/contract/ticket.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, noSuch } from '../event-sourcing/decider.js';
import { randomId } from '../event-sourcing/ids.js';
import { Reads } from '../projections/reads.js';
import { order } from './order.js';
import { HideTicket, ShareTicket } from './order-sharing.js';
import { stampsOf } from './order-stamps.js';
import { Orders } from './orders.js';
import { ticketsProjection } from './tickets.projection.js';

@Injectable()
export class SharedTickets {
  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
    private readonly reads: Reads,
  ) {}

  /** Returns the public id; copies of a request get the same. @throws Refused 'no-ticket' */
  async show(orderId: string, isShown: boolean, metadata: CommandMetadata): Promise<string | null> {
    const command = isShown
      ? new ShareTicket(orderId, { ticketId: randomId() }, metadata)
      : new HideTicket(orderId, {}, metadata);
    return (await this.commands.execute(order, command)).state.ticketId;
  }

  /** Asks the log, because the ticket may have been hidden just now. @throws Refused 'not-found' */
  async find(ticketId: string): Promise<SharedTicket> {
    const [named] = await this.reads.find(ticketsProjection, { where: { ticketId }, limit: 1 });
    const life = named && (await this.commands.state(order, named.orderId));
    if (!life || life.ticketId !== ticketId || life.withdrawn) throw noSuch('ticket');
    const doc = await this.orders.find(named.orderId);
    const product = await this.reads.get(productsProjection, doc.productId);
    return {
      ticketId,
      productId: doc.productId,
      productTitle: doc.productTitle,
      slotNumber: doc.slotNumber,
      totalStock: product?.totalStock ?? 0,
      size: (life.bought?.size ?? doc.size) as SharedTicket['size'],
      style: life.bought?.style ?? doc.style,
      stamps: publicStamps(stampsOf({ ...doc, life })),
    };
  }
}
