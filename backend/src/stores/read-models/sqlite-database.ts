import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { StorageFull, StoreUnavailable } from '../../telemetry/store-unavailable.js';

/** What may be bound to a statement; libsql 0.5 aborts the process for a boolean and for undefined. */
export type Bound = string | number | Buffer | null;
export type SqlRow = Bound[];

type Statement = Database.Statement<[readonly Bound[]]>;

/** Statements kept prepared; lists of other lengths are other statements. */
const MOST_PREPARED = 500;

/**
 * WAL without shared memory: no other process may open the file. Removed content is overwritten. NORMAL loses the last commits when the power
 * fails and leaves the file whole: https://www.sqlite.org/pragma.html#pragma_synchronous
 */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  PRAGMA cell_size_check = ON;
  PRAGMA cache_size = -16000;
`;
/** A connection ends with its last statement, which the garbage collector takes: until then the file must be whole and unlocked. */
const FAREWELL = 'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_master;';

/** One connection to a file of SQLite, or to memory. Every call is synchronous. */
export class SqliteDatabase {
  readonly #connection: Database.Database;
  readonly #prepared = new LRUCache<string, Statement>({ max: MOST_PREPARED });

  /** `key`: 64 hexadecimal digits that the file is encrypted with; null leaves it readable. @throws where it cannot be read with this key */
  constructor(path: string, key: string | null) {
    const options: Database.Options & { encryptionKey?: string } = key === null ? {} : { encryptionKey: key };
    this.#connection = new Database(path, options);
    try {
      this.#connection.exec(SETTINGS);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  all(sql: string, values: readonly Bound[] = []): SqlRow[] {
    return this.#prepare(sql).all(values) as SqlRow[];
  }

  /** The first row. libsql's own `get` leaves the statement open, which locks the table and keeps the write-ahead log from being emptied. */
  get(sql: string, values: readonly Bound[] = []): SqlRow | undefined {
    return this.all(sql, values)[0];
  }

  /** Returns the row number of what was inserted. */
  run(sql: string, values: readonly Bound[] = []): number {
    return Number(this.#prepare(sql).run(values).lastInsertRowid);
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /** All of it, or nothing. @throws StoreUnavailable where the disk takes nothing */
  transaction<T>(work: () => T): T {
    try {
      this.exec('BEGIN IMMEDIATE');
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) this.exec('ROLLBACK');
      throw ofTheDisk(error);
    }
  }

  /** Overwrites in the file what was removed, and empties the write-ahead log. */
  forget(): void {
    this.all('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Whether the file is whole as far as its structure tells. */
  isWhole(): boolean {
    return this.get('PRAGMA quick_check(1)')?.[0] === 'ok';
  }

  close(): void {
    this.#prepared.clear();
    try {
      this.exec(FAREWELL);
    } catch {
      // What a full disk or a replaced file does not take is folded again at the next start.
    }
    this.#connection.close();
  }

  #prepare(sql: string): Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement: Statement = this.#connection.prepare(sql);
    if (statement.reader) statement.raw();
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function ofTheDisk(error: unknown): unknown {
  const { code = '', message = '' } = Object(error) as { code?: string; message?: string };
  if (code === 'SQLITE_FULL')
    return new StorageFull(`the read models could not be written: ${message}`, { cause: error });
  if (code.startsWith('SQLITE_IOERR'))
    return new StoreUnavailable(`the read models could not be written: ${message}`, { cause: error });
  return error;
}
