import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { CheckoutDataReader } from '../../customers/profiles/checkout-data.js';
import { Commands } from '../../event-sourcing/commands.js';
import { order } from '../../orders/order.js';
import { type OrderDoc, ordersProjection, spelt } from '../../orders/orders.projection.js';
import { Latest } from '../../projections/latest.js';
import { Reads } from '../../projections/reads.js';
import { searchFor } from '../../stores/read-models/search-words.js';
import { attemptsNamed, names, numbersNamed } from './mail-words.js';

export interface NamedOrder {
  orderId: string;
  /** of an attempt that was made; null: the mail names none */
  reference: string | null;
}

/** references looked up per mail; a confirmation names one */
const REFERENCES_READ = 20;
/** words of a mail that may be the retailer's order number; a confirmation has some hundred */
const WORDS_READ = 2_000;
/** characters; a longer word is no retailer's order number */
const NUMBER_MAX = 200;
/** orders that a number or an address leads to and that are looked at */
const ORDERS_READ = 200;

/** Finds the order that a mail is about, among those of one address. */
@Injectable()
export class NamedOrders {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly latest: Latest,
    private readonly data: CheckoutDataReader,
  ) {}

  /** By the attempt it names, by the retailer's number of what is bought, else the one open order whose product it names. */
  async find(address: string, content: string): Promise<NamedOrder | undefined> {
    return (
      (await this.byReference(address, content)) ??
      (await this.byNumber(address, content)) ??
      (await this.byProduct(address, content))
    );
  }

  /** Whether the retailer writes to this address about the order, or we do. */
  async isOf(doc: OrderDoc, address: string): Promise<boolean> {
    return doc.email?.toLowerCase() === address || (await this.addressGiven(doc.orderId)) === address;
  }

  /** What the retailer was given, in small letters; null once it is erased. */
  async addressGiven(orderId: string): Promise<string | null> {
    const { placed } = await this.commands.state(order, orderId);
    const buyer = placed ? await this.data.buyer(placed) : 'gone';
    return buyer === 'gone' ? null : buyer.email.toLowerCase();
  }

  /** How what is bought may be called: by its title, or as the retailer calls it. */
  async namesOf({ productId, productTitle }: Pick<OrderDoc, 'productId' | 'productTitle'>): Promise<string[]> {
    const { facts } = await this.commands.state(product, productId);
    return facts ? [productTitle, facts.retailerProductId] : [productTitle];
  }

  /** The orders that this number of the retailer's is known to have bought. */
  async boughtAs(number: string): Promise<OrderDoc[]> {
    return this.reads.find(ordersProjection, { where: { reference: spelt(number) }, limit: ORDERS_READ });
  }

  private async byReference(address: string, content: string): Promise<NamedOrder | undefined> {
    let found: NamedOrder | undefined;
    for (const { orderId, attempt, reference } of attemptsNamed(content, REFERENCES_READ)) {
      const doc = await this.latest.find(ordersProjection, orderId);
      if (!doc || !(await this.isOf(doc, address))) continue;
      const { attempts, checkout } = await this.commands.state(order, orderId);
      // Where it names several, as an answer that quotes older mails does, the open one counts.
      if (checkout?.reference === reference) return { orderId, reference };
      if (attempt <= attempts) found ??= { orderId, reference };
    }
    return found;
  }

  private async byNumber(address: string, content: string): Promise<NamedOrder | undefined> {
    const words = new Set(numbersNamed(content, { most: WORDS_READ, longest: NUMBER_MAX }).map(spelt));
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
