import { cleanLine, holdsHalfCharacter } from '@supreme-access/contract/clean-text.js';
import { parsePrice } from '@supreme-access/contract/money.js';
import type { FastifyReply } from 'fastify';
import { Refused } from '../event-sourcing/decider.js';
import { matches } from '../stores/read-models/conditions.js';
import type { Condition, Scalar } from '../stores/read-models/read-models.js';
import { searchFor } from '../stores/read-models/search-words.js';
import { Text } from './fields.js';

export class PageQuery {
  @Text({ optional: true, max: 100, description: 'first and last index, `[0,24]`' })
  range?: string;
  @Text({ optional: true, max: 200, description: '`["productTitle","ASC"]`' })
  sort?: string;
}
export class ListQuery extends PageQuery {
  @Text({
    optional: true,
    max: 20_000,
    verbatim: true,
    description: 'JSON: wanted values by field, `{"status":["pending","processing"],"livemode":true}`',
  })
  filter?: string;
}

export interface ListSpec {
  resource: string;
  fields: Readonly<Record<string, string>>;
  /** document field -> converts a filter's value to the stored one; undefined when it cannot exist */
  held?: Readonly<Record<string, (value: Scalar) => Scalar | undefined>>;
  ranges?: readonly string[];
  /** conditions of filters that are no fields; undefined for an invalid value */
  filters?: Readonly<Record<string, (value: unknown) => Where | undefined>>;
  defaultSort: readonly [string, 'asc' | 'desc'];
  search?: string;
  searchAs?: (text: string) => string;
}

type Where = Readonly<Record<string, Condition>>;

export interface ParsedList {
  where: Where;
  sort: readonly (readonly [string, 'asc' | 'desc'])[];
  skip: number;
  limit: number;
}

