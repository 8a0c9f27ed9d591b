import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import { isObject, isText, type Json, objectsIn } from '../json-calls.js';
import type { Buyer, Means, Tracking } from '../retailer.js';
import type { Session, ShopOptions } from './session.js';

const URL_MAX = 2_000;
const ID_MAX = 255;
const ORDER_ID_MAX = 100;

/** A link that a person may be sent to: over https, or where the calls of the sandbox go, too. */
export function linkIn(value: unknown, { baseUrl }: Pick<ShopOptions, 'baseUrl'>): string | null {
  if (typeof value !== 'string' || value.length > URL_MAX || !URL.canParse(value)) return null;
  const { protocol, origin, username, password, href } = new URL(value);
  // `https://shop.example@evil.example` reads like the shop.
  if (username !== '' || password !== '') return null;
  return protocol === 'https:' || origin === new URL(baseUrl).origin ? href : null;
}

/** ms UTC */
export function instantIn(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export function errorCodes(messages: unknown): string[] {
  return objectsIn(messages)
    .filter(({ type }) => type === 'error')
    .map(({ code }) => code)
    .filter((code) => typeof code === 'string');
}

/** Codes of an answer that is no session. */
export function codesIn({ messages, code }: Json): string[] {
  return [...errorCodes(messages), ...(typeof code === 'string' ? [code] : [])];
}

export function isId(value: unknown): value is string {
  return isText(value, ID_MAX);
}

export function itemsIn({ line_items: lines }: Json): Session['items'] {
  return objectsIn(lines).map(({ item, quantity }) => ({
    id: isObject(item) ? String(item.id) : '',
    quantity: Number(quantity),
  }));
}

/** `parcels`: where the standard lists them. */
export function orderIn(order: Json, options: ShopOptions, parcels: unknown): Session['order'] {
  if (!isText(order.id, ORDER_ID_MAX)) return null;
  const url = linkIn(order.permalink_url, options);
  return { id: order.id, ...(url === null ? {} : { url }), ...trackingIn(parcels, options) };
}

/** The newest parcel stands last; both standards have its fields. */
export function trackingIn(parcels: unknown, place: Pick<ShopOptions, 'baseUrl'>): { tracking?: Tracking } {
  const parcel = objectsIn(parcels).findLast(({ tracking_number: number }) => isId(number));
  const number = parcel?.tracking_number;
  if (!isId(number)) return {};
  const url = linkIn(parcel?.tracking_url, place);
  const carrier = isId(parcel?.carrier) ? { carrier: parcel.carrier } : {};
  return { tracking: { number, ...carrier, ...(url === null ? {} : { url }) } };
}

export function buyerOf({ shipping, email, phone }: Buyer): Json {
  return { first_name: shipping.firstName, last_name: shipping.lastName, email, phone_number: phone };
}

/** A shared payment token. */
export function credentialOf(means: Means, quirks: readonly Quirk[]): Json {
  const token = means.kind === 'token' ? means.token : '';
  return { type: 'spt', token, ...(quirks.includes('token-field') ? { authorization: token } : {}) };
}
