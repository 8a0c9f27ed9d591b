import btree from 'sorted-btree';
import { type Document, matches, type Where } from './conditions.js';
import { ListIndex } from './list-index.js';
import { choosePlan, isReversed, MANY_FOUND, type Plan, type Sort } from './query-plan.js';
import type { Query, Row } from './read-models.js';
import { compareKeys, compareValues, type IndexKey } from './value-order.js';

type Keys = InstanceType<typeof btree.default<IndexKey, undefined>>;

interface Index {
  fields: readonly string[];
  /** [...fields, id] of every living row; not there before its first question, so that a rebuild sorts once */
  keys: Keys | undefined;
  /** what came and went since its last question, in order: a drop asks few of the indexes that it fills */
  changes: { key: IndexKey; isThere: boolean }[];
}

/** more changes than there are keys, and this many: sorting anew costs less than making them */
const MANY_CHANGES = 10_000;

/** reused by every walk: none of them is left and taken up again */
const PAIR: [IndexKey, undefined] = [[], undefined];

export type Living = Row<Document> & { document: Document };

/** One collection: rows by id and, per index, the sorted keys of the living ones. */
export class MemoryCollection {
  checkpoint = 0;
  event: string | null = null;
  readonly #rows = new Map<string, Row<Document>>();
  #indexes: Index[] = [];
  #lists: ListIndex[] = [];
  #living = 0;

  setIndexes(wanted: readonly (readonly string[])[], lists: readonly string[] = []): void {
    this.#lists = lists.map((field) => this.#lists.find((list) => list.field === field) ?? new ListIndex(field));
    this.#indexes = wanted.map((fields) => {
      const known = this.#indexes.find((index) => index.fields.join() === fields.join());
      return known ?? { fields, keys: undefined, changes: [] };
    });
  }

  row(id: string): Row<Document> | undefined {
    return this.#rows.get(id);
  }

  /** Rows, tombstones among them. */
  get size(): number {
    return this.#rows.size;
  }

  ids(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Leaves nothing of a row, not even a tombstone. */
  forget(id: string): void {
    this.#replace(this.#rows.get(id), { id, position: 0, document: null });
    this.#rows.delete(id);
  }

  write({ id, position, document }: Row<Document>): void {
    const old = this.#rows.get(id);
    if (old && old.position >= position) return;
    const row = { id, position, document };
    this.#rows.set(id, row);
    this.#replace(old, row);
  }

  #replace(old: Row<Document> | undefined, row: Row<Document>): void {
    const [before, after] = [old && isLiving(old) ? old : undefined, isLiving(row) ? row : undefined];
    this.#living += Number(after !== undefined) - Number(before !== undefined);
    for (const list of this.#lists) list.replace(old, row);
    for (const index of this.#indexes) {
      if (!index.keys) continue;
      const [stale, fresh] = [before && keyOf(index, before), after && keyOf(index, after)];
      if (stale && fresh && compareKeys(stale, fresh) === 0) continue;
      if (stale) index.changes.push({ key: stale, isThere: false });
      if (fresh) index.changes.push({ key: fresh, isThere: true });
      if (index.changes.length > index.keys.size + MANY_CHANGES) forget(index);
    }
  }

  find(query: Query): Document[] {
    return this.select(query).map(({ document }) => document);
  }

  select({ where = {}, sort = [], skip = 0, limit = Number.POSITIVE_INFINITY }: Query): Living[] {
    const listed = this.#listed(where);
    const best = this.#plan(where, sort);
    const plan = listed && !(best?.ordered && listed.size > MANY_FOUND) ? undefined : best;
    const end = skip + limit;
    const rest = plan?.exact ? {} : where;
    const most = plan?.ordered ? end : Number.POSITIVE_INFINITY;
    const found = plan
      ? plan.ranges.flatMap((range) => fitting(this.#walk(plan, range, isReversed(sort)), rest, most))
      : fitting(this.#candidates(listed), rest, most);
    if (!plan?.ordered || plan.ranges.length > 1) found.sort(comparator(sort));
    return found.slice(skip, end);
  }

  count(where: Where): number {
    const listed = this.#listed(where);
    const plan = listed ? undefined : this.#plan(where, []);
    if (!plan && Object.keys(where).length === 0) return this.#living;
    const keys = plan?.exact ? this.#keys(plan) : undefined;
    if (plan && keys) return plan.ranges.reduce((sum, { from, to }) => sum + keys.forRange(from, to, false), 0);
    let count = 0;
    const walks = plan ? plan.ranges.map((range) => this.#walk(plan, range, false)) : [this.#candidates(listed)];
    for (const rows of walks) for (const { document } of rows) count += Number(matches(document, where));
    return count;
  }

  #plan(where: Where, sort: Sort): Plan | undefined {
    const fields = this.#indexes.map((index) => index.fields);
    return choosePlan(fields, where, sort);
  }

  #listed(where: Where): ReadonlySet<string> | undefined {
    const found = this.#lists.flatMap((list) => list.idsFor(where, () => this.#scan()) ?? []);
    return found.sort((a, b) => a.size - b.size)[0];
  }

  *#candidates(ids: ReadonlySet<string> | undefined): Iterable<Living> {
    if (!ids) return yield* this.#scan();
    for (const id of ids) {
      const row = this.#rows.get(id);
      if (row && isLiving(row)) yield row;
    }
  }

  *#scan(): Iterable<Living> {
    for (const row of this.#rows.values()) if (isLiving(row)) yield row;
  }

  #keys(plan: Plan): Keys | undefined {
    const index = this.#indexes[plan.index];
    return index && currentKeys(index, () => this.#scan());
  }

  *#walk(plan: Plan, { from, to }: Plan['ranges'][number], reversed: boolean): Iterable<Living> {
    const keys = this.#keys(plan);
    if (!keys) return;
    for (const [key] of reversed ? keys.entriesReversed(to, PAIR) : keys.entries(from, PAIR)) {
      if (reversed ? compareKeys(key, from) < 0 : compareKeys(key, to) > 0) break;
      const row = this.#rows.get(String(key.at(-1)));
      if (row && isLiving(row)) yield row;
    }
  }
}

