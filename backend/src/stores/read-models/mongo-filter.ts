import { assertWhere, isScalar, type Where } from './conditions.js';
import type { Condition } from './read-models.js';

export const ALIVE = '_alive';

const FOR_LISTS = ['$elemMatch', '$all'];

export function toFilter(where: Where, indexed: ReadonlySet<string>): Record<string, unknown> {
  assertWhere(where);
  const filter: Record<string, unknown> = { [ALIVE]: true };
  for (const [field, condition] of Object.entries(where)) {
    const operators = toOperators(condition);
    // MongoDB also matches list elements; only an index proves without a fetch that there are none.
    const intoLists = indexed.has(field) || FOR_LISTS.some((name) => name in operators);
    filter[field] = intoLists ? operators : { ...operators, $not: { $type: 'array' } };
  }
  return filter;
}

function toOperators(condition: Condition): Record<string, unknown> {
  if (isScalar(condition)) return { $eq: condition };
  if ('in' in condition) return { $in: condition.in };
  if ('prefix' in condition) return beginning(condition.prefix);
  if ('has' in condition) return { $elemMatch: { $eq: condition.has } };
  // https://www.mongodb.com/docs/manual/reference/operator/query/all/#use--all-with--elemmatch
  if ('hasPrefixes' in condition) {
    return { $all: condition.hasPrefixes.map((prefix) => ({ $elemMatch: beginning(prefix) })) };
  }
  const bounds = Object.entries(condition).filter(([, bound]) => bound !== undefined);
  return Object.fromEntries(bounds.map(([name, bound]) => [`$${name}`, bound]));
}

function beginning(prefix: string): Record<string, unknown> {
  return { $regex: `^${escaped(prefix)}` };
}

/** NUL ends a BSON pattern. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');
}
