import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { isObject, type Json, objectsIn } from '../json-calls.js';
import type { Purchase } from '../retailer.js';
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
import { NOT_OPEN } from '../sessions/refusals.js';
import type { Dialect, Session, SessionState, ShippingOption, ShopOptions } from '../sessions/session.js';
import { costIn, sumOf, type Totals, totalIn } from '../sessions/totals.js';
import type { AcpVersion } from './acp-versions.js';

const STATES: ReadonlyMap<unknown, SessionState> = new Map([
  ['incomplete', 'incomplete'],
  ['not_ready_for_payment', 'incomplete'],
  ['ready_for_payment', 'ready'],
  ['requires_escalation', 'escalated'],
  ['authentication_required', 'escalated'],
  ['pending_approval', 'escalated'],
  ['complete_in_progress', 'in-progress'],
  ['in_progress', 'in-progress'],
  ['completed', 'completed'],
  ['canceled', 'ended'],
  ['expired', 'ended'],
]);

export function acpDialect(words: AcpVersion, options: ShopOptions): Dialect {
  const { key, quirks = [] } = options;
  return {
    headers: { 'api-version': words.version, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    sessions: '/checkout_sessions',
    conflict: 422,
    create: ({ buyer, limit }, itemId) => ({
      line_items: [{ id: itemId }],
      currency: limit?.currency,
      capabilities: {},
      buyer: buyerOf(buyer),
      fulfillment_details: {
        name: nameOf(buyer.shipping),
        phone_number: buyer.phone,
        email: buyer.email,
        address: addressOf(buyer.shipping),
      },
    }),
    change: ({ id, items, selected }, option) => {
      if (!option || option.id === selected) return null;
      const selection = quirks.includes('option-field')
        ? { fulfillment_option_id: option.id }
        : { type: 'shipping', option_id: option.id, item_ids: items.map((item) => item.id) };
      const content = { selected_fulfillment_options: [selection] };
      return { method: 'POST', path: `/checkout_sessions/${encodeURIComponent(id)}`, content };
    },
    complete: (purchase, handler) => ({ payment_data: paymentOf(purchase, handler, quirks) }),
    read: (body) => readSession(body, words, options),
    codes: codesIn,
    lookup: null,
  };
}

function readSession(body: Json, words: AcpVersion, options: ShopOptions): Session | undefined {
  const { id, status, protocol, capabilities } = body;
  const state = STATES.get(status);
  if (!isId(id) || !state) return undefined;
  if (isObject(protocol) && protocol.version !== words.version) return undefined;
  const payment = isObject(capabilities) && isObject(capabilities.payment) ? capabilities.payment : {};
  const handler = objectsIn(payment.handlers).find(({ psp }) => psp === 'stripe')?.id;
  const [selected] = objectsIn(body.selected_fulfillment_options);
  const option = selected?.option_id ?? selected?.fulfillment_option_id;
  return {
    id,
    state,
    items: itemsIn(body),
    total: totalIn(body, (totals) => addsUp(totals, words)),
    handler: isId(handler) ? handler : null,
    options: objectsIn(body.fulfillment_options).flatMap(readOption),
    selected: isId(option) ? option : null,
    errors: [...saidOfLines(body), ...errorCodes(body.messages)],
    continueUrl: linkIn(body.continue_url, options),
    expiresAt: instantIn(body.expires_at),
    order: readOrder(body.order, id, options),
    body,
  };
}

/**
 * The text says no sum. Discounts stand above the subtotal or below it, with either sign; each counts once.
 * https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/tree/main/examples/2026-04-17
 */
function addsUp(totals: Totals, { totals: types }: AcpVersion): boolean {
  if (totals.rows.some(({ type }) => !types.includes(type))) return false;
  const subtotals = totals.rows.filter(({ type }) => type === 'subtotal');
  if (subtotals.length !== 1) return false;
  const subtotal = sumOf(totals, 'subtotal');
  const discount = Math.abs(sumOf(totals, 'discount'));
  const above = sumOf(totals, 'items_base_amount') - Math.abs(sumOf(totals, 'items_discount')) - discount;
  const rest = subtotal + sumOf(totals, 'fulfillment', 'tax', 'fee', 'gift_wrap', 'tip');
  return totals.total === rest - (above === subtotal ? 0 : discount) - Math.abs(sumOf(totals, 'store_credit'));
}

/** No message code says that a sale has not begun. */
function saidOfLines({ line_items: lines }: Json): string[] {
  return objectsIn(lines).flatMap(({ availability_status: status }) => {
    if (status === 'pre_order') return [NOT_OPEN];
    return status === 'out_of_stock' ? [status] : [];
  });
}

function readOption({ type, id, totals, latest_delivery_time: latest }: Json): ShippingOption[] {
  const amount = costIn(totals);
  if (type !== 'shipping' || !isId(id) || amount === null) return [];
  return [{ id, amount, latest: instantIn(latest) }];
}

/** The order of another session is no proof of this one. */
function readOrder(order: unknown, session: string, options: ShopOptions): Session['order'] {
  if (!isObject(order) || order.checkout_session_id !== session) return null;
  return orderIn(order, options, order.fulfillments);
}

function paymentOf({ means, buyer }: Purchase, handler: string, quirks: readonly Quirk[]): Json {
  return {
    handler_id: handler,
    instrument: { type: 'card', credential: credentialOf(means, quirks) },
    billing_address: addressOf(buyer.billing),
  };
}

function nameOf({ firstName, lastName }: ProfileAddress): string {
  return `${firstName} ${lastName}`.trim();
}

function addressOf(address: ProfileAddress): Json {
  const { address1, address2, address3, city, state, zip, country } = address;
  const second = [address2, address3].filter(Boolean).join(', ');
  return {
    name: nameOf(address),
    line_one: address1,
    ...(second === '' ? {} : { line_two: second }),
    city,
    state,
    country,
    postal_code: zip,
  };
}
