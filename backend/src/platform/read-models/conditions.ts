import type { Condition, Query, Scalar } from './read-models.js';
import { HIGHEST, LOWEST } from './value-order.js';

export type Document = Readonly<Record<string, unknown>>;
export type Where = NonNullable<Query['where']>;

type RangeCondition = Extract<Condition, { gt?: unknown }>;

export function isScalar(condition: Condition): condition is Scalar {
  return condition === null || typeof condition !== 'object';
}

/** A forgotten id must match neither everything nor all that has none. */
export function assertWhere(where: Where = {}): void {
  for (const field in where) {
    if (isForgotten(where[field])) throw new TypeError(`the condition on ${field} is undefined`);
  }
}

function isForgotten(condition: Condition | undefined): boolean {
  if (condition === undefined || isScalar(condition)) return condition === undefined;
  if ('in' in condition) return condition.in.some((scalar) => scalar === undefined);
  if ('hasPrefixes' in condition)
    return condition.hasPrefixes.length === 0 || condition.hasPrefixes.includes(undefined as never);
  return Object.values(condition).every((bound) => bound === undefined);
}

/** A missing field equals null; ranges only match values of their own type. */
export function matches(document: Document, where: Where): boolean {
  for (const field in where) {
    const condition = where[field];
    if (condition !== undefined && !matchesOne(document[field] ?? null, condition)) return false;
  }
  return true;
}

function matchesOne(value: unknown, condition: Condition): boolean {
  if (isScalar(condition)) return value === condition;
  if ('in' in condition) return condition.in.some((scalar) => scalar === value);
  if ('prefix' in condition) return typeof value === 'string' && value.startsWith(condition.prefix);
  if ('has' in condition) return Array.isArray(value) && value.includes(condition.has);
  if ('hasPrefixes' in condition) return holdsPrefixes(value, condition.hasPrefixes);
  const { gt, gte, lt, lte } = condition;
  return (
    (gt === undefined || isBelow(gt, value, false)) &&
    (gte === undefined || isBelow(gte, value, true)) &&
    (lt === undefined || isBelow(value, lt, false)) &&
    (lte === undefined || isBelow(value, lte, true))
  );
}

function holdsPrefixes(value: unknown, prefixes: readonly string[]): boolean {
  if (!Array.isArray(value)) return false;
  return prefixes.every((prefix) => value.some((one) => typeof one === 'string' && one.startsWith(prefix)));
}

function isBelow(a: unknown, b: unknown, orEqual: boolean): boolean {
  if (typeof a === 'number' && typeof b === 'number') return orEqual ? a <= b : a < b;
  if (typeof a === 'string' && typeof b === 'string') return orEqual ? a <= b : a < b;
  return false;
}

/** The two open ends that enclose exactly the values a condition matches in an index: [field value, side of it]. */
export interface Interval {
  from: readonly [unknown, symbol];
  to: readonly [unknown, symbol];
}

const NUMBERS: Interval = { from: [Number.NEGATIVE_INFINITY, LOWEST], to: [Number.POSITIVE_INFINITY, HIGHEST] };
/** booleans follow text */
const TEXTS: Interval = { from: ['', LOWEST], to: [false, LOWEST] };

/** Undefined when the condition is no single interval of the value order. */
export function intervalOf(condition: Condition): Interval | undefined {
  if (isScalar(condition)) return { from: [condition, LOWEST], to: [condition, HIGHEST] };
  if ('prefix' in condition) {
    const next = successor(condition.prefix);
    return { from: [condition.prefix, LOWEST], to: next === undefined ? TEXTS.to : [next, LOWEST] };
  }
  if ('in' in condition || 'has' in condition || 'hasPrefixes' in condition) return undefined;
  return rangeInterval(condition);
}

function rangeInterval({ gt, gte, lt, lte }: RangeCondition): Interval | undefined {
  const bounds = [gt, gte, lt, lte].filter((bound) => bound !== undefined);
  const type = typeof bounds[0];
  if ((type !== 'number' && type !== 'string') || bounds.some((bound) => typeof bound !== type)) return undefined;
  if ((gt !== undefined && gte !== undefined) || (lt !== undefined && lte !== undefined)) return undefined;
  let { from, to }: Interval = type === 'number' ? NUMBERS : TEXTS;
  if (gt !== undefined) from = [gt, HIGHEST];
  if (gte !== undefined) from = [gte, LOWEST];
  if (lt !== undefined) to = [lt, LOWEST];
  if (lte !== undefined) to = [lte, HIGHEST];
  return { from, to };
}

/** The first text that sorts after every text with this prefix. */
function successor(prefix: string): string | undefined {
  for (let end = prefix.length; end > 0; end -= 1) {
    const unit = prefix.charCodeAt(end - 1);
    if (unit < 0xffff) return prefix.slice(0, end - 1) + String.fromCharCode(unit + 1);
  }
  return undefined;
}
