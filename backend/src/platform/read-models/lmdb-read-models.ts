import type { Position } from '../log/event-log.js';
import type { Checkpoint } from '../log/log-identity.js';
import { StoreUnavailable } from '../store-unavailable.js';
import type { Document, Where } from './conditions.js';
import { LmdbCollection } from './lmdb-collection.js';
import {
  type CollectionRecord,
  isSameShape,
  openTables,
  type ReadModelTables,
  type TablesOptions,
} from './lmdb-tables.js';
import { type Collection, keyOf, type Named, type Query, type ReadModels, type Row } from './read-models.js';
import { StoredCollection } from './stored-collection.js';

interface Held {
  record: CollectionRecord;
  collection: LmdbCollection;
}

/** ms between two looks at whether something is to be written */
const LOOK = 200;
/** rows changed since the last look by which it is told that people come in a rush: what can wait then does */
const RUSH = 200;
/** ms for which it waits, and rows that may wait; with twice as many the fold waits for the disk */
const LONGEST_WAIT = 10_000;
const MOST_WAITING = 12_000;
/** ms until a disk that took nothing is tried again */
const TRY_AGAIN = 2_000;

/**
 * Read models that persist beside the embedded log, sealed under a key that is derived from `secret`. What was folded lately is held
 * in memory and written in the background, with its checkpoint in the same transaction: a process that is killed finds them at its next start as they
 * were at some position of the log, and folds on from there. Those that another key or another log made are made anew.
 */
export async function openLmdbReadModels(
  path: string,
  secret: Buffer,
  options: TablesOptions,
): Promise<LmdbReadModels> {
  return new LmdbReadModels(await openTables(path, secret, options));
}

export class LmdbReadModels implements ReadModels {
  readonly #collections = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #written = 0;
  #waitingSince: number | undefined;
  #trouble: StoreUnavailable | undefined;
  #told: string | undefined;

  constructor(private readonly tables: ReadModelTables) {}

  async open(collections: readonly Collection[]): Promise<void> {
    for (const collection of collections) await this.#exclusively(() => this.#open(collection));
  }

  async installation(ours: string): Promise<string> {
    return await this.tables.installation(ours);
  }

  async rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>> {
    const held = this.#held(collection);
    const rows = new Map<string, Row<D>>();
    for (const id of ids) {
      const row = held.row(id);
      if (row) rows.set(id, { id, position: row.position, document: row.document } as Row<D>);
    }
    return rows;
  }

  async write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void> {
    const held = this.#held(collection);
    if (this.#waiting() > 2 * MOST_WAITING) await this.#relief();
    for (const row of rows) held.write(row as Row<Document>);
    this.#written += rows.length;
    if (upTo !== undefined) await this.advance(collection, upTo, event);
  }

  async checkpoint(collection: Collection): Promise<Position> {
    return this.#held(collection).checkpoint;
  }

  async known(collection: Collection): Promise<Checkpoint> {
    const { checkpoint: position, event } = this.#held(collection);
    return { position, event };
  }

  async advance(collection: Collection, position: Position, event?: string): Promise<void> {
    const held = this.#held(collection);
    if (position > held.checkpoint) {
      held.checkpoint = position;
      held.event = event ?? null;
    }
    held.isOpen = false;
    this.#lookSoon(LOOK);
  }

  async get<D>(collection: Collection, id: string): Promise<D | undefined> {
    const document = this.#held(collection).row(id)?.document ?? undefined;
    return document as D | undefined;
  }

  async find<D>(collection: Collection, query: Query = {}): Promise<D[]> {
    return (await this.#held(collection).find(query)) as D[];
  }

  async count(collection: Collection, where: Where = {}): Promise<number> {
    return await this.#held(collection).count(where);
  }

  async list(): Promise<Named[]> {
    return this.tables.records().map(({ name, version }) => ({ name, version }));
  }

  async drop(collection: Named): Promise<void> {
    await this.#exclusively(async () => {
      this.#collections.delete(keyOf(collection));
      await this.tables.drop(collection);
    });
  }

  /** Resolves once all that was folded by now lies on the disk. */
  async written(): Promise<void> {
    await this.#exclusively(() => this.#writeAll());
  }

  async close(): Promise<void> {
    // What the disk does not take is folded again at the next start.
    await this.written().catch(() => undefined);
    this.#collections.clear();
    clearTimeout(this.#timer);
    await this.tables.close();
  }

  async #open(definition: Collection): Promise<void> {
    const key = keyOf(definition);
    const known = this.#collections.get(key);
    if (known && isSameShape(known.record, definition)) return;
    // Under other indexes its rows are put anew: none of them may be waiting.
    if (known) await this.#writeOne(known);
    const record = await this.tables.take(definition);
    const stored = new StoredCollection(definition, record.number, this.tables, this.tables.key);
    const collection = new LmdbCollection(definition, stored);
    collection.checkpoint = record.checkpoint;
    collection.event = record.mark ?? null;
    this.#collections.set(key, { record, collection });
  }

  #lookSoon(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, ms).unref();
  }

  async #look(): Promise<void> {
    const isRush = this.#written > RUSH;
    this.#written = 0;
    this.#waitingSince ??= Date.now();
    const waits = isRush && this.#waiting() < MOST_WAITING && Date.now() - this.#waitingSince < LONGEST_WAIT;
    if (waits) return this.#lookSoon(LOOK);
    await this.#exclusively(() => this.#writeAll()).catch((error: unknown) => {
      this.#tell(String(error));
      this.#lookSoon(TRY_AGAIN);
    });
    if (this.#waiting() > 0) this.#lookSoon(LOOK);
  }

  #tell(trouble: string): void {
    if (trouble !== this.#told) this.tables.options.say?.(`the read models cannot be written: ${trouble}`);
    this.#told = trouble;
  }

  /** Resolves once less is waiting. @throws StoreUnavailable while the disk takes nothing */
  async #relief(): Promise<void> {
    if (this.#trouble) throw this.#trouble;
    await this.#exclusively(() => this.#writeAll());
  }

  #waiting(): number {
    let waiting = 0;
    for (const { collection } of this.#collections.values()) waiting += collection.changed;
    return waiting;
  }

  async #writeAll(): Promise<void> {
    this.#waitingSince = undefined;
    for (const held of this.#collections.values()) await this.#writeOne(held);
  }

  /** Rows, indexes and checkpoint in one transaction; not between rows and the checkpoint that they belong to. */
  async #writeOne({ record, collection }: Held): Promise<void> {
    const { checkpoint, event, isOpen } = collection;
    if (isOpen || (collection.changed === 0 && checkpoint === record.checkpoint)) return;
    const { rows, puts } = await collection.prepare();
    const mark = event ?? (await this.tables.identify(checkpoint));
    try {
      await this.tables.write(puts, { ...record, checkpoint, mark });
      this.#trouble = undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#trouble = error;
      throw error;
    }
    Object.assign(record, { checkpoint, mark });
    collection.settle(rows, checkpoint);
  }

  /** One after the other: writes, and what makes or removes a collection. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work);
    this.#writing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #held(collection: Named): LmdbCollection {
    const known = this.#collections.get(keyOf(collection));
    if (!known) throw new Error(`the collection ${keyOf(collection)} is not open`);
    return known.collection;
  }
}
