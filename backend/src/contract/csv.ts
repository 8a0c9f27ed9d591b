type Cell = string | number | boolean | null;

/** Excel reads UTF-8 as a local encoding without it. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets run these as formulas. Source: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[\s\0\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** Formats one line (RFC 4180); an apostrophe disables text that a spreadsheet would run. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) || plain !== cell ? `"${plain.replaceAll('"', '""')}"` : plain;
}
