import { hkdfSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Database, RootDatabase } from 'lmdb';
import type { Position } from '../log/event-log.js';
import { committed, openDisposable } from '../log/lmdb-environment.js';
import type { StorageRoom } from '../storage-room.js';
import { sealText, unsealText } from '../vault/sealer.js';
import { anotherLog } from '../vault/seen-log.js';
import { spaceOf } from './index-keys.js';
import { type Collection, keyOf, type Named } from './read-models.js';
import { type Change, type Put, StoredCollection, type Tables } from './stored-collection.js';

export interface TablesOptions {
  /** What tells the log's event at a position from that of any other log; undefined where there is none. */
  identify(position: Position): Promise<string | undefined>;
  say?: (text: string) => void;
  /** Hears, before they are made anew, that read models know of an event that the log does not reach: it is older than they are. */
  beyond?(position: Position, event: string): Promise<void>;
  room?: StorageRoom;
  /** nobody has closed them: rows are read to see whether they can be */
  isToBeRead?: boolean;
}

/** What is known of a collection beside its rows. */
export interface CollectionRecord {
  name: string;
  version: number;
  /** of its keys in all tables; never used again */
  number: number;
  checkpoint: Position;
  /** identifies the event at the checkpoint */
  mark: string | undefined;
  indexes: readonly (readonly string[])[];
  lists: readonly string[];
}

interface StoreRecord {
  format: number;
  /** sealed: tells whether the key is the one that everything was sealed with */
  probe: string;
  installation: string | null;
  /** the next collection's number */
  next: number;
}

/** Of how everything is stored: what has another is made anew. */
const FORMAT = 1;
const STORE = 'store';
const COLLECTION = 'collection/';
const PROBE = 'read models';
const MADE_ANEW = 'the read models are made anew from the log';
const MADE_FROM_ANOTHER = anotherLog(
  'the read models were made from another one (if this is the right one: remove DATA_DIR/read-models)',
);
/** rows or keys that are put or removed in one transaction of a collection that nobody reads */
const AT_ONCE = 1_000;
/** rows that are read to see whether they can be: a second's work */
const MOST_READ = 50_000;

/** Opens the directory (0700, files 0600); what does not belong to this key and this log is removed before. */
export async function openTables(path: string, secret: Buffer, options: TablesOptions): Promise<ReadModelTables> {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), PROBE, 32));
  const tables = new ReadModelTables(openDisposable(path), key, options);
  const reason = await tables.whyUseless().catch(async (error: unknown) => {
    await tables.close();
    throw error;
  });
  if (reason === null) return tables;
  await tables.close();
  options.say?.(`${reason}: ${MADE_ANEW}`);
  await rm(path, { recursive: true });
  return new ReadModelTables(openDisposable(path), key, options);
}

export class ReadModelTables implements Tables {
  readonly rows: Database<Buffer, Buffer>;
  readonly keys: Database<Buffer, Buffer>;
  readonly texts: Database<Buffer, Buffer>;
  readonly #records: Database<CollectionRecord | StoreRecord, string>;

  constructor(
    private readonly root: RootDatabase,
    readonly key: Buffer,
    readonly options: TablesOptions,
  ) {
    const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
    this.rows = root.openDB('rows', binary);
    this.keys = root.openDB('keys', binary);
    this.texts = root.openDB('texts', binary);
    this.#records = root.openDB('records', { encoding: 'json' });
  }

  identify(position: Position): Promise<string | undefined> {
    return this.options.identify(position);
  }

  /** Null when everything in it can be read and was made from this log. @throws for people when it was made from another one */
  async whyUseless(): Promise<string | null> {
    const [store, records] = this.#readRecords();
    if (records === null) return 'the read models cannot be read';
    if (!store) return records.length === 0 ? null : 'the read models lack their beginning';
    if (store.format !== FORMAT) return 'the read models are stored as another program does it';
    try {
      unsealText(this.key, PROBE, Buffer.from(store.probe, 'base64url'));
    } catch {
      return 'the read models are sealed with another key';
    }
    const misfit = await this.#misfit(records);
    if (misfit !== null) return misfit;
    return this.options.isToBeRead && !this.#canBeRead() ? 'the read models cannot be read' : null;
  }

