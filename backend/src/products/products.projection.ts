import type { AdminProduct, PublicProduct } from '@supreme-access/contract/api-types.js';
import { priceOf } from '@supreme-access/contract/money.js';
import { unreachable } from '../platform/decider.js';
import { projection } from '../platform/projections/projection.js';
import type { ProductEvent, ProductFacts, ProductState } from './product.js';
import { productRefusals } from './product-refusals.js';
import { factsOf, withChanges } from './product-story.js';

export interface ProductDoc extends ProductFacts {
  productId: string;
  /** 1 as it was listed, one more with each edit */
  version: number;
  delisted: boolean;
  cancelled: boolean;
  /** ms UTC */
  listedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  releaseBefore: number | null;
}

export const productsProjection = projection<ProductDoc, ProductEvent>({
  name: 'products',
  version: 3,
  indexes: [['delisted', 'listedAt']],
  categories: ['product'],
  idsOf: (event) => (isAboutSlots(event.type) ? [] : [event.id]),
  evolve: (document, event) => {
    if (event.type === 'ProductCreated') {
      const { productId, listedAt, personVersion: _, ...facts } = event.data;
      return {
        ...factsOf<ProductFacts>(facts),
        productId,
        listedAt,
        version: 1,
        delisted: false,
        cancelled: false,
        startedAt: null,
        finishedAt: null,
        releaseBefore: null,
      };
    }
    if (!document) return null;
    switch (event.type) {
      case 'ProductEdited':
        return {
          ...withChanges<ProductDoc>(document, event.data.changes),
          version: document.version + 1,
          releaseBefore: releaseBefore(document, event.data.changes),
        };
      case 'ProductDelisted':
        return { ...document, delisted: true };
      case 'ReleaseStarted':
        return { ...document, startedAt: event.data.startedAt, releaseAt: event.data.releaseAt };
      case 'ReleaseFinished':
        return { ...document, finishedAt: event.data.finishedAt };
      case 'DropCancelled':
        return { ...document, cancelled: true };
      case 'SlotReserved':
      case 'SlotReleased':
      case 'ReservationVoided':
      case 'HoldersTold':
        return document;
      default:
        return unreachable(event);
    }
  },
});

/** As a product's own stream says it is; `listedAt`: ms UTC, when its first event was recorded. Null: there is none yet. */
export function productDoc(productId: string, state: ProductState, listedAt: number): ProductDoc | null {
  const { facts, version, delisted, cancelled, startedAt, finishedAt } = state;
  if (!facts) return null;
  const releaseAt = state.releaseAt ?? facts.releaseAt;
  const life = { version, delisted, cancelled, listedAt, startedAt, finishedAt, releaseBefore: null };
  return { ...facts, productId, ...life, releaseAt };
}

function releaseBefore(document: ProductDoc, changes: Partial<ProductFacts>): number | null {
  return changes.releaseAt === undefined ? document.releaseBefore : document.releaseAt;
}

function isAboutSlots(type: ProductEvent['type']): boolean {
  return type === 'SlotReserved' || type === 'SlotReleased' || type === 'ReservationVoided';
}

/** Slots held per product: a counter of its own, because it changes with every reservation. */
export interface SlotsDoc {
  productId: string;
  reserved: number;
}
export const slotsProjection = projection<SlotsDoc, ProductEvent>({
  name: 'slots',
  version: 1,
  indexes: [],
  categories: ['product'],
  idsOf: (event) => (event.type === 'SlotReserved' || event.type === 'SlotReleased' ? [event.id] : []),
  evolve: (document, event) => {
    const change = event.type === 'SlotReserved' ? 1 : event.type === 'SlotReleased' ? -1 : 0;
    return { productId: event.id, reserved: (document?.reserved ?? 0) + change };
  },
});

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export function publicProduct(doc: ProductDoc, reserved: number): PublicProduct {
  return {
    id: doc.productId,
    productId: doc.productId,
    productTitle: doc.productTitle,
    price: priceOf(doc.price),
    currency: doc.currency,
    totalStock: doc.totalStock,
    reserved,
    remaining: Math.max(0, doc.totalStock - reserved),
    avail: doc.avail,
    productImage: doc.productImage,
    pictures: doc.pictures,
    description: doc.description,
    retailPrice: doc.retailPrice && { ...doc.retailPrice, amount: priceOf(doc.retailPrice.amount) },
    styles: doc.styles.join(', '),
    sizeType: doc.sizeType,
    tags: doc.tags,
    releaseAt: iso(doc.releaseAt),
    releaseTz: doc.releaseTz,
    reservationClosesAt: iso(doc.reservationClosesAt ?? doc.releaseAt),
    releaseStartedAt: iso(doc.startedAt),
    releaseFinishedAt: iso(doc.finishedAt),
    listedAt: new Date(doc.listedAt).toISOString(),
  };
}

/** `openOrders`: those that still move; `shopUrl`: where shoppers see it. */
export function adminProduct(doc: ProductDoc, reserved: number, openOrders: number, shopUrl: string): AdminProduct {
  const { version, retailerProductId, delisted, cancelled } = doc;
  const refusals = productRefusals(doc, reserved, openOrders);
  return { ...publicProduct(doc, reserved), version, retailerProductId, delisted, cancelled, shopUrl, refusals };
}
