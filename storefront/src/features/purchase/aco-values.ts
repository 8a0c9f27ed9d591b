import { toProfileAddress } from '@supreme-access/contract/addresses.js';
import { cardBrand } from '@supreme-access/contract/cards.js';
import { type CardBrand, DEFAULT_STYLES, PHONE_MAX, sizesOf } from '@supreme-access/contract/limits.js';
import { PHONE_PROBLEMS, readPhone } from '@supreme-access/contract/phones.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { FieldProblem } from '../../ui/form-problems.js';
import { type CardValues, cardProblems, NO_CARD, readCard } from '../cards/card-values.js';
import { type AddressValues, countryOf, NO_ADDRESS } from '../contact/address-values.js';
import { splitName } from '../contact/names.js';
import { stylesOf } from '../shop/products.js';

export const CARD_TYPES = {
  visa: { label: 'Visa', brand: 'visa' },
  mastercard: { label: 'Mastercard', brand: 'mastercard' },
  americanexpress: { label: 'American Express', brand: 'amex' },
  discover: { label: 'Discover', brand: 'discover' },
} as const satisfies Record<string, { label: string; brand: CardBrand }>;
export type CardType = keyof typeof CARD_TYPES;

export interface AcoValues {
  productId: string;
  size: string;
  style: string;
  fullName: string;
  email: string;
  phone: string;
  address: AddressValues;
  cardType: CardType | '';
  /** The shipping name is the name on this card. */
  card: CardValues;
}

export const NO_ACO: AcoValues = {
  productId: '',
  size: '',
  style: '',
  fullName: '',
  email: '',
  phone: '',
  address: NO_ADDRESS,
  cardType: '',
  card: NO_CARD,
};

export type AcoField = Exclude<keyof AcoValues, 'address' | 'card'> | `card.${keyof CardValues}` | 'address.address1';
export type AcoCheck = { ok: true; aco: AcoInput } | { ok: false; problems: readonly FieldProblem<AcoField>[] };

export function coloursFor(product: PublicProduct): string[] {
  const styles = stylesOf(product);
  return styles.length > 0 ? styles : [DEFAULT_STYLES[1]];
}

export function onlyChoice(product: PublicProduct): Pick<AcoValues, 'size' | 'style'> {
  const only = (offered: readonly string[]) => (offered.length === 1 ? (offered[0] ?? '') : '');
  return { size: only(sizesOf(product)), style: only(coloursFor(product)) };
}

export function typeOfNumber(number: string): CardType | undefined {
  const brand = cardBrand(number);
  return (Object.keys(CARD_TYPES) as CardType[]).find((type) => CARD_TYPES[type].brand === brand);
}

/** Checks the details by the server's rules and makes what is encrypted of them. `now` is in ms UTC. */
export function readAco(values: AcoValues, product: PublicProduct, now: number, codeless = false): AcoCheck {
  const { size, style, fullName, email, address, cardType } = values;
  const name = splitName(fullName);
  const shipping = name && toProfileAddress({ ...address, ...name });
  const phone = readPhone(values.phone, countryOf(address.country), PHONE_MAX.setup);
  const read = readCard({ ...values.card, name: fullName }, now, codeless);
  const problems: FieldProblem<AcoField>[] = [];
  if (!shipping) problems.push({ field: name ? 'address.address1' : 'fullName', text: TEXTS.address });
  if (!phone.ok) problems.push({ field: 'phone', text: PHONE_PROBLEMS[phone.problem] });
  // The name on the card is the shipping name, which has a check of its own.
  if (!read.ok) problems.push(...cardProblems(read.problems).filter(({ field }) => field !== 'card.name'));
  else if (!cardType || CARD_TYPES[cardType].brand !== read.card.type) {
    problems.push({ field: 'cardType', text: 'The card number belongs to another card type.' });
  }
  if (!read.ok && problems.length === 0)
    problems.push({ field: 'fullName', text: read.problems[0]?.text ?? TEXTS.card });
  if (!shipping || !phone.ok || !read.ok || problems.length > 0) return { ok: false, problems };
  const { productId: id, productTitle: title, price } = product;
  const productForm = { id, title, style, size, price };
  const street = address.isStreet && isPoBox(shipping) ? { streetConfirmed: true } : {};
  const who = { phone: phone.phone, email: email.trim() };
  return { ok: true, aco: { productForm, shipping, ...who, card: read.card, ...street } };
}
