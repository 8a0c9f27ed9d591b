import type { Database, RangeOptions } from 'lmdb';
import { LRUCache } from 'lru-cache';
import type { Position } from '../log/event-log.js';
import { sealText, unsealText } from '../vault/sealer.js';
import type { Document, Where } from './conditions.js';
import { idIn, idOfRow, indexKey, rangeEnd, rowKey, spaceOf } from './index-keys.js';
import type { Living } from './memory-collection.js';
import type { Plan } from './query-plan.js';
import { type Collection, keyOf, type Row } from './read-models.js';
import type { Source } from './stored-walk.js';
import { asksForText, isExact, type SegmentEdit, TextSegments } from './text-segments.js';
import type { IndexKey } from './value-order.js';

/** Where all collections lie: rows and segments are sealed, keys of indexes hold nothing personal. */
export interface Tables {
  rows: Database<Buffer, Buffer>;
  keys: Database<Buffer, Buffer>;
  texts: Database<Buffer, Buffer>;
}

/** A row as it is stored: the segments that hold the texts of its list fields, 0 for none. */
export interface StoredRow extends Living {
  segments: readonly number[];
}

/** One change of a table: null removes. */
export type Put = readonly [table: keyof Tables, key: Buffer, value: Buffer | null];

export interface Change {
  before: StoredRow | undefined;
  after: Row<Document>;
}

/** What rows that were read may take, in characters of JSON, and what a row costs beside them. */
const CACHED = 6 * 2 ** 20;
const ROW_COST = 500;
const POSITION = 8;
const SEGMENT = 4;
const NOTHING = Buffer.alloc(0);
/** keys that are read at once; of an index fewer at first, for most questions want a page */
const PAGE = 1_000;
const FIRST_PAGE = 50;

/** One collection as it lies in LMDB. Reads are synchronous and hold no snapshot across turns of the event loop. */
export class StoredCollection {
  readonly indexes: readonly (readonly string[])[];
  readonly #lists: readonly { field: string; segments: TextSegments }[];
  readonly #name: string;
  readonly #hot = new LRUCache<string, StoredRow>({ maxSize: CACHED });
  /** the last searches since something was written: a page and its total ask the same */
  readonly #searched = new LRUCache<string, ReturnType<TextSegments['idsFor']>>({ max: 4 });
  /** of the batch that is being written */
  readonly #written = new Map<string, { row: StoredRow; size: number }>();

  constructor(
    { name, version, indexes, lists = [], personal = [] }: Collection,
    readonly number: number,
    private readonly tables: Tables,
    private readonly key: Buffer,
  ) {
    this.#name = keyOf({ name, version });
    this.indexes = indexes.filter((fields) => !fields.some((field) => personal.includes(field)));
    this.#lists = lists.map((field, at) => ({ field, segments: new TextSegments(this.#segmentStore(at)) }));
  }

  row(id: string): StoredRow | undefined {
    const known = this.#hot.get(id);
    if (known) return known;
    const bytes = this.tables.rows.getBinary(rowKey(this.number, id));
    if (!bytes) return undefined;
    const { row, size } = this.#open(id, bytes);
    this.#hot.set(id, row, { size });
    return row;
  }

  /** Of a row as it lies there at this moment; undefined: it does not. */
  position(id: string): Position | undefined {
    return this.tables.rows.getBinary(rowKey(this.number, id))?.readDoubleBE();
  }

  get size(): number {
    return this.tables.rows.getKeysCount(spaceOf(this.number));
  }

  count({ index, ranges }: Plan): number {
    let count = 0;
    for (const range of ranges) {
      const [start, end] = this.#ends(index, range);
      count += this.tables.keys.getKeysCount({ start, end });
    }
    return count;
  }

  /** Ids of all rows, some at a time. */
  *scan(): Source {
    const { start, end } = spaceOf(this.number);
    let from: RangeOptions = { start };
    for (;;) {
      const keys = [...this.tables.rows.getKeys({ ...from, end, limit: PAGE })];
      for (const key of keys) yield idOfRow(key);
      if (keys.length < PAGE) return;
      from = { start: keys.at(-1), exclusiveStart: true };
    }
  }

  /** Ids of the rows whose keys lie in a range of an index, in order; keys are read some at a time. */
  *walk({ index }: Plan, range: Plan['ranges'][number], isBackwards: boolean): Source {
    const [low, high] = this.#ends(index, range);
    const end = isBackwards ? low : high;
    let from: RangeOptions = { start: isBackwards ? high : low };
    for (let limit = FIRST_PAGE; ; limit = PAGE) {
      const keys = [...this.tables.keys.getKeys({ ...from, end, reverse: isBackwards, limit })];
      for (const key of keys) yield idIn(key);
      if (keys.length < limit) return;
      from = { start: keys.at(-1), exclusiveStart: true };
    }
  }

  asksForTexts(where: Where): boolean {
    return this.#lists.some(({ field }) => asksForText(where[field]));
  }

  /** What else it asks for, and whether `listed` gives no row more than the texts that it asks for. */
  withoutTexts(where: Where): { rest: Where; isExact: boolean } {
    const texts = this.#lists.flatMap(({ field }) => (asksForText(where[field]) ? [field] : []));
    const rest = Object.fromEntries(Object.entries(where).filter(([field]) => !texts.includes(field)));
    return { rest, isExact: texts.length === 1 && texts.every((field) => isExact(where[field])) };
  }

