import type { CardInput } from '@supreme-access/contract/api-types.js';
import { CARD_PROBLEMS, cardBrand, checkCard, parseExpiry } from '@supreme-access/contract/cards.js';
import type { CardBrand } from '@supreme-access/contract/limits.js';

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

/** `MM/YY` while it is typed; a month of one digit above 1 gets its zero. */
export function formatExpiry(text: string): string {
  const digits = text
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
