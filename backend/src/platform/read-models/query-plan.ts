import { intervalOf, isScalar, type Where } from './conditions.js';
import type { Query } from './read-models.js';
import { compareKeys, HIGHEST, type IndexKey, LOWEST } from './value-order.js';

export type Sort = NonNullable<Query['sort']>;

export interface Plan {
  index: number;
  /** keys strictly between the two ends, for each combination of listed values */
  ranges: { from: IndexKey; to: IndexKey }[];
  /** the ranges hold exactly what `where` matches */
  exact: boolean;
  /** walking a range gives the order asked for; several ranges are sorted together */
  ordered: boolean;
}

/** Walks of an index for one query; more combinations of listed values are left to the filter. */
const MAX_RANGES = 200;

/** Rows found by a list: more are cheaper walked in the order asked for, where an index has it. */
export const MANY_FOUND = 1_000;

/** The index that binds most conditions, then one that saves the sort; undefined when a scan is as good. */
export function choosePlan(indexes: readonly (readonly string[])[], where: Where, sort: Sort): Plan | undefined {
  let best: { plan: Plan; score: number } | undefined;
  indexes.forEach((fields, index) => {
    const { ranges, equal, bound } = bind(fields, where);
    const ordered = isOrder(fields.slice(equal), where, sort);
    const score = bound * 2 + Number(ordered);
    if (score === 0 || score <= (best?.score ?? 0)) return;
    best = { plan: { index, ranges, ordered, exact: bound === Object.keys(where).length }, score };
  });
  return best?.plan;
}

/** The direction of ties: rows that are equal in all sorted fields follow each other by id, in the last field's direction. */
export function isReversed(sort: Sort): boolean {
  return sort.at(-1)?.[1] === 'desc';
}

function bind(fields: readonly string[], where: Where): { ranges: Plan['ranges']; equal: number; bound: number } {
  let prefixes: IndexKey[] = [[]];
  for (const [equal, field] of fields.entries()) {
    const condition = where[field];
    const values = condition === undefined ? undefined : valuesOf(condition);
    if (values && values.length * prefixes.length <= MAX_RANGES) {
      prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value]));
      continue;
    }
    const interval = condition === undefined ? undefined : intervalOf(condition);
    const { from, to } = interval ?? { from: [LOWEST], to: [HIGHEST] };
    const ranges = prefixes
      .map((prefix) => ({ from: [...prefix, ...from], to: [...prefix, ...to] }))
      .filter((range) => compareKeys(range.from, range.to) < 0);
    return { ranges, equal, bound: equal + Number(interval !== undefined) };
  }
  const ranges = prefixes.map((prefix) => ({ from: [...prefix, LOWEST], to: [...prefix, HIGHEST] }));
  return { ranges, equal: fields.length, bound: fields.length };
}

function valuesOf(condition: Where[string]): readonly unknown[] | undefined {
  if (isScalar(condition)) return [condition];
  return 'in' in condition ? [...new Set(condition.in)] : undefined;
}

/** An index that ends in the id gives an order only when the sort names all its remaining fields, in one direction. */
function isOrder(rest: readonly string[], where: Where, sort: Sort): boolean {
  const reversed = isReversed(sort);
  if (sort.some(([, direction]) => (direction === 'desc') !== reversed)) return false;
  const open = sort.filter(([field]) => where[field] === undefined || !isScalar(where[field]));
  return open.length === rest.length && open.every(([field], i) => field === rest[i]);
}
