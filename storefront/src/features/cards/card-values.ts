import type { CardInput } from '@supreme-access/contract/api-types.js';
import { CARD_PROBLEMS, cardBrand, checkCard, parseExpiry } from '@supreme-access/contract/cards.js';
import type { CardBrand } from '@supreme-access/contract/limits.js';
import { digitsIn, plainText } from '@supreme-access/contract/typed-text.js';

export interface CardValues {
  name: string;
  number: string;
  /** MM/YY */
  expiry: string;
  code: string;
}

export const NO_CARD: CardValues = { name: '', number: '', expiry: '', code: '' };

/** What is wrong with a card that only the provider has seen. */
export const CARD_WORDS = { brand: CARD_PROBLEMS.brand.text };

export type CardCheck = { ok: true; card: CardInput } | { ok: false; field: keyof CardValues; text: string };

/** Checks what was typed, by the server's rules. `now` is ms UTC. */
export function readCard({ name, number, expiry, code }: CardValues, now: number): CardCheck {
  const { month, year } = parseExpiry(expiry) ?? { month: '', year: '' };
  const checked = checkCard({ name, number, code, month, year }, now);
  if (!checked.ok) return { ok: false, ...CARD_PROBLEMS[checked.problem] };
  const { brand, ...card } = checked.card;
  return {
    ok: true,
    card: { name: card.name, number: card.number, code: card.code, month: card.month, year: card.year, type: brand },
  };
}

export const BRAND_NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  amex: 'American Express',
  mastercard: 'Mastercard',
  discover: 'Discover',
  unionpay: 'UnionPay',
  troy: 'Troy',
  dinersclub: 'Diners Club',
  jcb: 'JCB',
};

export function brandName(number: string): string {
  const brand = cardBrand(number);
  return brand ? BRAND_NAMES[brand] : '';
}

/** `MM/YY` or `MM/YYYY` while it is typed: a whole month gets its zero and its slash. No digit is cut. */
export function formatExpiry(text: string): string {
  const [first = '', ...rest] = plainText(text)
    .split(/[ /.-]+/)
    .map(digitsIn);
  const after = rest.join('');
  const isApart = first !== '' && rest.length > 0;
  // no month begins with 20, so it is a year
  if (first.startsWith('20')) return isApart ? yearFirst(first, after) : first;
  if (isApart) return `${first.padStart(2, '0')}/${after}`;
  const digits = /^([3-9]|2.)/.test(first) ? `0${first}` : first;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

function yearFirst(year: string, month: string): string {
  return year.length === 4 && month.length === 2 ? `${month}/${year}` : `${year}-${month}`;
}