function fitting(rows: Iterable<Living>, where: Where, most: number): Living[] {
  const found: Living[] = [];
  for (const row of rows) {
    if (found.length >= most) break;
    if (matches(row.document, where)) found.push(row);
  }
  return found;
}

function forget(index: Index): void {
  index.keys = undefined;
  index.changes = [];
}

function currentKeys(index: Index, rows: () => Iterable<Living>): Keys {
  index.keys ??= sortedKeys(index, rows());
  for (const { key, isThere } of index.changes) {
    if (isThere) index.keys.set(key, undefined);
    else index.keys.delete(key);
  }
  index.changes = [];
  return index.keys;
}

function sortedKeys(index: Index, rows: Iterable<Living>): Keys {
  const sorted = [...rows].map((row) => keyOf(index, row)).sort(compareKeys);
  const keys: Keys = new btree.default<IndexKey, undefined>(undefined, compareKeys);
  for (const key of sorted) keys.set(key, undefined);
  return keys;
}

export function isLiving(row: Row<Document>): row is Living {
  return row.document !== null;
}

function keyOf({ fields }: Index, { id, document }: Living): IndexKey {
  const key: unknown[] = fields.map((field) => document[field] ?? null);
  key.push(id);
  return key;
}

export function comparator(sort: Sort): (a: Living, b: Living) => number {
  const tie = isReversed(sort) ? -1 : 1;
  return (a, b) => {
    for (const [field, direction] of sort) {
      const order = compareValues(a.document[field], b.document[field]);
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return tie * compareValues(a.id, b.id);
  };
}
