/**
 * What people type or paste into fields of numbers and codes, as plain text: full-width and other digits are ASCII, each dash is a
 * hyphen, each run of blanks one space, nothing is invisible and nothing stands around it. Limits count what is left.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same without the blanks, hyphens and dots that only group a number or a code. */
export function ungrouped(text: string): string {
  return plainText(text).replace(/[ .-]/g, '');
}

/** The digits alone. */
export function digitsIn(text: string): string {
  return plainText(text).replace(/\D/g, '');
}

/** the minus sign and the long vowel mark, which Japanese keyboards write for a hyphen, are no dashes to Unicode */
const DASHES = /[\p{Pd}\u2212\u30fc]/gu;

/** The digits of a script are ten code points in a row from its zero (https://www.unicode.org/reports/tr44/#Decimal_Digit). */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const before = Array.from({ length: 10 }, (_, index) => String.fromCodePoint(Math.max(0, point - index - 1)));
  return String(before.findIndex((character) => !/\p{Nd}/u.test(character)));
}

/** "1,234.50", "1 234,50", "1.234.567" and plain: what stands between thousands goes, and the decimal sign becomes a point. */
const NUMBERS: readonly { written: RegExp; thousands: RegExp; decimal: string }[] = [
  { written: /^-?\d*\.?\d+\.?$/, thousands: /(?!)/g, decimal: '.' },
  { written: /^-?\d+,\d{1,2}$/, thousands: /(?!)/g, decimal: ',' },
  { written: /^-?\d{1,3}([ ,'’])\d{3}(?:\1\d{3})*(?:\.\d+)?$/, thousands: /[ ,'’]/g, decimal: '.' },
  { written: /^-?\d{1,3}([ .'’])\d{3}(?:\1\d{3})*,\d{1,2}$/, thousands: /[ .'’]/g, decimal: ',' },
  { written: /^-?\d{1,3}(?:\.\d{3}){2,}$/, thousands: /\./g, decimal: ',' },
];

/** A price, percentage or count as people write it, with or without its sign; null for anything else. "12.345" has three decimals. */
export function typedNumber(text: string): number | null {
  const bare = plainText(text)
    .replace(/\p{Sc}|%/gu, '')
    .replace(/^[a-z]{3} ?(?=[\d-])/i, '')
    .replace(/(\d) ?[a-z]{3}$/i, '$1')
    .trim();
  const form = NUMBERS.find(({ written }) => written.test(bare));
  return form ? Number(bare.replace(form.thousands, '').replace(form.decimal, '.')) : null;
}
