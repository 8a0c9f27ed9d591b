import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';
import type { StorageRoom } from '../storage-room.js';
import type { Document, Where } from './conditions.js';
import { type Collection, keyOf, type Named, type Query, type ReadModels, type Row } from './read-models.js';
import { AT_ONCE, nextTurn, READ_AT_ONCE, SqliteCollection } from './sqlite-collection.js';
import { SqliteDatabase } from './sqlite-database.js';

export interface SqliteOptions {
  key: string | null;
  say?: (text: string) => void;
  room?: StorageRoom;
  isToBeRead?: boolean;
  /** two threads open it: one writes, the other reads */
  isShared?: boolean;
  /** another thread has it open already: it is never recreated */
  isOpen?: boolean;
  /** resolves when the reader reads the renamed collection alone: the one before it is then removed */
  onRenamed?: () => Promise<unknown>;
}

const FORMAT = 1;
const TABLES = `
  CREATE TABLE IF NOT EXISTS collections(
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, shape TEXT NOT NULL,
    position NOT NULL DEFAULT 0, event TEXT, UNIQUE(name, version));
  CREATE TABLE IF NOT EXISTS gone(
    collection INTEGER, id TEXT, position, PRIMARY KEY(collection, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS installation(id TEXT NOT NULL);
`;

export function memoryReadModels(): SqliteReadModels {
  return new SqliteReadModels(new SqliteDatabase(':memory:', null));
}

/** Opens the file (0600, its directory 0700), or recreates it when this key cannot read it. @throws when it `isOpen` and cannot be read */
export async function openSqliteReadModels(path: string, options: SqliteOptions): Promise<SqliteReadModels> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  await writeFile(path, '', { flag: 'a', mode: 0o600 });
  const database = openWhole(path, options, isNew);
  if (database) return new SqliteReadModels(database, options);
  if (options.isOpen) throw new Error('the read models that another thread has open cannot be read');
  options.say?.('the read models cannot be read: they are rebuilt from the log');
  for (const end of ['', '-wal', '-journal']) await rm(`${path}${end}`, { force: true });
  await writeFile(path, '', { mode: 0o600 });
  return new SqliteReadModels(new SqliteDatabase(path, options.key, options.isShared), options);
}

function openWhole(path: string, options: SqliteOptions, isNew: boolean): SqliteDatabase | undefined {
  const { key, isToBeRead, isShared } = options;
  let database: SqliteDatabase | undefined;
  try {
    database = new SqliteDatabase(path, key, isShared);
    const [format] = database.get('PRAGMA user_version') ?? [];
    if (isNew || (format === FORMAT && (!isToBeRead || isReadable(database)))) return database;
  } catch {
    // The caller makes them anew. SQLite's error does not help operators.
  }
  database?.close();
  return undefined;
}

/** Pages have no checksums, so damage may show only in the JSON. */
function isReadable(database: SqliteDatabase): boolean {
  if (!database.isWhole()) return false;
  const tables = database.all('SELECT number FROM collections').map(([number]) => `rows_${number}`);
  return tables.every((table) => !database.get(`SELECT 1 FROM ${table} WHERE NOT json_valid(document) LIMIT 1`));
}

/** One SQLite file; rows, indexes and checkpoint change in one transaction. */
export class SqliteReadModels implements ReadModels {
  readonly #collections = new Map<string, SqliteCollection>();
  #isReader = false;
  #removing: Promise<void> = Promise.resolve();
  readonly #finding = new Set<Promise<unknown>>();

  constructor(
    private readonly database: SqliteDatabase,
    private readonly options: Pick<SqliteOptions, 'room' | 'onRenamed'> = {},
  ) {
    database.transaction(() => database.exec(`${TABLES} PRAGMA user_version = ${FORMAT};`));
    // A crash may have come between a removal and the end of what the write-ahead log holds of it.
    database.forget();
  }

