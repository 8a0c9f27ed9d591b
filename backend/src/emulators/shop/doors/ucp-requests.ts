import { lineOf } from '../items.js';
import { type SessionInput, shippingId } from '../session.js';
import { isEmail, isText, record, records } from './requests.js';

/** What a request's body asks for; undefined: it is no checkout of one known item. */
export function checkoutInput(body: Record<string, unknown>): SessionInput | undefined {
  const items = records(body.line_items);
  const [only] = items;
  const line = lineOf(record(only?.item).id);
  if (!line || items.length !== 1 || (only?.quantity ?? 1) !== 1) return undefined;
  const { email } = record(body.buyer);
  const [method] = records(record(body.fulfillment).methods);
  const destinations = records(method?.destinations);
  const chosen = destinations.find(({ id }) => id === method?.selected_destination_id) ?? destinations[0];
  const [group] = records(method?.groups);
  return { line, hasBuyer: isEmail(email), to: placeOf(chosen), option: shippingId(group?.selected_option_id) };
}

function placeOf(address: Record<string, unknown> | undefined): SessionInput['to'] {
  const { street_address, address_locality, postal_code, address_country: country, address_region } = address ?? {};
  const isWhole = [street_address, address_locality, postal_code, country].every(isText);
  return isWhole && typeof country === 'string'
    ? { country, region: isText(address_region) ? address_region : '' }
    : null;
}

/** 2026-01-11 names one instrument in `payment_data`, 2026-04-08 a list in `payment.instruments`. */
export function instrumentOf(body: Record<string, unknown>): Record<string, unknown> {
  const instruments = records(record(body.payment).instruments);
  return body.payment_data === undefined
    ? (instruments.find(({ selected }) => selected === true) ?? instruments[0] ?? {})
    : record(body.payment_data);
}
