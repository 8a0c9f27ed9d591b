import { hasState, toProfileAddress } from '@supreme-access/contract/addresses.js';
import { CARD_PROBLEMS, checkCard, parseExpiry } from '@supreme-access/contract/cards.js';
import { COUNTRIES, type Country, DEFAULT_COUNTRY } from '@supreme-access/contract/countries.js';
import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone, PHONE_PROBLEMS, readPhone } from '@supreme-access/contract/phones.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import type { AcoInput, CardInput } from '@supreme-access/contract/sealing.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { ungrouped } from '@supreme-access/contract/typed-text.js';
import { zipProblem } from '@supreme-access/contract/zips.js';
import { NOT_A_NUMBER } from '../../ui/NumberInputs.js';

/** The form's values; an empty field is null or ''. */
export interface OrderFormValues {
  productId: string;
  productTitle: string;
  /** The product's price; another price needs a reason. */
  listPrice: number;
  price: number | null;
  reason: string | null;
  size: string;
  style: string;
  email: string;
  name: string;
  phone: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** The owner says that what looks like a PO box is a street. */
  isStreet?: boolean;
  cardName: string;
  cardNumber: string;
  /** MM/YY */
  cardExpiry: string;
  cardCode: string;
  /** The paying card's token, where only Stripe may see the card. */
  stripeToken: string | null;
}
export type OrderField = keyof OrderFormValues;
export type OrderErrors = Partial<Record<OrderField, string>>;

export const EMPTY_ORDER: Partial<OrderFormValues> = { country: DEFAULT_COUNTRY };

const NEEDED: readonly OrderField[] = [
  'productId',
  'size',
  'style',
  'email',
  'name',
  'phone',
  'address1',
  'city',
  'zip',
  'cardName',
  'cardNumber',
  'cardExpiry',
  'cardCode',
];
const MISSING = 'This is required.';
const EMAIL = /^\S+@\S+\.\S+$/;
const CARD_FIELDS = { name: 'cardName', number: 'cardNumber', expiry: 'cardExpiry', code: 'cardCode' } as const;

export const countryOf = (text: unknown): Country =>
  typeof text === 'string' && text in COUNTRIES ? (text as Country) : DEFAULT_COUNTRY;

/** The errors by the server's rules, by field. `now` is in ms UTC. */
export function orderErrors(form: Partial<OrderFormValues>, asksToken: boolean, now: number): OrderErrors {
  const isEmpty = (field: OrderField) => String(form[field] ?? '').trim() === '';
  const needed = [...NEEDED, ...(asksToken ? (['stripeToken'] as const) : [])];
  const missing = Object.fromEntries(needed.filter(isEmpty).map((field) => [field, MISSING]));
  return { ...personErrors(form), ...addressErrors(form), ...cardErrors(form, now), ...priceErrors(form), ...missing };
}

function personErrors({ email, name, phone, country }: Partial<OrderFormValues>): OrderErrors {
  const number = readPhone(phone ?? '', countryOf(country), PHONE_MAX.profile);
  return {
    ...(EMAIL.test(email?.trim() ?? '') ? {} : { email: TEXTS.email }),
    ...(namesOf(name) ? {} : { name: 'Enter a first and a last name.' }),
    ...(number.ok ? {} : { phone: PHONE_PROBLEMS[number.problem] }),
  };
}

function addressErrors(form: Partial<OrderFormValues>): OrderErrors {
  const zip = zipProblem(form.zip ?? '', countryOf(form.country));
  if (zip) return { zip };
  if (hasState(countryOf(form.country)) && !form.state?.trim()) return { state: MISSING };
  return namesOf(form.name) && shippingOf(form) === null ? { address1: TEXTS.address } : {};
}

function cardErrors(form: Partial<OrderFormValues>, now: number): OrderErrors {
  const checked = checkCard(cardOf(form), now);
  if (checked.ok) return {};
  const { field, text } = CARD_PROBLEMS[checked.problem];
  return { [CARD_FIELDS[field]]: text };
}

function priceErrors({ price, listPrice, reason }: Partial<OrderFormValues>): OrderErrors {
  // A form validated as a whole runs no check of its fields.
  if (price != null && typeof price !== 'number') return { price: NOT_A_NUMBER };
  if (price == null || price === listPrice || reason?.trim()) return {};
  return { reason: 'Enter a reason for the different price.' };
}

function namesOf(name: string | undefined): { firstName: string; lastName: string } | null {
  const [firstName, ...rest] = (name ?? '').trim().split(/\s+/);
  return firstName && rest.length > 0 ? { firstName, lastName: rest.join(' ') } : null;
}

function shippingOf({ name, address1, address2, city, state, zip, country }: Partial<OrderFormValues>) {
  const where = countryOf(country);
  // The state may belong to a country that was chosen before.
  const ownState = hasState(where) ? state : '';
  const place = { address1, address2: address2 ?? '', city, state: ownState, zip, country: where };
  return toProfileAddress({ ...place, ...namesOf(name) });
}

export function cardOf({ cardName, cardNumber, cardExpiry, cardCode }: Partial<OrderFormValues>): CardInput {
  const { month, year } = parseExpiry(cardExpiry) ?? { month: '', year: '' };
  const [number, code] = [ungrouped(cardNumber ?? ''), ungrouped(cardCode ?? '')];
  return { name: cardName?.trim() ?? '', number, code, month, year };
}

/** The data of the checkout, to be encrypted, of a form without errors. */
export function acoOf(form: OrderFormValues): AcoInput {
  const shipping = shippingOf(form);
  if (!shipping) throw new Error('The address was not validated.');
  const { productId: id, productTitle: title, listPrice, style, size, email, country, phone } = form;
  return {
    productForm: { id, title, style, size, price: form.price ?? listPrice },
    shipping,
    billing: shipping,
    phone: mobilePhone(phone, countryOf(country)) ?? phone,
    email: email.trim(),
    card: cardOf(form),
    ...(form.isStreet && isPoBox(shipping) ? { streetConfirmed: true } : {}),
  };
}
