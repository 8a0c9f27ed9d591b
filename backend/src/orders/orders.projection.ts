import { unitsOf } from '@supreme-access/contract/currencies.js';
import { priceOf } from '@supreme-access/contract/money.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { BouncedMail } from '@supreme-access/contract/shapes/people.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import type { ProductEvent } from '../catalogue/products/product.js';
import type { ProductDoc } from '../catalogue/products/products.projection.js';
import type { ProfileDoc } from '../customers/profiles/profiles.projection.js';
import { withoutPersonal } from '../event-sourcing/decider.js';
import { idsAbout, type MailEvent } from '../mail/mail.js';
import { projection } from '../projections/projection.js';
import type { Recorded } from '../projections/recorded.js';
import type { Tracking } from '../retailers/retailer.js';
import { wordsOf } from '../stores/read-models/search-words.js';
import { usableCode } from './checkout-facts.js';
import { type CheckoutTimes, NOT_STARTED, timesAfter } from './checkout-times.js';
import { evolveOrder, isMadeByGuest, NEW_ORDER, type OrderEvent, type OrderState } from './order.js';
import { needsCode } from './order-checkout.js';
import { noteOf } from './order-notes.js';
import { isWaiting } from './order-proofs.js';
import { isUnsettled } from './order-shop.js';
import { type Stamped, stampedAfter, stampsOf } from './order-stamps.js';
import { refundSum, statusOf } from './order-status.js';

/** Normalises a reference for case-insensitive search. */
export const normalize = (reference: string) => reference.trim().toLowerCase();

/** The SlotReserved event, or OrderPlaced of an order without a slot. */
export interface Reservation {
  eventId: string;
  position: number;
  /** log position of the release */
  releasedAt: number | null;
}

export interface OrderDoc {
  orderId: string;
  reservation: Reservation;
  accountId: string | null;
  subject: string;
  /** null after erasure */
  email: string | null;
  name: string | null;
  productId: string;
  productTitle: string;
  size: string;
  style: string;
  profileId: string;
  cardRecord: string;
  codeRecord: string | null;
  slotNumber: number | null;
  /** fee, minor units */
  price: number;
  currency: string;
  /** the most that may be paid at the retailer */
  limit?: SlotReserved['data']['limit'];
  means?: 'token';
  status: OrderStatus;
  livemode: boolean;
  poBox: boolean;
  archived: boolean;
  /** search terms: email and name until erasure, and the retailer's reference */
  words: readonly string[];
  /** lower case; null until bought */
  reference: string | null;
  proof: 'waiting' | 'settled' | null;
  /** what a shop says that it sold, and what it was paid, differ; null: they do not */
  unsettled: true | null;
  /** ms UTC */
  orderDate: number;
  changedAt: number;
  mailBounced: BouncedMail | null;
  /** what a shop tells its buyer; null once erased */
  atShop: { url?: string; tracking?: Tracking } | null;
  stamped: Stamped;
  life: OrderState;
  times: CheckoutTimes;
}

type SlotReserved = Extract<ProductEvent, { type: 'SlotReserved' }>;
type Mailed = Extract<MailEvent, { type: 'MailSent' | 'MailBounced' }>;
type Seen = OrderEvent | SlotReserved | Extract<ProductEvent, { type: 'SlotReleased' }> | Mailed;
const isMailed = (event: Recorded<Seen>): event is Recorded<Mailed> => event.category === 'mail';

const MAILED = new Set<string>(['MailSent', 'MailBounced'] satisfies Mailed['type'][]);

