import { Injectable } from '@nestjs/common';
import type { AdminProduct, PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { Config } from '../../config/config.js';
import { InjectConfig, InjectEventLog } from '../../config/tokens.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { Discovered } from '../../event-sourcing/discovered.js';
import { eventAt } from '../../event-sourcing/reading.js';
import {
  heldPrice,
  heldTime,
  type ListQuery,
  type ListSpec,
  type ParsedList,
  parseList,
} from '../../http/admin-list.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import { STANDARD } from '../../retailers/retailers.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { foldCharacters } from '../../stores/read-models/fold-characters.js';
import type { Scalar } from '../../stores/read-models/read-models.js';
import type { ProductState } from './product.js';
import { UsesProducts } from './product-use.js';
import {
  adminProduct,
  countsOf,
  NO_COUNTS,
  type ProductDoc,
  productDoc,
  productsProjection,
  publicProduct,
  type SlotCounts,
  slotsProjection,
} from './products.projection.js';

/** Products of the retailer of the settings name none. */
export const heldRetailer = (value: Scalar) => (value === STANDARD ? null : value);

export const PRODUCT_LIST: ListSpec = {
  resource: 'products',
  fields: {
    id: 'productId',
    productId: 'productId',
    productTitle: 'productTitle',
    price: 'price',
    totalStock: 'totalStock',
    avail: 'avail',
    sizeType: 'sizeType',
    releaseAt: 'releaseAt',
    listedAt: 'listedAt',
    delisted: 'delisted',
    cancelled: 'cancelled',
    retailerId: 'retailerId',
  },
  held: { price: heldPrice, releaseAt: heldTime, listedAt: heldTime, retailerId: heldRetailer },
  ranges: ['releaseAt'],
  defaultSort: ['listedAt', 'desc'],
};

@Injectable()
export class ProductQueries {
  constructor(
    private readonly reads: Reads,
    private readonly latest: ConsistentReads,
    private readonly discovered: Discovered,
    @InjectEventLog() private readonly log: EventLog,
    @InjectConfig() private readonly config: Config,
  ) {}

  async shop(): Promise<PublicProduct[]> {
    const where = { delisted: false, avail: true };
    const docs = await this.reads.find(productsProjection, { where, sort: [['listedAt', 'desc']] });
    return this.withSlots(docs, publicProduct);
  }

  /** @throws Refused 'not-found' also for a product that is not on sale, except for staff */
  async inShop(productId: string, isStaff: boolean): Promise<PublicProduct> {
    const doc = await this.offered(productId, isStaff);
    return publicProduct(doc, await this.slots(productId));
  }

  /** @throws Refused 'not-found' as for `inShop` */
  async offered(productId: string, isStaff: boolean): Promise<ProductDoc> {
    const doc = await this.find(productId);
    if (doc.delisted || (!doc.avail && !isStaff)) throw noSuch('product');
    return doc;
  }

  /** @throws Refused 'not-found' */
  async one(productId: string): Promise<AdminProduct> {
    return this.forStaff(await this.find(productId), await this.slots(productId));
  }

  /** Titles match by substring; delisted products appear only on request. */
  async list(query: ListQuery): Promise<{ list: ParsedList; rows: AdminProduct[]; total: number }> {
    const list = parseList(query, PRODUCT_LIST);
    const { productTitle, ...where } = list.where;
    const named = 'productId' in where || 'delisted' in where;
    const all = await this.reads.find(productsProjection, {
      where: named ? where : { delisted: false, ...where },
      sort: list.sort,
    });
    const part = typeof productTitle === 'string' ? foldCharacters(productTitle).trim() : '';
    const docs = all.filter((doc) => foldCharacters(doc.productTitle).includes(part));
    const page = docs.slice(list.skip, list.skip + list.limit);
    const rows = await this.withSlots(page, (doc, slots) => this.forStaff(doc, slots));
    return { list, rows: await Promise.all(rows), total: docs.length };
  }

  /** The product after a command, ahead of the read model. @throws Refused 'not-found' */
  async after(productId: string, state: ProductState): Promise<AdminProduct> {
    const first = await eventAt(this.log, `product-${productId}`, 0);
    const doc = first && productDoc(productId, state, first.metadata.recordedAt);
    if (!doc) throw noSuch('product');
    return this.forStaff(doc, countsOf(state));
  }

  async isInUse(productId: string): Promise<boolean> {
    for (const use of this.discovered.of(UsesProducts)) if (await use.isCertain(productId)) return true;
    return false;
  }

  private async forStaff(doc: ProductDoc, slots: SlotCounts): Promise<AdminProduct> {
    const mayBeInUse = !doc.delisted && (doc.finishedAt !== null || doc.cancelled);
    const open = mayBeInUse && (await this.isSeenInUse(doc.productId)) ? 1 : 0;
    const { adminUrl, publicUrl } = this.config;
    const shop = adminUrl === null ? '' : publicUrl;
    return adminProduct(doc, slots, open, `${shop}/product?productId=${encodeURIComponent(doc.productId)}`);
  }

  private async isSeenInUse(productId: string): Promise<boolean> {
    for (const use of this.discovered.of(UsesProducts)) if (await use.isSeen(productId)) return true;
    return false;
  }

  private async find(productId: string): Promise<ProductDoc> {
    const doc = await this.latest.find(productsProjection, productId);
    if (!doc) throw noSuch('product');
    return doc;
  }

  private async slots(productId: string): Promise<SlotCounts> {
    return (await this.reads.get(slotsProjection, productId)) ?? NO_COUNTS;
  }

  private async withSlots<V>(
    docs: readonly ProductDoc[],
    view: (doc: ProductDoc, slots: SlotCounts) => V,
  ): Promise<V[]> {
    const productId = { in: docs.map((doc) => doc.productId) };
    const counted = await this.reads.find(slotsProjection, { where: { productId } });
    const slotsById = new Map(counted.map((slots) => [slots.productId, slots]));
    return docs.map((doc) => view(doc, slotsById.get(doc.productId) ?? NO_COUNTS));
  }
}

/** @throws Refused 'not-found' for a malformed id */
export function productIdOf(text: string): string {
  if (!/^[\w-]{1,100}$/.test(text)) throw noSuch('product');
  return text;
}
