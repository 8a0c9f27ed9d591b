import type { FastifyReply } from 'fastify';
import { Refused } from '../decider.js';
import { parsePrice } from '../money.js';
import type { Condition, Scalar } from '../read-models/read-models.js';
import { Text } from './fields.js';

/** Query of a list as ra-data-simple-rest sends it. */
export class ListQuery {
  @Text({ optional: true, max: 100, description: 'first and last index, `[0,24]`' })
  range?: string;
  @Text({ optional: true, max: 200, description: '`["productTitle","ASC"]`' })
  sort?: string;
  @Text({ optional: true, max: 20_000, description: 'wanted values by field, `{"status":["pending"]}`' })
  filter?: string;
}

export interface ListSpec {
  /** name in Content-Range */
  resource: string;
  /** API field -> field of the document, of what can be filtered and sorted on */
  fields: Readonly<Record<string, string>>;
  /** field of the document -> how it holds what filters name as the answers show it */
  held?: Readonly<Record<string, (value: Scalar) => Scalar>>;
  /** newest first, say */
  defaultSort: readonly [string, 'asc' | 'desc'];
  /** field of the document of which people type the beginning, as the filter `q` or under its own name */
  search?: string;
  /** how what is searched for is spelt in the documents */
  searchAs?: (text: string) => string;
}

export interface ParsedList {
  where: Record<string, Condition>;
  sort: readonly (readonly [string, 'asc' | 'desc'])[];
  skip: number;
  limit: number;
}

const MOST = 1_000;

/** Prices are asked for in currency units and held in cents. Of what is no price there is none. */
export const heldPrice = (value: Scalar): Scalar => (value === null ? null : (parsePrice(value) ?? Number.NaN));
/** Times are asked for as ISO texts and held in ms UTC. */
export const heldTime = (value: Scalar): Scalar => (value === null ? null : Date.parse(String(value)));

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

/** Says which rows of how many these are; answers the rows. */
export function rangeOf<V>(
  reply: FastifyReply,
  { resource }: ListSpec,
  { skip }: ParsedList,
  rows: V[],
  total: number,
): V[] {
  const range = rows.length === 0 ? `${skip}-${skip}` : `${skip}-${skip + rows.length - 1}`;
  reply.header('content-range', `${resource} ${range}/${total}`);
  return rows;
}

function columnOf(field: unknown, { fields }: ListSpec): string | undefined {
  return typeof field === 'string' && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

function parseFilter(text: string | undefined, spec: ListSpec): Record<string, Condition> {
  const filter = json(text, {}, 'filter');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) throw invalid('filter');
  const where: Record<string, Condition> = {};
  for (const [name, value] of Object.entries(filter)) {
    const column = name === 'q' ? spec.search : columnOf(name, spec);
    if (column === undefined) throw invalid('filter');
    if (column === spec.search && typeof value === 'string') {
      where[column] = { prefix: spec.searchAs ? spec.searchAs(value) : value };
      continue;
    }
    const held = spec.held?.[column] ?? ((wanted: Scalar) => wanted);
    if (Array.isArray(value) && value.every(isScalar)) where[column] = { in: value.map(held) };
    else if (isScalar(value)) where[column] = held(value);
    else throw invalid('filter');
  }
  return where;
}

function pair(text: string | undefined, otherwise: [unknown, unknown]): [unknown, unknown] {
  const value = json(text, otherwise, 'list');
  if (!Array.isArray(value) || value.length !== 2) throw invalid('range or sort');
  return [value[0], value[1]];
}

function json(text: string | undefined, otherwise: unknown, what: string): unknown {
  if (text === undefined || text === '') return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(what);
  }
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
