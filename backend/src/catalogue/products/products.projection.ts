import { unitsOf } from '@supreme-access/contract/currencies.js';
import { priceOf } from '@supreme-access/contract/money.js';
import type { AdminProduct, PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { projection } from '../../projections/projection.js';
import type { ProductEvent, ProductFacts, ProductState } from './product.js';
import { productRefusals } from './product-refusals.js';
import { publishedLimit } from './retail.js';
import { type SlotEvent, takenSlots } from './slots.js';

export interface ProductDoc extends ProductFacts {
  productId: string;
  version: number;
  delisted: boolean;
  cancelled: boolean;
  /** ms UTC */
  listedAt: number;
  startedAt: number | null;
  releaseEvent: number | null;
  finishedAt: number | null;
}

export const productsProjection = projection<ProductDoc, ProductEvent>({
  name: 'products',
  version: 6,
  indexes: [['delisted', 'listedAt']],
  categories: ['product'],
  idsOf: (event) => (isAboutSlots(event.type) ? [] : [event.id]),
  evolve: (document, event) => {
    if (event.type === 'ProductCreated') {
      const { productId, listedAt, ...facts } = event.data;
      return {
        ...facts,
        productId,
        listedAt,
        version: 1,
        delisted: false,
        cancelled: false,
        startedAt: null,
        releaseEvent: null,
        finishedAt: null,
      };
    }
    if (!document) return null;
    switch (event.type) {
      case 'ProductEdited':
        return { ...document, ...event.data.changes, version: document.version + 1 };
      case 'ProductDelisted':
        return { ...document, delisted: true };
      case 'ReleaseStarted':
        return {
          ...document,
          startedAt: event.data.startedAt,
          releaseAt: event.data.releaseAt,
          releaseEvent: event.position,
        };
      case 'ReleaseFinished':
        return { ...document, finishedAt: event.data.finishedAt };
      case 'DropCancelled':
        return { ...document, cancelled: true };
      case 'SlotReserved':
      case 'SlotReleased':
      case 'ReservationVoided':
      case 'WaitlistJoined':
      case 'WaitlistLeft':
      case 'SlotOffered':
      case 'OfferLapsed':
      case 'HoldersTold':
        return document;
      default:
        return unreachable(event);
    }
  },
});

/** Builds the document from the stream's state. `listedAt`: ms UTC of the first event. Null before it. */
export function productDoc(productId: string, state: ProductState, listedAt: number): ProductDoc | null {
  const { facts, version, delisted, cancelled, startedAt, finishedAt } = state;
  if (!facts) return null;
  const releaseAt = state.releaseAt ?? facts.releaseAt;
  const life = {
    version,
    delisted,
    cancelled,
    listedAt,
    startedAt,
    finishedAt,
    releaseEvent: null,
  };
  return { ...facts, productId, ...life, releaseAt };
}

const OF_SLOTS: ReadonlySet<string> = new Set<SlotEvent['type']>([
  'SlotReserved',
  'SlotReleased',
  'ReservationVoided',
  'WaitlistJoined',
  'WaitlistLeft',
  'SlotOffered',
  'OfferLapsed',
]);

function isAboutSlots(type: ProductEvent['type']): boolean {
  return OF_SLOTS.has(type);
}

export interface SlotsDoc extends SlotCounts {
  productId: string;
}
export interface SlotCounts {
  reserved: number;
  offered: number;
  waiting: number;
}
export const NO_COUNTS: SlotCounts = { reserved: 0, offered: 0, waiting: 0 };

export function countsOf(state: ProductState): SlotCounts {
  return { reserved: takenSlots(state), offered: state.offers.size, waiting: state.line.size };
}

const ENDS_LINE: ReadonlySet<string> = new Set<ProductEvent['type']>([
  'ReleaseStarted',
  'DropCancelled',
  'ProductDelisted',
]);
function isCounted(type: ProductEvent['type']): boolean {
  return ENDS_LINE.has(type) || (isAboutSlots(type) && type !== 'ReservationVoided');
}

export const slotsProjection = projection<SlotsDoc, ProductEvent>({
  name: 'slots',
  version: 2,
  indexes: [],
  categories: ['product'],
  idsOf: ({ id, type }) => (isCounted(type) ? [id] : []),
  evolve: (document, event) => {
    const { reserved, offered, waiting } = document ?? NO_COUNTS;
    const productId = event.id;
    switch (event.type) {
      case 'SlotReserved':
        return { productId, reserved: reserved + 1, offered, waiting };
      case 'SlotReleased':
        return { productId, reserved: reserved - 1, offered, waiting };
      case 'WaitlistJoined':
        return { productId, reserved, offered, waiting: waiting + 1 };
      case 'SlotOffered':
        return { productId, reserved: reserved + 1, offered: offered + 1, waiting: waiting - 1 };
      case 'OfferLapsed':
        return { productId, reserved: reserved - 1, offered: offered - 1, waiting };
      case 'WaitlistLeft':
        return event.data.offered
          ? { productId, reserved: reserved - 1, offered: offered - 1, waiting }
          : { productId, reserved, offered, waiting: waiting - 1 };
      default:
        return document && { productId, reserved, offered, waiting: 0 };
    }
  },
});

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export function publicProduct(doc: ProductDoc, { reserved, waiting }: SlotCounts): PublicProduct {
  const limit = publishedLimit(doc);
  return {
    id: doc.productId,
    productId: doc.productId,
    productTitle: doc.productTitle,
    price: priceOf(doc.price),
    currency: doc.currency,
    totalStock: doc.totalStock,
    reserved,
    remaining: Math.max(0, doc.totalStock - reserved),
    waiting,
    avail: doc.avail,
    productImage: doc.productImage,
    pictures: doc.pictures,
    description: doc.description,
    retailPrice: doc.retailPrice && unitsOf(doc.retailPrice),
    // What a retailer of our own protocol takes is not known before it is paid.
    defaultLimit: limit && doc.means === 'token' ? unitsOf(limit) : null,
    means: doc.means ?? 'card',
    styles: doc.styles.join(', '),
    sizeType: doc.sizeType,
    tags: doc.tags,
    releaseAt: iso(doc.releaseAt),
    releaseTz: doc.releaseTz,
    reservationClosesAt: iso(doc.reservationClosesAt ?? doc.releaseAt),
    releaseStartedAt: iso(doc.startedAt),
    releaseFinishedAt: iso(doc.finishedAt),
    limitPerAccount: doc.limitPerAccount,
    listedAt: new Date(doc.listedAt).toISOString(),
  };
}

export function adminProduct(doc: ProductDoc, slots: SlotCounts, openOrders: number, shopUrl: string): AdminProduct {
  const { version, retailerProductId, retailerId = null, retailerItems = [], delisted, cancelled } = doc;
  const refusals = productRefusals(doc, slots.reserved, openOrders);
  const own = { version, retailerProductId, retailerId, retailerItems, delisted, cancelled, shopUrl, refusals };
  const limit = publishedLimit(doc);
  // A form that was not shown the limit would send it back as removed.
  const defaultLimit = limit && unitsOf(limit);
  return { ...publicProduct(doc, slots), defaultLimit, offered: slots.offered, ...own };
}