export const ordersProjection = projection<OrderDoc, Seen>({
  name: 'orders',
  version: 15,
  lists: ['words'],
  indexes: [
    ['archived', 'orderId'],
    ['archived', 'productTitle', 'orderDate'],
    ['archived', 'productId', 'orderDate'],
    ['archived', 'status', 'orderDate'],
    ['archived', 'price', 'orderDate'],
    ['archived', 'slotNumber', 'orderDate'],
    ['archived', 'livemode', 'status', 'orderDate'],
    ['archived', 'productTitle', 'status', 'orderDate'],
    ['archived', 'productId', 'status', 'orderDate'],
    ['accountId', 'orderDate'],
    ['productId', 'status'],
    ['status', 'orderDate'],
    ['archived', 'orderDate'],
    ['cardRecord'],
    ['codeRecord'],
    ['reference'],
    ['proof', 'orderDate'],
    ['unsettled', 'archived', 'livemode', 'orderDate'],
  ],
  categories: ['product', 'order', 'mail'],
  own: ['order'],
  isPersonal: true,
  idsOf: (event) => {
    if (isMailed(event)) return MAILED.has(event.type) ? idsAbout('order', event.data) : [];
    if (event.category === 'order') return [event.id];
    return event.type === 'SlotReserved' || event.type === 'SlotReleased' ? [event.data.orderId] : [];
  },
  evolve: (document, event) => {
    if (isMailed(event)) return document && mailed(document, event);
    if (event.type === 'SlotReserved') return document ?? onCreate(event);
    if (event.type === 'SlotReleased') return document && released(document, event.position);
    const current = document ?? (event.type === 'OrderPlaced' ? onCreate(event) : null);
    return current && apply(current, event);
  },
});

function onCreate(event: Recorded<SlotReserved> | Recorded<Extract<OrderEvent, { type: 'OrderPlaced' }>>): OrderDoc {
  const { data } = event;
  const personal = event.personal();
  return {
    orderId: data.orderId,
    reservation: { eventId: event.eventId, position: event.position, releasedAt: null },
    accountId: data.accountId,
    subject: event.subject ?? '',
    email: personal?.email ?? null,
    name: personal?.name ?? null,
    productId: data.productId,
    productTitle: data.productTitle,
    size: data.size,
    style: data.style,
    profileId: data.profileId,
    cardRecord: data.cardRecord,
    codeRecord: data.codeRecord,
    slotNumber: data.slotNumber,
    price: data.agreed?.price ?? data.price,
    currency: data.currency,
    ...(data.limit ? { limit: data.limit } : {}),
    ...(data.means ? { means: data.means } : {}),
    status: 'pending',
    livemode: 'livemode' in data ? data.livemode : true,
    poBox: data.poBox,
    archived: false,
    words: wordsOf(personal?.email, personal?.name),
    reference: null,
    proof: null,
    unsettled: null,
    orderDate: data.reservedAt,
    changedAt: event.at,
    mailBounced: null,
    atShop: null,
    stamped: {},
    life: NEW_ORDER,
    times: NOT_STARTED,
  };
}

function released({ reservation, ...document }: OrderDoc, position: number): OrderDoc {
  return { ...document, reservation: { ...reservation, releasedAt: position } };
}

function apply(document: OrderDoc, event: Recorded<OrderEvent>): OrderDoc {
  const life = evolveOrder(document.life, withoutPersonal(event));
  const reference = life.bought ? normalize(life.bought.evidence.reference) : null;
  const price = life.placed ? life.price : document.price;
  return {
    ...document,
    ...found(document, reference, event),
    accountId: life.placed ? life.placed.accountId : document.accountId,
    reference,
    proof: proofOf(life),
    unsettled: isUnsettled(life) || null,
    price,
    codeRecord: life.placed ? life.codeRecord : document.codeRecord,
    status: statusOf(life),
    archived: life.archived,
    changedAt: event.at,
    mailBounced: life.erased ? null : document.mailBounced,
    atShop: atShopAfter(document.atShop, event),
    stamped: stampedAfter(document.stamped, event),
    life,
    times: timesAfter(document.times, event),
  };
}

function atShopAfter(atShop: OrderDoc['atShop'], event: Recorded<OrderEvent>): OrderDoc['atShop'] {
  if (event.type === 'PersonalDataErased') return null;
  const hasDetails = event.type === 'CheckoutSucceeded' || event.type === 'ShipmentReported';
  const details = hasDetails ? event.personal() : null;
  return details ? { ...atShop, ...details } : atShop;
}

