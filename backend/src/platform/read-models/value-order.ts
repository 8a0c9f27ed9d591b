/** Below and above every value; ends of index ranges, never stored. */
export const LOWEST = Symbol('lowest');
export const HIGHEST = Symbol('highest');

export type IndexKey = readonly unknown[];

/**
 * Total order of field values, as MongoDB's for scalars: null and undefined, numbers, text, booleans, all else. Text is ordered
 * by code unit (MongoDB: by byte; these differ only between characters beyond U+FFFF and those from U+E000 to U+FFFF).
 */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  const [rankA, rankB] = [rankOf(a), rankOf(b)];
  if (rankA !== rankB) return rankA - rankB;
  return typeof a === 'boolean' ? Number(a) - Number(b) : 0;
}

/** NaN sorts below all numbers: a tree whose order is not total loses rows. */
function compareNumbers(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function rankOf(value: unknown): number {
  if (value === LOWEST) return 0;
  if (value === null || value === undefined) return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'string') return 3;
  if (typeof value === 'boolean') return 4;
  return value === HIGHEST ? 6 : 5;
}

export function compareKeys(a: IndexKey, b: IndexKey): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
