import { Injectable } from '@nestjs/common';
import { product } from '../catalogue/products/product.js';
import type { Slot } from '../catalogue/products/slots.js';
import { Commands } from '../event-sourcing/commands.js';
import { guestUntil, OrderLinks } from '../orders/order-links.js';

@Injectable()
export class GuestPage {
  constructor(
    private readonly commands: Commands,
    private readonly links: OrderLinks,
  ) {}

  /** Returns a secret for the holder's browser and mails only. */
  async of({ orderId, productId, reservedAt }: Slot): Promise<string> {
    const { facts } = await this.commands.state(product, productId);
    return this.links.toGuest(orderId, guestUntil(reservedAt, facts?.releaseAt ?? null));
  }
}
