import { CARD_PROBLEMS, cardBrand, checkCard, parseExpiry } from '@supreme-access/contract/cards.js';
import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { CardInput } from '@supreme-access/contract/sealing.js';
import { digitsIn, plainText } from '@supreme-access/contract/typed-text.js';
import type { FieldProblem } from '../../ui/form-problems.js';

export interface CardValues {
  name: string;
  number: string;
  /** MM/YY */
  expiry: string;
  code: string;
}

export const NO_CARD: CardValues = { name: '', number: '', expiry: '', code: '' };

export const CARD_WORDS = { brand: CARD_PROBLEMS.brand.text };

export type CardProblem = FieldProblem<keyof CardValues>;
export type CardCheck = { ok: true; card: CardInput } | { ok: false; problems: readonly CardProblem[] };

/** Checks what was typed by the server's rules. `now` is in ms UTC. */
export function readCard({ name, number, expiry, code: typed }: CardValues, now: number, codeless = false): CardCheck {
  // A code that is not wanted is not judged either, and is not sent.
  const code = codeless ? '000' : typed;
  const { month, year } = parseExpiry(expiry) ?? { month: '', year: '' };
  const checked = checkCard({ name, number, code, month, year }, now, codeless);
  if (!checked.ok) return { ok: false, problems: problemsOf({ name, number, code, month, year }, now) };
  const { brand, ...card } = checked.card;
  return {
    ok: true,
    card: { name: card.name, number: card.number, code: card.code, month: card.month, year: card.year, type: brand },
  };
}

export function cardProblems(problems: readonly CardProblem[]): FieldProblem<`card.${keyof CardValues}`>[] {
  return ORDER.flatMap((field) => problems.filter((one) => one.field === field)).map(({ field, text }) => ({
    field: `card.${field}`,
    text,
  }));
}

const ORDER = ['name', 'number', 'expiry', 'code'] as const;

interface Typed {
  name: string;
  number: string;
  code: string;
  month: number | string;
  year: number | string;
}

/**
 * Every problem, one per field: the server's check stops at the first, so it runs again with a valid value in its
 * place.
 */
function problemsOf(typed: Typed, now: number): CardProblem[] {
  const found: CardProblem[] = [];
  let tried = typed;
  for (;;) {
    const checked = checkCard(tried, now);
    if (checked.ok) return found;
    const problem = CARD_PROBLEMS[checked.problem];
    if (found.some(({ field }) => field === problem.field)) return found;
    found.push(problem);
    tried = { ...tried, ...rightValues(problem.field, tried, now) };
  }
}

/** A valid number implies a code of three digits, so any code that could be valid passes beside it. */
function rightValues(field: keyof CardValues, { code }: Typed, now: number): Partial<Typed> {
  const anyCode = /^\d{3,4}$/.test(code) ? '000' : code;
  switch (field) {
    case 'name':
      return { name: 'A Name' };
    case 'number':
      return { number: '4242424242424242', code: anyCode };
    case 'expiry':
      return { month: 12, year: new Date(now).getUTCFullYear() + 1 };
    case 'code':
      return { code: '000' };
  }
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

/** Formats `MM/YY` or `MM/YYYY` while it is typed: a complete month gets its zero and slash. No digit is cut. */
export function formatExpiry(text: string): string {
  const [first = '', ...rest] = plainText(text)
    .split(/[ /.-]+/)
    .map(digitsIn);
  const after = rest.join('');
  const isApart = first !== '' && rest.length > 0;
  // No month begins with 20, so this is a year.
  if (first.startsWith('20')) return isApart ? yearFirst(first, after) : first;
  if (isApart) return `${first.padStart(2, '0')}/${after}`;
  const digits = /^([3-9]|2.)/.test(first) ? `0${first}` : first;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

function yearFirst(year: string, month: string): string {
  return year.length === 4 && month.length === 2 ? `${month}/${year}` : `${year}-${month}`;
}
