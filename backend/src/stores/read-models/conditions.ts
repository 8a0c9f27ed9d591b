import type { Condition, Query, Scalar } from './read-models.js';

export type Document = Readonly<Record<string, unknown>>;
export type Where = NonNullable<Query['where']>;

export function isScalar(condition: Condition): condition is Scalar {
  return condition === null || typeof condition !== 'object';
}

/** @throws TypeError for an undefined condition, which must not match everything */
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
