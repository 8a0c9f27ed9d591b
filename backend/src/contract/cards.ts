import creditCardType from 'credit-card-type';
import { parseCardCode } from './card-codes.js';
import { BLOCKED_CARD_PREFIXES, CARD_BRANDS, CARD_FORMATTED_MAX, type CardBrand } from './limits.js';
import { digitsIn, plainText, ungrouped } from './typed-text.js';

const NAME_MAX = 100;
const TEXT_MAX = 200;
/** ms; UTC-12 is the last zone where a day ends */
const LAST_ZONE = 12 * 3_600_000;

const BRANDS: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  'american-express': 'amex',
  mastercard: 'mastercard',
  discover: 'discover',
  unionpay: 'unionpay',
  troy: 'troy',
  'diners-club': 'dinersclub',
  jcb: 'jcb',
};
const GROUPS: Readonly<Partial<Record<CardBrand, readonly number[]>>> = { amex: [4, 6, 5], dinersclub: [4, 6, 4] };
const DEFAULT_GROUPS = [4, 4, 4, 4] as const;

export interface Expiry {
  month: number;
  /** four digits */
  year: number;
}
export interface CheckedCard extends Expiry {
  name: string;
  number: string;
  code: string;
  brand: CardBrand;
  last4: string;
}
export type CardProblem = 'number' | 'prefix' | 'brand' | 'code' | 'expiry' | 'name';

export const CARD_PROBLEMS: Readonly<
  Record<CardProblem, { field: 'name' | 'number' | 'expiry' | 'code'; text: string }>
> = {
  name: { field: 'name', text: 'Enter the name as it appears on the card, without digits.' },
  number: { field: 'number', text: 'Check the number: it is too short, too long or has a wrong digit.' },
  prefix: { field: 'number', text: 'We do not accept this card. Use another one.' },
  brand: { field: 'number', text: 'We do not accept this type of card. Use another one.' },
  expiry: { field: 'expiry', text: 'Enter the expiry date as MM/YY. The card must not have expired.' },
  code: { field: 'code', text: 'The security code has 3 or 4 digits.' },
};

export function cardBrand(number: string): CardBrand | null {
  const digits = digitsIn(number);
  if (digits === '') return null;
  const brands = creditCardType(digits).flatMap(({ type }) => BRANDS[type] ?? []);
  return brands.length === 1 ? (brands[0] ?? null) : null;
}

/** Stripe names it 'Diners Club' on tokens (https://docs.stripe.com/api/tokens/object), 'diners' elsewhere. */
export function brandOf(stripeBrand: string): CardBrand | 'unknown' {
  const name = stripeBrand.toLowerCase().replaceAll(' ', '');
  const short = { americanexpress: 'amex', diners: 'dinersclub' }[name] ?? name;
  return CARD_BRANDS.find((brand) => brand === short) ?? 'unknown';
}

export function cardGroups(number: string): readonly number[] {
  const brand = cardBrand(number);
  return (brand && GROUPS[brand]) ?? DEFAULT_GROUPS;
}

/** Groups the digits as printed on cards of the brand; extra digits follow at the end. */
export function formatCardNumber(text: string): string {
  const digits = digitsIn(text);
  let start = 0;
  const parts = cardGroups(digits).map((size) => {
    start += size;
    return digits.slice(start - size, start);
  });
  return [...parts, digits.slice(start)].filter(Boolean).join(' ');
}

/** The check digit of ISO/IEC 7812-1 annex B. */
export function luhnValid(number: string): boolean {
  if (!/^\d+$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function isBlockedPrefix(number: string): boolean {
  const digits = digitsIn(number);
  return BLOCKED_CARD_PREFIXES.some((prefix) => digits.startsWith(prefix));
}

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length > TEXT_MAX ? '' : text.trim();
};

const EXPIRIES: readonly RegExp[] = [
  /^(?<month>\d{1,2}) ?[ /.-] ?(?<year>\d{2}|20\d{2})$/,
  /^(?<year>20\d{2}) ?[ /.-] ?(?<month>\d{1,2})$/,
  /^(?<month>0[1-9]|1[0-2])(?<year>\d{2}|20\d{2})$/,
  /^(?<year>20\d{2})(?<month>0[1-9]|1[0-2])$/,
];

/** Reads month and year, or both from one text such as 'MM/YY' or 'YYYY-MM'; returns null if invalid. */
export function parseExpiry(month: unknown, year?: unknown): Expiry | null {
  const text = year === undefined ? textOf(month) : `${textOf(month)}/${textOf(year)}`;
  const read = EXPIRIES.map((form) => form.exec(plainText(text))?.groups).find((groups) => groups !== undefined);
  if (!read) return null;
  const expiry = { month: Number(read.month), year: (Number(read.year) % 2000) + 2000 };
  return expiry.month >= 1 && expiry.month <= 12 ? expiry : null;
}

/** A card is valid through the last day of its month in every zone. `now` is ms UTC. */
export function cardExpired({ month, year }: Expiry, now: number): boolean {
  return now >= Date.UTC(year, month, 1) + LAST_ZONE;
}

function numberProblem(number: string, brand: CardBrand | null): CardProblem | null {
  if (!/^\d{12,19}$/.test(number)) return 'number';
  if (isBlockedPrefix(number)) return 'prefix';
  if (!brand) return 'brand';
  const lengths = creditCardType(number)[0]?.lengths ?? [];
  const max = brand === 'amex' || brand === 'dinersclub' ? CARD_FORMATTED_MAX[brand] : CARD_FORMATTED_MAX.default;
  const isWhole = lengths.includes(number.length) && formatCardNumber(number).length <= max;
  return isWhole && luhnValid(number) ? null : 'number';
}

/** `input` is untrusted; the brand comes from the number, never from `type`. `now` is ms UTC. */
/** `codeless`: no security code is wanted, and one that is typed is dropped. */
export function checkCard(
  input: unknown,
  now: number,
  codeless = false,
): { ok: true; card: CheckedCard } | { ok: false; problem: CardProblem } {
  const fields: Record<string, unknown> = { ...(typeof input === 'object' ? input : null) };
  const name = textOf(fields.name);
  if (name === '' || name.length > NAME_MAX || /[\p{Nd}\p{Cc}]/u.test(name)) return { ok: false, problem: 'name' };
  const number = ungrouped(textOf(fields.number));
  const brand = cardBrand(number);
  const problem = numberProblem(number, brand);
  if (problem || !brand) return { ok: false, problem: problem ?? 'brand' };
  const code = codeless ? '' : parseCardCode(fields.code);
  if (code === null) return { ok: false, problem: 'code' };
  const expiry = parseExpiry(fields.month, fields.year);
  if (!expiry || cardExpired(expiry, now)) return { ok: false, problem: 'expiry' };
  return { ok: true, card: { name, number, code, ...expiry, brand, last4: number.slice(-4) } };
}
