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
