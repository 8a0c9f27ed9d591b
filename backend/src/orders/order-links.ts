import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { calendarUrl } from '../catalogue/products/drop-calendar.js';
import { mailPicture } from '../catalogue/products/mail-picture.js';
import type { ProductDoc } from '../catalogue/products/products.projection.js';
import type { Config } from '../config/config.js';
import { InjectClock, InjectConfig } from '../config/tokens.js';
import { Refused } from '../event-sourcing/decider.js';
import { Secrets } from '../stores/vault/secrets.js';
import type { Ticket } from './mailed-ticket.js';
import type { OrderState } from './order.js';
import { ReceiptGiver, type SlotHolder } from './slot-receipts.js';

/** `fee`: pay with another card; `withdraw`: a guest's own order, to see, give back or erase. */
export type OrderLinkPurpose = 'fee' | 'withdraw';
export interface OrderLink {
  purpose: OrderLinkPurpose;
  orderId: string;
}

/** How long a guest can see and erase their order at least, ms. */
const GUEST_LINK = 90 * 86_400_000;

/** Until when a guest's link is good, ms UTC. `reservedAt` and `releaseAt` too. */
export function guestUntil(reservedAt: number, releaseAt: number | null): number {
  return Math.max(reservedAt + GUEST_LINK, (releaseAt ?? 0) + PROMISE_MS);
}

/** Signed links to one order, `{payload}.{HMAC}`: nothing is stored, so the same mail can be written again at any time. */
@Injectable()
export class OrderLinks {
  constructor(
    private readonly secrets: Secrets,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
    private readonly receipts: ReceiptGiver,
  ) {}

  /** `expiresAt`: ms UTC */
  make({ purpose, orderId }: OrderLink, expiresAt: number): string {
    const payload = Buffer.from(JSON.stringify([purpose, orderId, expiresAt])).toString('base64url');
    return this.urlOf(`${payload}.${this.sign(payload)}`);
  }

  /** Where a declined fee is settled, until the order is closed. */
  toFee(orderId: string, { closesAt }: Pick<OrderState, 'closesAt'>): string {
    return this.make({ purpose: 'fee', orderId }, closesAt ?? 0);
  }

  toGuest(orderId: string, until: number): string {
    return this.make({ purpose: 'withdraw', orderId }, until);
  }

  urlOf(token: string): string {
    return `${this.config.publicUrl}/action/${token}`;
  }

  /** Where the receipt of a slot is checked: it stands behind the #, which no browser sends. Null where there is none. */
  async toReceipt(order: SlotHolder): Promise<string | null> {
    const receipt = await this.receipts.receiptOf(order);
    return receipt === null ? null : `${this.config.publicUrl}/verify#${receipt}`;
  }

  /** The order among its shopper's others. */
  toOrder(orderId: string): string {
    return `${this.config.publicUrl}/user/orders?orderId=${encodeURIComponent(orderId)}`;
  }

  /** The drop as calendars take it. */
  toCalendar(productId: string): string {
    return calendarUrl(productId, this.config.publicUrl);
  }

  /** The product's lead, where mail programs show it. */
  toPicture(product: Pick<ProductDoc, 'pictures' | 'productTitle'> | undefined): Ticket['picture'] {
    const lead = product?.pictures[0];
    const path = lead && mailPicture(lead.address);
    return path ? { address: `${this.config.publicUrl}${path}`, alt: lead.alt || product.productTitle } : null;
  }

  isOne(token: string): boolean {
    return token.includes('.');
  }

  /** @throws Refused 'link-invalid' for an altered one, 'link-expired' */
  open(token: string): OrderLink {
    const [payload = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.sign(payload));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new Refused('link-invalid', 'not-found', 'This link is not valid.');
    }
    const [purpose, orderId, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      OrderLinkPurpose,
      string,
      number,
    ];
    if (this.clock() >= expiresAt) throw new Refused('link-expired', 'gone', 'This link has expired.');
    return { purpose, orderId };
  }

  private sign(payload: string): string {
    return createHmac('sha256', this.secrets.get('link')).update(payload).digest('base64url');
  }
}
