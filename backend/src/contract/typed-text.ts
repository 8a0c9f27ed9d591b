/** Limits count the result: ASCII digits and hyphens, single blanks, no invisible characters. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

export function ungrouped(text: string): string {
  return plainText(text).replace(/[ .-]/g, '');
}

export function digitsIn(text: string): string {
  return plainText(text).replace(/\D/g, '');
}

/** Unicode does not class the minus sign and the Japanese long vowel mark as dashes. */
const DASHES = /[\p{Pd}\u2212\u30fc]/gu;

/** Digits of a script are ten consecutive code points (https://www.unicode.org/reports/tr44/#Decimal_Digit). */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const before = Array.from({ length: 10 }, (_, index) => String.fromCodePoint(Math.max(0, point - index - 1)));
  return String(before.findIndex((character) => !/\p{Nd}/u.test(character)));
}

const NUMBERS: readonly { written: RegExp; thousands: RegExp; decimal: string }[] = [
  { written: /^-?\d*\.?\d+\.?$/, thousands: /(?!)/g, decimal: '.' },
  { written: /^-?\d+,\d{1,2}$/, thousands: /(?!)/g, decimal: ',' },
  { written: /^-?[1-9]\d{0,2}([ ,'’])\d{3}(?:\1\d{3})*(?:\.\d+)?$/, thousands: /[ ,'’]/g, decimal: '.' },
  { written: /^-?[1-9]\d{0,2}([ .'’])\d{3}(?:\1\d{3})*,\d{1,2}$/, thousands: /[ .'’]/g, decimal: ',' },
  { written: /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$/, thousands: /\./g, decimal: ',' },
];

/** Parses a price, percentage or count with separators; null if invalid. "12.345" has three decimals. */
export function typedNumber(text: string): number | null {
  const bare = plainText(text)
    .replace(/\p{Sc}|%/gu, '')
    .replace(/^[a-z]{3} ?(?=[\d-])/i, '')
    .replace(/(\d) ?[a-z]{3}$/i, '$1')
    .trim();
  const form = NUMBERS.find(({ written }) => written.test(bare));
  return form ? Number(bare.replace(form.thousands, '').replace(form.decimal, '.')) : null;
}

const AMOUNT_MAX = 999_999_999;

/**
 * Parses an amount above 0 of a currency with so many decimals. 'unclear': it has more decimals, or its separator may
 * group thousands as well as begin decimals: "1.250" of dollars, "1,250" of dinars. null: it is no such amount.
 */
export function typedAmount(text: string, decimals: number): number | 'unclear' | null {
  const plain = plainText(text);
  // Letters and signs may name another currency.
  const number = /^[\d .,'’]+$/.test(plain) ? typedNumber(plain) : null;
  if (number === null || number <= 0 || number > AMOUNT_MAX) return null;
  const [, separator] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(plain) ?? [];
  const isUnclear = separator === (decimals < 3 ? '.' : ',');
  return isUnclear || Number(number.toFixed(decimals)) !== number ? 'unclear' : number;
}
