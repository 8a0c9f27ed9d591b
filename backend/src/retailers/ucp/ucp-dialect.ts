import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { isObject, type Json, objectsIn } from '../json-calls.js';
import type { Buyer, Preparation, Purchase } from '../retailer.js';
import {
  buyerOf,
  codesIn,
  credentialOf,
  errorCodes,
  instantIn,
  isId,
  itemsIn,
  linkIn,
  orderIn,
} from '../sessions/fields.js';
import type { Dialect, Session, SessionState, ShippingOption, ShopOptions, ShopRequest } from '../sessions/session.js';
import { type AddsUp, costIn, totalIn } from '../sessions/totals.js';

export interface UcpOptions extends ShopOptions {
  /** where our own profiles are published, one per version below it; https */
  profile: string;
}

/** What one version says in words of its own. */
export interface UcpVersion {
  version: string;
  addsUp: AddsUp;
  /** the ways to pay that a session offers */
  handlers(body: Json): { id: unknown; name: unknown }[];
  /** fields that a new session needs besides the common ones */
  created(preparation: Preparation): Json;
  /** fields that a full replacement needs besides the common ones */
  replaced(session: Session): Json;
  payment(instrument: Json): Json;
  lookup: Dialect['lookup'];
}

const STATES: ReadonlyMap<unknown, SessionState> = new Map([
  ['incomplete', 'incomplete'],
  ['ready_for_complete', 'ready'],
  ['requires_escalation', 'escalated'],
  ['complete_in_progress', 'in-progress'],
  ['completed', 'completed'],
  ['canceled', 'ended'],
]);

export function ucpDialect(words: UcpVersion, options: UcpOptions): Dialect {
  const { profile, key, quirks = [] } = options;
  const isAtCreate = quirks.includes('address-at-create');
  return {
    headers: {
      'ucp-agent': `profile="${profile}/${words.version}"`,
      ...(key === undefined ? {} : { 'x-api-key': key }),
    },
    sessions: '/checkout-sessions',
    conflict: 409,
    create: (preparation, itemId) => {
      const address = addressOf(preparation.buyer.shipping);
      const to = isAtCreate
        ? { shipping_address: address }
        : { fulfillment: { methods: [{ type: 'shipping', destinations: [address] }] } };
      const line = { item: { id: itemId }, quantity: 1 };
      return { line_items: [line], buyer: buyerOf(preparation.buyer), ...words.created(preparation), ...to };
    },
    change: (session, option, { buyer }) => {
      const methods = chosen(session, option, buyer);
      if (!methods) return null;
      const fulfillment = { methods };
      const whole = {
        ...words.replaced(session),
        line_items: linesOf(session.body),
        buyer: buyerOf(buyer),
        fulfillment,
      };
      const content = isAtCreate ? { fulfillment } : whole;
      return {
        method: 'PUT',
        path: `/checkout-sessions/${encodeURIComponent(session.id)}`,
        content,
      } satisfies ShopRequest;
    },
    complete: (purchase, handler) => words.payment(instrumentOf(purchase, handler, quirks)),
    read: (body) => readSession(body, words, options),
    codes: codesIn,
    lookup: words.lookup,
  };
}

function readSession(body: Json, words: UcpVersion, options: UcpOptions): Session | undefined {
  const { ucp, id, status } = body;
  const state = STATES.get(status);
  if (!isObject(ucp) || ucp.version !== words.version || ucp.status === 'error') return undefined;
  if (!isId(id) || !state) return undefined;
  const method = shippingIn(body);
  const [group] = objectsIn(method?.groups);
  const handler = words.handlers(body).find(({ name }) => isStripe(name))?.id;
  return {
    id,
    state,
    items: itemsIn(body),
    total: totalIn(body, words.addsUp),
    handler: isId(handler) ? handler : null,
    options: objectsIn(group?.options).flatMap(readOption),
    selected: isId(group?.selected_option_id) ? group.selected_option_id : null,
    errors: errorCodes(body.messages),
    continueUrl: linkIn(body.continue_url, options),
    expiresAt: instantIn(body.expires_at),
    order: readOrder(body.order, options),
    body,
  };
}

/** A handler is named like a host in reverse: https://ucp.dev/2026-04-08/specification/payment-handler-guide */
function isStripe(name: unknown): boolean {
  return typeof name === 'string' && name.split('.').includes('stripe');
}

function readOption({ id, totals, latest_fulfillment_time: latest }: Json): ShippingOption[] {
  const amount = costIn(totals);
  return isId(id) && amount !== null ? [{ id, amount, latest: instantIn(latest) }] : [];
}

function readOrder(order: unknown, options: UcpOptions): Session['order'] {
  if (!isObject(order)) return null;
  const { fulfillment } = order;
  return orderIn(order, options, isObject(fulfillment) ? fulfillment.events : []);
}

function shippingIn({ fulfillment }: Json): Json | undefined {
  return objectsIn(isObject(fulfillment) ? fulfillment.methods : []).find(({ type }) => type === 'shipping');
}

/** The destination and the option, as a replacement names them; undefined: both stand as they should. */
function chosen({ body }: Session, option: ShippingOption | null, { shipping }: Buyer): Json[] | undefined {
  const method = shippingIn(body);
  if (!method) return undefined;
  const address = addressOf(shipping);
  const { id, line_item_ids, selected_destination_id: selected } = method;
  const existing = objectsIn(method.destinations);
  const ours = existing.filter((each) => each.street_address === address.street_address);
  // A shop may have selected an address of before that it knows of the buyer.
  const best = ours.find((each) => each.id === selected) ?? ours[0];
  const destination = best?.id ?? (isId(selected) ? selected : existing[0]?.id);
  const [group] = objectsIn(method.groups);
  const isOptionRight = !option || !group || group.selected_option_id === option.id;
  if (isOptionRight && (destination === selected || destination === undefined)) return undefined;
  const groups = group && option ? [{ id: group.id, selected_option_id: option.id }] : [];
  const destinations = [{ id: destination, ...address }];
  return [{ id, type: 'shipping', line_item_ids, destinations, selected_destination_id: destination, groups }];
}

function linesOf({ line_items: lines }: Json): Json[] {
  return objectsIn(lines).map(({ id, item, quantity }) => ({
    id,
    item: { id: isObject(item) ? item.id : '' },
    quantity,
  }));
}

function instrumentOf({ means, buyer }: Purchase, handler: string, quirks: readonly Quirk[]): Json {
  return {
    id: 'spt',
    handler_id: handler,
    type: 'card',
    credential: credentialOf(means, quirks),
    billing_address: addressOf(buyer.billing),
  };
}

/** https://ucp.dev/2026-04-08/schemas/shopping/types/postal_address.json */
function addressOf({
  firstName,
  lastName,
  address1,
  address2,
  address3,
  city,
  state,
  zip,
  country,
}: ProfileAddress): Json {
  const extended = [address2, address3].filter(Boolean).join(', ');
  return {
    first_name: firstName,
    last_name: lastName,
    street_address: address1,
    ...(extended === '' ? {} : { extended_address: extended }),
    address_locality: city,
    ...(state === '' ? {} : { address_region: state }),
    postal_code: zip,
    address_country: country,
  };
}