  records(): CollectionRecord[] {
    const range = { start: COLLECTION, end: `${COLLECTION}\uffff` };
    return [...this.#records.getRange(range)].map(({ value }) => value as CollectionRecord);
  }

  async installation(ours: string): Promise<string> {
    const store = this.#store();
    if (store.installation !== null) return store.installation;
    await committed(this.#records.put(STORE, { ...store, installation: ours }));
    return ours;
  }

  /** The collection's record; made when there is none, and its rows put anew when they lie under other indexes. */
  async take(definition: Collection): Promise<CollectionRecord> {
    const { name, version, indexes, lists = [] } = definition;
    const known = this.#records.get(nameOf(definition)) as CollectionRecord | undefined;
    if (known && isSameShape(known, definition)) return known;
    const begun = known ?? { name, version, checkpoint: 0, mark: undefined };
    const record = { ...begun, number: await this.#number(), indexes, lists };
    if (known) await this.#putAnew(known, record, definition);
    await this.write([], record);
    if (known) await this.#clear(known.number);
    return record;
  }

  /** All of it in one transaction. @throws StoreUnavailable when nothing was written */
  async write(puts: readonly Put[], record?: CollectionRecord): Promise<void> {
    this.options.room?.assertWritableAnew();
    await committed(
      this.rows.batch(() => {
        for (const [table, key, value] of puts) {
          void (value === null ? this[table].remove(key) : this[table].put(key, value));
        }
        if (record) void this.#records.put(nameOf(record), record);
      }),
    );
    this.root.resetReadTxn();
  }

  async drop(collection: Named): Promise<void> {
    const record = this.#records.get(nameOf(collection)) as CollectionRecord | undefined;
    if (!record) return;
    // Its name goes last, so that whoever is killed on the way finds what is left; nothing of it counts as folded from here on.
    await this.write([], { ...record, checkpoint: 0, mark: undefined });
    await this.#clear(record.number);
    await committed(this.#records.remove(nameOf(collection)));
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  #readRecords(): [store: StoreRecord | undefined, records: CollectionRecord[] | null] {
    try {
      return [this.#records.get(STORE) as StoreRecord | undefined, this.records()];
    } catch {
      return [undefined, null];
    }
  }

  /** Why the records do not belong to this log; null: they do. @throws for people when they were made from another one */
  async #misfit(records: readonly CollectionRecord[]): Promise<string | null> {
    let [same, other, furthest] = [0, 0, 0] as [Position, Position, Position];
    let [isBeyond, seen] = [false, undefined] as [boolean, string | undefined];
    for (const { checkpoint, mark } of records) {
      if (checkpoint === 0) continue;
      const there = await this.identify(checkpoint);
      if (mark !== undefined && there === mark) same = Math.max(same, checkpoint);
      else if (mark !== undefined && there !== undefined) other = Math.max(other, checkpoint);
      else {
        isBeyond = true;
        if (mark !== undefined && checkpoint > furthest) [furthest, seen] = [checkpoint, mark];
      }
    }
    if (other > same) throw new Error(MADE_FROM_ANOTHER);
    if (isBeyond) {
      if (seen !== undefined) await this.options.beyond?.(furthest, seen);
      return 'the read models know more than the log, which was restored from a backup';
    }
    // The log is the one it was at a later event, so what this record says is damaged.
    return other > 0 ? 'the read models cannot be read' : null;
  }

  #canBeRead(): boolean {
    let read = 0;
    try {
      for (const record of this.records()) {
        const rows = new StoredCollection({ ...record, indexes: [] }, record.number, this, this.key);
        for (const id of rows.scan()) {
          rows.row(id);
          read += 1;
          if (read === MOST_READ) return true;
        }
      }
      return true;
    } catch {
      return false;
    }
  }

  #store(): StoreRecord {
    const known = this.#records.get(STORE) as StoreRecord | undefined;
    const probe = () => sealText(this.key, PROBE, PROBE).toString('base64url');
    return known ?? { format: FORMAT, probe: probe(), installation: null, next: 1 };
  }

  async #number(): Promise<number> {
    const store = this.#store();
    await committed(this.#records.put(STORE, { ...store, next: store.next + 1 }));
    return store.next;
  }

  async #putAnew(before: CollectionRecord, after: CollectionRecord, definition: Collection): Promise<void> {
    const from = new StoredCollection({ ...before, indexes: [] }, before.number, this, this.key);
    const to = new StoredCollection(definition, after.number, this, this.key);
    let changes: Change[] = [];
    const put = async () => {
      await this.write([...to.puts(changes)].flat());
      changes = [];
    };
    for (const id of from.scan()) {
      const row = from.row(id);
      if (row) changes.push({ before: undefined, after: row });
      if (changes.length === AT_ONCE) await put();
    }
    await put();
  }

  async #clear(collection: number): Promise<void> {
    for (const table of ['rows', 'keys', 'texts'] as const) {
      for (;;) {
        const keys = [...this[table].getKeys({ ...spaceOf(collection), limit: AT_ONCE })];
        if (keys.length === 0) break;
        await this.write(keys.map((key) => [table, key, null]));
      }
    }
  }
}

export function isSameShape({ indexes, lists }: CollectionRecord, definition: Collection): boolean {
  return JSON.stringify([indexes, lists]) === JSON.stringify([definition.indexes, definition.lists ?? []]);
}

function nameOf(collection: Named): string {
  return COLLECTION + keyOf(collection);
}
