import { Injectable } from '@nestjs/common';
import { guestUntil, OrderLinks } from '../orders/order-links.js';
import { Commands } from '../platform/commands.js';
import { product } from '../products/product.js';
import type { Slot } from '../products/slots.js';

/** The page of an order without an account: whoever has secured the slot is led there, by the same link that is mailed. */
@Injectable()
export class GuestPage {
  constructor(
    private readonly commands: Commands,
    private readonly links: OrderLinks,
  ) {}

  /** A secret: for the holder's browser and mails only. */
  async of({ orderId, productId, reservedAt }: Slot): Promise<string> {
    const { facts } = await this.commands.state(product, productId);
    return this.links.toGuest(orderId, guestUntil(reservedAt, facts?.releaseAt ?? null));
  }
}