function proofOf(life: OrderState): OrderDoc['proof'] {
  const proofs = Object.values(life.proofs);
  if (proofs.length === 0) return null;
  return proofs.some((proof) => isWaiting(proof, life)) ? 'waiting' : 'settled';
}

function mailed(document: OrderDoc, event: Recorded<Mailed>): OrderDoc {
  const changed = { ...document, changedAt: event.at };
  if (event.type === 'MailSent' || document.life.erased) return { ...changed, mailBounced: null };
  const { kind, reason, reply } = event.data;
  return { ...changed, mailBounced: { at: new Date(event.at).toISOString(), kind, reason, reply } };
}

/** Unchanged words keep the same array, so that the index is not rewritten. */
function found(document: OrderDoc, reference: string | null, { type }: Recorded<OrderEvent>): Partial<OrderDoc> {
  if (type === 'PersonalDataErased') return { email: null, name: null, words: wordsOf(reference) };
  if (reference === document.reference) return {};
  return { words: [...new Set([...document.words, ...wordsOf(reference)])] };
}

/** Null when the order needs no security code. `onFile`: records in the vault. */
export function codeOnFile(doc: OrderDoc, onFile: ReadonlySet<string>): boolean | null {
  const { life } = doc;
  if (!needsCode(life, doc)) return null;
  return onFile.has((life.placed ? usableCode(life) : doc.codeRecord) ?? '');
}

interface Joined {
  product?: ProductDoc | undefined;
  profile?: ProfileDoc | undefined;
  hasCode: boolean | null;
}

function atRetailer({ life: { bought }, atShop }: OrderDoc): Pick<Order, 'retailTotal' | 'retailOrder'> {
  const { number, total, currency } = bought?.retail ?? {};
  return {
    retailTotal: total === undefined || currency === undefined ? null : unitsOf({ amount: total, currency }),
    retailOrder: number === undefined ? null : { number, url: webLink(atShop?.url), tracking: trackingOf(atShop) },
  };
}

function trackingOf(atShop: OrderDoc['atShop']) {
  if (!atShop?.tracking) return null;
  const { number, carrier = null, url } = atShop.tracking;
  return { number, carrier, url: webLink(url) };
}

/** A shop's links are shown as links, so nothing but https may pass. */
export function webLink(url: string | null | undefined): string | null {
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

export function orderView(doc: OrderDoc, { product, profile, hasCode }: Joined): Order {
  const { life } = doc;
  return {
    id: doc.orderId,
    orderId: doc.orderId,
    email: doc.email ?? '',
    name: doc.name ?? '',
    productId: doc.productId,
    productTitle: doc.productTitle,
    productImage: product?.productImage ?? '',
    price: priceOf(doc.price),
    currency: doc.currency,
    status: doc.status,
    statusLabel: statusLabel(doc.status),
    statusNote: noteOf(doc, hasCode),
    codeOnFile: hasCode,
    stamps: stampsOf(doc),
    mailBounced: doc.mailBounced,
    style: doc.style,
    size: doc.size as Order['size'],
    boughtSize: life.bought?.size ?? null,
    boughtStyle: life.bought?.style ?? null,
    orderDate: new Date(doc.orderDate).toISOString(),
    success: doc.status === 'success',
    profileId: isMadeByGuest(doc) ? '' : doc.profileId,
    profileName: profile?.profileName ?? '',
    slotNumber: doc.slotNumber,
    totalStock: product?.totalStock ?? 0,
    releaseAt: product?.releaseAt ? new Date(product.releaseAt).toISOString() : null,
    charged: priceOf(life.charged?.amount ?? 0),
    refunded: priceOf(refundSum(life, 'done')),
    limit: doc.limit ? unitsOf(doc.limit) : null,
    ...atRetailer(doc),
    livemode: doc.livemode,
    ...(life.ticketId ? { ticketId: life.ticketId } : {}),
  };
}
