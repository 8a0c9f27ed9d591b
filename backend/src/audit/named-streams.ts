import { Injectable } from '@nestjs/common';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { promoId } from '../catalogue/promos/promo.js';
import { promosProjection } from '../catalogue/promos/promos.projection.js';
import { InjectEventLog } from '../config/tokens.js';
import { accountsProjection } from '../customers/accounts/accounts.projection.js';
import { eventAt } from '../event-sourcing/reading.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { foldCharacters } from '../stores/read-models/fold-characters.js';
import { searchFor } from '../stores/read-models/search-words.js';

const MOST = 100;
/** The name of a stream of this product. */
export const STREAM = /^[a-z]+-[\w.:@+-]+$/;

@Injectable()
export class NamedStreams {
  constructor(
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  async streams(text: string): Promise<string[]> {
    if (await this.isThere(text)) return [text];
    const [products, accounts, orders, promo] = await Promise.all([
      this.productsWith(text, (title, typed) => title.includes(typed)),
      this.accounts(text),
      this.orders(text),
      this.reads.get(promosProjection, promoId(text)),
    ]);
    const found = [
      ...products.map((id) => `product-${id}`),
      ...accounts.map((id) => `account-${id}`),
      ...orders.map((id) => `order-${id}`),
      ...(promo ? [`promo-${promo.promoCode}`] : []),
      ...(await this.mailsAbout([...accounts, ...orders])),
    ];
    return found.length === 0 && STREAM.test(text) ? [text] : found;
  }

  async products(text: string): Promise<string[]> {
    return this.productsWith(text, (title, typed) => title === typed);
  }

  async accounts(text: string): Promise<string[]> {
    const document = await this.reads.get(accountsProjection, text.toLowerCase());
    const words = searchFor(text);
    if (document || !words) return document ? [document.accountId] : [];
    const found = await this.reads.find(accountsProjection, { where: { words }, limit: MOST });
    return found.map(({ accountId }) => accountId);
  }

  private async orders(text: string): Promise<string[]> {
    const document = await this.reads.get(ordersProjection, text.toLowerCase());
    const words = searchFor(text);
    if (document || !words) return document ? [document.orderId] : [];
    const query = { where: { words }, sort: [['orderDate', 'desc']], limit: MOST } as const;
    return (await this.reads.find(ordersProjection, query)).map(({ orderId }) => orderId);
  }

  private async mailsAbout(ids: readonly string[]): Promise<string[]> {
    const mails = await this.reads.find(mailsProjection, { where: { aboutId: { in: ids } }, limit: MOST });
    return mails.map(({ mailId }) => `mail-${mailId}`);
  }

  private async productsWith(text: string, isMeant: (title: string, typed: string) => boolean): Promise<string[]> {
    if (await this.isThere(`product-${text}`)) return [text];
    const typed = foldCharacters(text).trim();
    if (typed === '') return [];
    const all = await this.reads.find(productsProjection);
    const found = all.filter(({ productTitle }) => isMeant(foldCharacters(productTitle), typed));
    return found.slice(0, MOST).map(({ productId }) => productId);
  }

  /** It reads the log, so an exact name works while read models are unavailable. */
  private async isThere(stream: string): Promise<boolean> {
    return STREAM.test(stream) && (await eventAt(this.log, stream, 0)) !== undefined;
  }
}