  async open(collections: readonly Collection[]): Promise<void> {
    for (const collection of collections) {
      const stored = this.#stored(collection);
      if (!stored) this.#create(collection);
      else if (stored.shape !== shapeOf(collection)) await this.#reshape(collection, stored.number, stored.shape);
      else if (!this.#collections.has(keyOf(collection))) this.#hold(collection, stored.number);
    }
  }

  async installation(ours: string): Promise<string> {
    const [stored] = this.database.get('SELECT id FROM installation') ?? [];
    if (stored !== undefined) return String(stored);
    this.database.run('INSERT INTO installation(id) VALUES(?)', [ours]);
    return ours;
  }

  async rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>> {
    const rows = new Map<string, Row<D>>();
    for (const [nth, id] of ids.entries()) {
      if (nth > 0 && nth % READ_AT_ONCE === 0) await nextTurn();
      const row = this.#held(collection).row(id);
      if (row) rows.set(id, row as Row<D>);
    }
    return rows;
  }

  async write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void> {
    for (let from = 0; from === 0 || from < rows.length; from += AT_ONCE) {
      if (from > 0) await nextTurn();
      const held = this.#held(collection);
      const isLast = from + AT_ONCE >= rows.length;
      this.#write(() => {
        held.put(rows.slice(from, from + AT_ONCE) as Row<Document>[]);
        if (isLast && upTo !== undefined) held.advance(upTo, event ?? null);
      });
      if (held.hasForgotten) this.database.forget();
      held.hasForgotten = false;
    }
  }

  async checkpoint(collection: Collection): Promise<Position> {
    return this.#held(collection).checkpoint().position;
  }

  async progress(collection: Collection): Promise<Checkpoint> {
    return this.#held(collection).checkpoint();
  }

  async advance(collection: Collection, position: Position, event?: string): Promise<void> {
    this.#write(() => this.#held(collection).advance(position, event ?? null));
  }

  async get<D>(collection: Collection, id: string): Promise<D | undefined> {
    return (this.#held(collection).row(id)?.document ?? undefined) as D | undefined;
  }

  async find<D>(collection: Collection, query: Query = {}): Promise<D[]> {
    const finding = this.#held(collection).find(query);
    this.#finding.add(finding);
    try {
      return (await finding) as D[];
    } finally {
      this.#finding.delete(finding);
    }
  }

  async count(collection: Collection, where: Where = {}): Promise<number> {
    return this.#held(collection).count(where);
  }

  async countBy(collection: Collection, field: string, where: Where = {}): Promise<Map<string, number>> {
    return this.#held(collection).countBy(field, where);
  }

  async list(): Promise<Named[]> {
    const found = this.database.all('SELECT name, version FROM collections');
    return found.map(([name, version]) => ({ name: String(name), version: Number(version) }));
  }

  async drop(collection: Named): Promise<void> {
    const stored = this.#stored(collection);
    if (!stored) return;
    const dropped = this.#write(() => this.#setAside(collection, stored));
    await this.#remove(dropped);
  }

  async replace(beside: Named, live: Collection): Promise<void> {
    const [from, to] = [this.#stored(beside), this.#stored(live)];
    if (!from) return;
    const replaced = this.#write(() => {
      const aside = to && this.#setAside(live, to);
      this.database.run('UPDATE collections SET name = ?, version = ? WHERE number = ?', [
        live.name,
        live.version,
        from.number,
      ]);
      this.#collections.delete(keyOf(beside));
      this.#hold(live, from.number);
      return aside;
    });
    if (!replaced) return;
    await this.options.onRenamed?.();
    // What a full disk leaves of it is dropped at the next start.
    this.#removing = this.#removing.then(() => this.#remove(replaced)).catch(() => undefined);
  }

  /** From now on another thread writes: what it opens must have been opened here before. */
  async readOnly(): Promise<void> {
    await this.#removing;
    this.#isReader = true;
    this.database.isReadOnly = true;
    await this.readAnew();
  }

  /** The writer has renamed collections. Resolves once nobody reads the earlier ones. */
  async readAnew(): Promise<void> {
    this.#collections.clear();
    await Promise.allSettled(this.#finding);
  }

  async close(): Promise<void> {
    await this.#removing;
    this.#collections.clear();
    this.database.close();
  }

  #stored({ name, version }: Named): { number: number; shape: string } | undefined {
    const sql = 'SELECT number, shape FROM collections WHERE name = ? AND version = ?';
    const found = this.database.get(sql, [name, version]);
    return found && { number: Number(found[0]), shape: String(found[1]) };
  }

  #create(collection: Collection): void {
    const { name, version } = collection;
    this.#write(() => {
      const sql = 'INSERT INTO collections(name, version, shape) VALUES(?, ?, ?)';
      const number = this.database.run(sql, [name, version, shapeOf(collection)]);
      this.#hold(collection, number).create();
    });
  }

  #hold(collection: Collection, number: number): SqliteCollection {
    const held = new SqliteCollection(collection, number, this.database, !this.#isReader);
    this.#collections.set(keyOf(collection), held);
    return held;
  }

  async #reshape(collection: Collection, number: number, shape: string): Promise<void> {
    const from = new SqliteCollection({ ...collection, ...JSON.parse(shape) }, number, this.database);
    const beside = { ...collection, name: `${collection.name}-reshaped` };
    await this.drop(beside);
    this.#create(beside);
    for (let after = 0; ; ) {
      const { rows, last } = from.rowsBehind(after);
      if (rows.length === 0) break;
      await this.write(beside, rows);
      after = last;
    }
    const { position, event } = from.checkpoint();
    await this.advance(beside, position, event ?? undefined);
    await this.replace(beside, collection);
  }

  /** Hides the collection; a crash before its removal leaves unused rows. */
  #setAside(collection: Named, { number, shape }: { number: number; shape: string }): SqliteCollection {
    this.#collections.delete(keyOf(collection));
    this.database.run('UPDATE collections SET name = ?, version = 0 WHERE number = ?', [`dropped-${number}`, number]);
    return new SqliteCollection({ ...collection, ...JSON.parse(shape) }, number, this.database);
  }

  async #remove(dropped: SqliteCollection): Promise<void> {
    await Promise.allSettled(this.#finding);
    await dropped.clear();
    this.#write(() => dropped.remove());
    this.database.forget();
  }

  #write<T>(work: () => T): T {
    this.options.room?.assertWritableAnew();
    try {
      return this.database.transaction(work);
    } catch (error) {
      for (const held of this.#collections.values()) held.rolledBack();
      throw error;
    }
  }

  #held(collection: Collection): SqliteCollection {
    const held = this.#collections.get(keyOf(collection));
    if (held) return held;
    const stored = this.#isReader ? this.#stored(collection) : undefined;
    if (!stored) throw new Error(`the collection ${keyOf(collection)} is not open`);
    return this.#hold(collection, stored.number);
  }
}

function shapeOf({ indexes, lists = [] }: Collection): string {
  return JSON.stringify({ indexes, lists });
}
