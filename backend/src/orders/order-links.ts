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
import { ReceiptGiver, type SlotHolder } from './slot-events.js';

/** `fee`: pay with another card; `withdraw`: see, withdraw or erase a guest's order */
export type OrderLinkPurpose = 'fee' | 'withdraw';
export interface OrderLink {
  purpose: OrderLinkPurpose;
  orderId: string;
}

/** minimum life of a guest's link, ms */
const GUEST_LINK = 90 * 86_400_000;

/** Expiry of a guest's link; all times in ms UTC. */
export function guestUntil(reservedAt: number, releaseAt: number | null): number {
  return Math.max(reservedAt + GUEST_LINK, (releaseAt ?? 0) + PROMISE_MS);
}

/** A link to one order is `{payload}.{HMAC}`. Nothing is stored, so a mail can be rendered again at any time. */
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

  toFee(orderId: string, { closesAt }: Pick<OrderState, 'closesAt'>): string {
    return this.make({ purpose: 'fee', orderId }, closesAt ?? 0);
  }

  toGuest(orderId: string, until: number): string {
    return this.make({ purpose: 'withdraw', orderId }, until);
  }

  urlOf(token: string): string {
    return `${this.config.publicUrl}/action/${token}`;
  }

  /** The receipt is in the fragment (#), which browsers never send. Returns null without a receipt. */
  async toReceipt(order: SlotHolder): Promise<string | null> {
    const receipt = await this.receipts.receiptOf(order);
    return receipt === null ? null : `${this.config.publicUrl}/verify#${receipt}`;
  }

  toOrder(orderId: string): string {
    return `${this.config.publicUrl}/user/orders?orderId=${encodeURIComponent(orderId)}`;
  }

  toCalendar(productId: string): string {
    return calendarUrl(productId, this.config.publicUrl);
  }

  toPicture(product: Pick<ProductDoc, 'pictures' | 'productTitle'> | undefined): Ticket['picture'] {
    const lead = product?.pictures[0];
    const path = lead && mailPicture(lead.address);
    return path ? { address: `${this.config.publicUrl}${path}`, alt: lead.alt || product.productTitle } : null;
  }

  isOne(token: string): boolean {
    return token.includes('.');
  }

  /** @throws Refused 'link-invalid' | 'link-expired' */
  open(token: string): OrderLink {
    const { expiresAt, ...link } = this.read(token);
    if (this.clock() >= expiresAt) throw new Refused('link-expired', 'gone', 'This link has expired.');
    return link;
  }

  /** The order of a guest's link, which shows all of it; a link to a fee does not. @throws Refused as `open` does */
  openGuest(token: string): string {
    return orderOfGuest(this.open(token));
  }

  /** For what takes something from the public: the link may have expired. @throws Refused 'link-invalid' */
  openExpiredGuest(token: string): string {
    return orderOfGuest(this.read(token));
  }

  private read(token: string): OrderLink & { expiresAt: number } {
    const [payload = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.sign(payload));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw invalidLink();
    }
    const [purpose, orderId, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      OrderLinkPurpose,
      string,
      number,
    ];
    return { purpose, orderId, expiresAt };
  }

  private sign(payload: string): string {
    return createHmac('sha256', this.secrets.get('link')).update(payload).digest('base64url');
  }
}

function orderOfGuest({ purpose, orderId }: OrderLink): string {
  if (purpose !== 'withdraw') throw invalidLink();
  return orderId;
}

function invalidLink(): Refused {
  return new Refused('link-invalid', 'not-found', 'This link is not valid.');
}