  /** Of the list field that has the fewest, ids of all rows that `where` can match. */
  async listed(where: Where): Promise<ReadonlySet<string> | undefined> {
    const found = await Promise.all(
      this.#lists.map(({ field, segments }) => {
        const asked = `${field} ${JSON.stringify(where[field])}`;
        const ids = this.#searched.get(asked) ?? segments.idsFor(where[field]);
        this.#searched.set(asked, ids);
        return ids;
      }),
    );
    return found.filter((ids) => ids !== undefined).sort((a, b) => a.size - b.size)[0];
  }

  /** What makes the changes, row by row; the segments of all lists come last. One batch at a time is settled. */
  *puts(changes: readonly Change[]): Iterable<Put[]> {
    const edits = this.#lists.map(({ segments }) => segments.edit());
    this.#written.clear();
    for (const change of changes) yield this.#putsOf(change, edits);
    yield edits.flatMap(({ edits: some }, list) =>
      [...some].map(([segment, text]): Put => {
        const sealed = text === '' ? null : sealText(this.key, this.#boundToSegment(list, segment), text);
        return ['texts', this.#segmentKey(list, segment), sealed];
      }),
    );
  }

  /** The batch is stored. */
  settle(rows: readonly Row<Document>[]): void {
    for (const { id } of rows) {
      const written = this.#written.get(id);
      if (written) this.#hot.set(id, written.row, { size: written.size });
      else this.#hot.delete(id);
    }
    this.#written.clear();
    this.#searched.clear();
  }

  #putsOf({ before, after }: Change, edits: readonly SegmentEdit[]): Put[] {
    const { id, position, document } = after;
    const key = rowKey(this.number, id);
    const segments = this.#lists.map(({ field }, list) => {
      const [old, texts] = [textsOf(before?.document[field]), textsOf(document?.[field])];
      const known = before?.segments[list] ?? 0;
      if (isSame(old, texts) && known > 0 === texts.length > 0) return known;
      if (known > 0) edits[list]?.remove(id, known);
      return texts.length > 0 ? (edits[list]?.add(id, texts) ?? 0) : 0;
    });
    const moved = this.indexes.flatMap((fields, index) =>
      this.#movedKey(fields, index, id, before?.document, document),
    );
    if (!document) return [['rows', key, null], ...moved];
    const sealed = this.#seal({ id, position, document, segments });
    this.#written.set(id, { row: { id, position, document, segments }, size: ROW_COST + sealed.length });
    return [['rows', key, sealed], ...moved];
  }

  #movedKey(
    fields: readonly string[],
    index: number,
    id: string,
    before: Document | undefined,
    after: Document | null,
  ): Put[] {
    const keyOf = (document: Document) =>
      indexKey(
        [this.number, index],
        fields.map((field) => document[field]),
        id,
      );
    const [stale, fresh] = [before && keyOf(before), after && keyOf(after)];
    if (stale && fresh?.equals(stale)) return [];
    return [...(stale ? [['keys', stale, null] as const] : []), ...(fresh ? [['keys', fresh, NOTHING] as const] : [])];
  }

  #seal({ id, position, document, segments }: StoredRow): Buffer {
    const head = Buffer.alloc(POSITION + SEGMENT * segments.length);
    head.writeDoubleBE(position);
    segments.forEach((segment, list) => {
      head.writeUInt32BE(segment, POSITION + SEGMENT * list);
    });
    return Buffer.concat([head, sealText(this.key, this.#boundTo(id), JSON.stringify(document))]);
  }

  #open(id: string, bytes: Buffer): { row: StoredRow; size: number } {
    const position: Position = bytes.readDoubleBE();
    const segments = this.#lists.map((_, list) => bytes.readUInt32BE(POSITION + SEGMENT * list));
    const text = unsealText(this.key, this.#boundTo(id), bytes.subarray(POSITION + SEGMENT * segments.length));
    return { row: { id, position, document: JSON.parse(text), segments }, size: ROW_COST + text.length };
  }

  #ends(index: number, { from, to }: { from: IndexKey; to: IndexKey }): [Buffer, Buffer] {
    return [rangeEnd([this.number, index], from), rangeEnd([this.number, index], to)];
  }

  #segmentStore(list: number) {
    return {
      read: (segment: number) => {
        const sealed = this.tables.texts.getBinary(this.#segmentKey(list, segment));
        return sealed && unsealText(this.key, this.#boundToSegment(list, segment), sealed);
      },
      last: () => {
        const range = { start: this.#segmentKey(list, 0xffffffff), end: this.#segmentKey(list, 0) };
        const [key] = [...this.tables.texts.getKeys({ ...range, reverse: true, limit: 1 })];
        return key === undefined ? 0 : key.readUInt32BE(3);
      },
    };
  }

  #segmentKey(list: number, segment: number): Buffer {
    const key = Buffer.alloc(7);
    key.writeUInt16BE(this.number);
    key.writeUInt8(list, 2);
    key.writeUInt32BE(segment, 3);
    return key;
  }

  #boundTo(id: string): string {
    return `${this.#name}/${id}`;
  }

  #boundToSegment(list: number, segment: number): string {
    return `${this.#name}//${list}/${segment}`;
  }
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some === others || (some.length === others.length && some.every((text, at) => text === others[at]));
}
