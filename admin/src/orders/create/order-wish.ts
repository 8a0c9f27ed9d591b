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

/** The form as it is filled in; what is empty is null or ''. */
export interface WishForm {
  productId: string;
  productTitle: string;
  /** of the product; another one needs a reason */
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
  /** what looks like a PO box is a street */
  isStreet?: boolean;
  cardName: string;
  cardNumber: string;
  /** MM/YY */
  cardExpiry: string;
  cardCode: string;
  /** of the card that pays, where Stripe alone may see it */
  stripeToken: string | null;
}
export type WishField = keyof WishForm;
export type WishErrors = Partial<Record<WishField, string>>;

export const NO_WISH: Partial<WishForm> = { country: DEFAULT_COUNTRY };

const NEEDED: readonly WishField[] = [
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

/** What is wrong by the server's rules, each by its field. `now` is ms UTC. */
export function wishErrors(wish: Partial<WishForm>, asksToken: boolean, now: number): WishErrors {
  const isEmpty = (field: WishField) => String(wish[field] ?? '').trim() === '';
  const needed = [...NEEDED, ...(asksToken ? (['stripeToken'] as const) : [])];
  const missing = Object.fromEntries(needed.filter(isEmpty).map((field) => [field, MISSING]));
  // what is missing is said first
  return { ...personErrors(wish), ...addressErrors(wish), ...cardErrors(wish, now), ...priceErrors(wish), ...missing };
}

function personErrors({ email, name, phone, country }: Partial<WishForm>): WishErrors {
  const number = readPhone(phone ?? '', countryOf(country), PHONE_MAX.profile);
  return {
    ...(EMAIL.test(email?.trim() ?? '') ? {} : { email: TEXTS.email }),
    ...(namesOf(name) ? {} : { name: 'Enter a first and a last name.' }),
    ...(number.ok ? {} : { phone: PHONE_PROBLEMS[number.problem] }),
  };
}

function addressErrors(wish: Partial<WishForm>): WishErrors {
  const zip = zipProblem(wish.zip ?? '', countryOf(wish.country));
  if (zip) return { zip };
  if (hasState(countryOf(wish.country)) && !wish.state?.trim()) return { state: MISSING };
  return namesOf(wish.name) && shippingOf(wish) === null ? { address1: TEXTS.address } : {};
}

function cardErrors(wish: Partial<WishForm>, now: number): WishErrors {
  const checked = checkCard(cardOf(wish), now);
  if (checked.ok) return {};
  const { field, text } = CARD_PROBLEMS[checked.problem];
  return { [CARD_FIELDS[field]]: text };
}

function priceErrors({ price, listPrice, reason }: Partial<WishForm>): WishErrors {
  // a form that is judged as a whole asks none of its fields
  if (price != null && typeof price !== 'number') return { price: NOT_A_NUMBER };
  if (price == null || price === listPrice || reason?.trim()) return {};
  return { reason: 'Enter a reason for the different price.' };
}

function namesOf(name: string | undefined): { firstName: string; lastName: string } | null {
  const [firstName, ...rest] = (name ?? '').trim().split(/\s+/);
  return firstName && rest.length > 0 ? { firstName, lastName: rest.join(' ') } : null;
}

function shippingOf({ name, address1, address2, city, state, zip, country }: Partial<WishForm>) {
  const where = countryOf(country);
  // of another country that was chosen before
  const known = hasState(where) ? state : '';
  const place = { address1, address2: address2 ?? '', city, state: known, zip, country: where };
  return toProfileAddress({ ...place, ...namesOf(name) });
}

export function cardOf({ cardName, cardNumber, cardExpiry, cardCode }: Partial<WishForm>): CardInput {
  const { month, year } = parseExpiry(cardExpiry) ?? { month: '', year: '' };
  const [number, code] = [ungrouped(cardNumber ?? ''), ungrouped(cardCode ?? '')];
  return { name: cardName?.trim() ?? '', number, code, month, year };
}

/** What the checkout will use, to be encrypted. Only of a form without errors. */
export function acoOf(wish: WishForm): AcoInput {
  const shipping = shippingOf(wish);
  if (!shipping) throw new Error('an address that was not checked');
  const { productId: id, productTitle: title, listPrice, style, size, email, country, phone } = wish;
  return {
    productForm: { id, title, style, size, price: wish.price ?? listPrice },
    shipping,
    billing: shipping,
    phone: mobilePhone(phone, countryOf(country)) ?? phone,
    email: email.trim(),
    card: cardOf(wish),
    ...(wish.isStreet && isPoBox(shipping) ? { streetConfirmed: true } : {}),
  };
}
