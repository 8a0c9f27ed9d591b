type Cell = string | number | boolean | null;

/** A file begins with it: without it Excel takes UTF-8 for the letters of its own country. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * What a spreadsheet takes for the beginning of a formula, blanks and invisible characters before it included.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\0\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run is text in it: it begins with an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) || plain !== cell ? `"${plain.replaceAll('"', '""')}"` : plain;
}