const MOST = 1_000;
const BOUNDS = ['gte', 'gt', 'lte', 'lt'];
const NOTHING: Condition = { in: [] };
const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** Filters use currency units, documents minor units. */
export const heldPrice = (value: Scalar) => (value === null ? null : (parsePrice(value) ?? undefined));
/** Filters use ISO times, documents ms UTC. */
export function heldTime(value: Scalar): Scalar | undefined {
  if (value === null) return null;
  const at = typeof value === 'string' && ISO_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
export const heldAs =
  (...values: readonly Scalar[]) =>
  (value: Scalar) =>
    values.includes(value) ? value : undefined;

export const searchIn = (field: string) => (value: unknown) => {
  if (typeof value !== 'string') return undefined;
  return cleanLine(value) === '' ? {} : { [field]: searchFor(value) ?? NOTHING };
};

/** @throws Refused 'list-query-invalid' for bad JSON, unknown fields and impossible ranges */
export function parseList(query: ListQuery, spec: ListSpec): ParsedList {
  const [from, to] = pair(query.range, [0, MOST - 1]);
  if (!isIndex(from) || !isIndex(to) || to < from) throw invalid('range');
  const [field, direction] = pair(query.sort, ['', 'ASC']);
  const isSorted = field !== '';
  const column = isSorted ? columnOf(field, spec) : spec.defaultSort[0];
  if (column === undefined || !['ASC', 'DESC'].includes(String(direction).toUpperCase())) throw invalid('sort');
  const way = String(direction).toUpperCase() === 'DESC' ? 'desc' : 'asc';
  return {
    where: parseFilter(query.filter, spec),
    sort: [[column, isSorted ? way : spec.defaultSort[1]]],
    skip: from,
    limit: Math.min(MOST, to - from + 1),
  };
}

export function rangeOf<V>(
  reply: FastifyReply,
  { resource }: ListSpec,
  { skip }: ParsedList,
  rows: V[],
  total: number,
): V[] {
  const range = rows.length === 0 ? `${skip}-${skip}` : `${skip}-${skip + rows.length - 1}`;
  reply.request.rows = `${resource} ${range}/${total}`;
  return rows;
}

function columnOf(field: unknown, { fields }: ListSpec): string | undefined {
  return typeof field === 'string' && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

function parseFilter(text: string | undefined, spec: ListSpec): Where {
  const filter = json(text, {}, 'filter');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) throw invalid('filter');
  const where: Record<string, Condition> = {};
  for (const [name, value] of Object.entries(filter)) {
    for (const [column, condition] of Object.entries(conditionsOf(name, value, spec))) {
      const before = where[column];
      where[column] = before === undefined ? condition : both(before, condition);
    }
  }
  return where;
}

function conditionsOf(name: string, value: unknown, spec: ListSpec): Where {
  const own = spec.filters && Object.hasOwn(spec.filters, name) ? spec.filters[name] : undefined;
  const made = own ? own(value) : conditionOn(name, value, spec);
  if (made === undefined) throw invalid('filter');
  return made;
}

function conditionOn(name: string, value: unknown, spec: ListSpec): Where | undefined {
  const [, ranged = '', bound = ''] = /^(\w+)_(gte|gt|lte|lt)$/.exec(name) ?? [];
  const isRange = spec.ranges?.includes(ranged) ?? false;
  const column = name === 'q' ? spec.search : columnOf(isRange ? ranged : name, spec);
  if (column === undefined) return undefined;
  if (column === spec.search && typeof value === 'string') {
    return { [column]: { prefix: spec.searchAs ? spec.searchAs(value) : value } };
  }
  const held = (one: unknown) => heldIn(column, one, spec);
  if (Array.isArray(value) && !isRange) {
    const all = value.map(held);
    return all.every((one) => one !== undefined) ? { [column]: { in: all } } : undefined;
  }
  const one = held(value);
  if (one === undefined) return undefined;
  if (!isRange) return { [column]: one };
  return typeof one === 'number' || typeof one === 'string' ? { [column]: { [bound]: one } } : undefined;
}

function heldIn(column: string, value: unknown, { held }: ListSpec): Scalar | undefined {
  if (!isScalar(value)) return undefined;
  const hold = held?.[column];
  return hold ? hold(value) : value;
}

/** The conjunction of two conditions. @throws Refused 'list-query-invalid' when it cannot be expressed */
export function both(a: Condition, b: Condition): Condition {
  for (const [condition, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const values = listed(condition);
    if (values) return { in: values.filter((value) => matches({ value }, { value: other })) };
  }
  if (isObject(a) && isObject(b) && 'hasPrefixes' in a && 'hasPrefixes' in b) {
    return { hasPrefixes: [...a.hasPrefixes, ...b.hasPrefixes] };
  }
  if (isObject(a) && isObject(b) && isBounds(a) && isBounds(b)) return { ...a, ...b };
  throw invalid('filter');
}

function listed(condition: Condition): readonly Scalar[] | undefined {
  if (!isObject(condition)) return [condition];
  return 'in' in condition ? condition.in : undefined;
}
function isObject(condition: Condition): condition is Exclude<Condition, Scalar> {
  return typeof condition === 'object' && condition !== null;
}
function isBounds(condition: Exclude<Condition, Scalar>): boolean {
  return Object.keys(condition).every((name) => BOUNDS.includes(name));
}

function pair(text: string | undefined, otherwise: [unknown, unknown]): [unknown, unknown] {
  const value = json(text, otherwise, 'list');
  if (!Array.isArray(value) || value.length !== 2) throw invalid('range or sort');
  return [value[0], value[1]];
}

function json(text: string | undefined, otherwise: unknown, what: string): unknown {
  if (text === undefined || text === '') return otherwise;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(what);
  }
  if (holdsHalfCharacter(value)) throw invalid(what);
  return value;
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
function invalid(what: string): Refused {
  return new Refused('list-query-invalid', 'invalid', `The list's ${what} cannot be read.`);
}
