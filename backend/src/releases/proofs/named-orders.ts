import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { CheckoutDataReader } from '../../customers/profiles/checkout-data.js';
import { Commands } from '../../event-sourcing/commands.js';
import { order } from '../../orders/order.js';
import { normalize, type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import { searchFor } from '../../stores/read-models/search-words.js';
import { attemptsNamed, names, numbersNamed } from './mail-words.js';

export interface NamedOrder {
  orderId: string;
  reference: string | null;
}

const REFERENCES_READ = 20;
const WORDS_READ = 2_000;
const NUMBER_MAX = 200;
const ORDERS_READ = 200;

@Injectable()
export class NamedOrders {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    private readonly data: CheckoutDataReader,
  ) {}

  /** Searches by reference, then by the retailer's number, then for the only open order with a named product. */
  async find(address: string, content: string): Promise<NamedOrder | undefined> {
    return (
      (await this.byReference(address, content)) ??
      (await this.byNumber(address, content)) ??
      (await this.byProduct(address, content))
    );
  }

  async isOf(doc: OrderDoc, address: string): Promise<boolean> {
    return doc.email?.toLowerCase() === address || (await this.addressGiven(doc.orderId)) === address;
  }

  /** Lower case; null once erased. */
  async addressGiven(orderId: string): Promise<string | null> {
    const { placed } = await this.commands.state(order, orderId);
    const buyer = placed ? await this.data.buyer(placed) : 'gone';
    return buyer === 'gone' ? null : buyer.email.toLowerCase();
  }

  async namesOf({ productId, productTitle }: Pick<OrderDoc, 'productId' | 'productTitle'>): Promise<string[]> {
    const { facts } = await this.commands.state(product, productId);
    return facts ? [productTitle, facts.retailerProductId] : [productTitle];
  }

  async attemptedAt(orderId: string): Promise<number> {
    return (await this.latest.find(ordersProjection, orderId))?.times.askedAt ?? Number.POSITIVE_INFINITY;
  }

  async boughtAs(number: string): Promise<OrderDoc[]> {
    return this.reads.find(ordersProjection, { where: { reference: normalize(number) }, limit: ORDERS_READ });
  }

  private async byReference(address: string, content: string): Promise<NamedOrder | undefined> {
    let found: NamedOrder | undefined;
    for (const { orderId, attempt, reference } of attemptsNamed(content, REFERENCES_READ)) {
      const doc = await this.latest.find(ordersProjection, orderId);
      if (!doc || !(await this.isOf(doc, address))) continue;
      const { attempts, checkout } = await this.commands.state(order, orderId);
      // A reply may quote older mails, so the open reference takes precedence.
      if (checkout?.reference === reference) return { orderId, reference };
      if (attempt <= attempts) found ??= { orderId, reference };
    }
    return found;
  }

  private async byNumber(address: string, content: string): Promise<NamedOrder | undefined> {
    const words = new Set(numbersNamed(content, { most: WORDS_READ, longest: NUMBER_MAX }).map(normalize));
    const named = await this.reads.find(ordersProjection, {
      where: { reference: { in: [...words] } },
      limit: ORDERS_READ,
    });
    for (const doc of named) {
      if (doc.life.bought && doc.email?.toLowerCase() === address) return { orderId: doc.orderId, reference: null };
    }
    return undefined;
  }

  private async byProduct(address: string, content: string): Promise<NamedOrder | undefined> {
    const words = searchFor(address);
    if (words === null) return undefined;
    const where = { words, status: 'processing' } as const;
    const open = await this.reads.find(ordersProjection, { where, limit: ORDERS_READ });
    const own: OrderDoc[] = [];
    for (const doc of open) {
      if (doc.email?.toLowerCase() === address && (await this.namesOf(doc)).some((name) => names(content, name))) {
        own.push(doc);
      }
    }
    const [only] = own;
    return only && own.length === 1 ? { orderId: only.orderId, reference: null } : undefined;
  }
}
