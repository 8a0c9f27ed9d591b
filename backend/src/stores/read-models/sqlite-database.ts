import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { StorageFull, StoreUnavailable } from '../../telemetry/store-unavailable.js';

/** libsql 0.5 aborts the process for booleans and undefined. */
export type Bound = string | number | Buffer | null;
export type SqlRow = Bound[];

type Statement = Database.Statement<[readonly Bound[]]>;

const MOST_PREPARED = 500;

/** ms that a call waits for the other connection */
const BUSY = 5_000;
/** WAL without shared memory, for one connection */
const ALONE = 'PRAGMA locking_mode = EXCLUSIVE;';
const SHARED = `PRAGMA busy_timeout = ${BUSY};`;
/** NORMAL may lose commits: https://www.sqlite.org/pragma.html#pragma_synchronous */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  PRAGMA cell_size_check = ON;
  PRAGMA cache_size = -16000;
  PRAGMA wal_autocheckpoint = 16000;
`;
/** libsql closes at garbage collection: until then the file must be complete and unlocked. */
const FAREWELL = 'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_master;';

export class SqliteDatabase {
  readonly #connection: Database.Database;
  readonly #prepared = new LRUCache<string, Statement>({ max: MOST_PREPARED });

  /** @param key 64 hex digits; null: no encryption @param isShared another thread opens it too @throws Error for a wrong key */
  constructor(path: string, key: string | null, isShared = false) {
    const options: Database.Options & { encryptionKey?: string } = key === null ? {} : { encryptionKey: key };
    this.#connection = new Database(path, options);
    try {
      this.#connection.exec((isShared ? SHARED : ALONE) + SETTINGS);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  all(sql: string, values: readonly Bound[] = []): SqlRow[] {
    return this.#prepare(sql).all(values) as SqlRow[];
  }

  /** libsql's own `get` leaves the statement open, which locks the table and blocks WAL truncation. */
  get(sql: string, values: readonly Bound[] = []): SqlRow | undefined {
    return this.all(sql, values)[0];
  }

  run(sql: string, values: readonly Bound[] = []): number {
    return Number(this.#prepare(sql).run(values).lastInsertRowid);
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /** @throws StoreUnavailable for disk errors */
  transaction<T>(work: () => T): T {
    try {
      this.exec('BEGIN IMMEDIATE');
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // libsql 0.5 aborts the process where a closed connection is asked for its transaction.
      if (this.#connection.open && this.#connection.inTransaction) this.exec('ROLLBACK');
      throw ofTheDisk(error);
    }
  }

  /** Removed data leave the write-ahead log. @throws StoreUnavailable while they cannot */
  forget(): void {
    try {
      const [isBusy] = this.get('PRAGMA wal_checkpoint(TRUNCATE)') ?? [];
      if (isBusy !== 0) throw new StoreUnavailable('the write-ahead log of the read models is being read');
    } catch (error) {
      throw ofTheDisk(error);
    }
  }

  /** libsql 0.5 ignores its option `readonly`. */
  set isReadOnly(isReadOnly: boolean) {
    this.exec(`PRAGMA query_only = ${Number(isReadOnly)}`);
  }

  isWhole(): boolean {
    // Table by table, without the virtual ones: after secure deletes FTS5 calls its own sound index malformed.
    const tables = this.all("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0");
    return tables.every(([name]) => this.get(`PRAGMA quick_check('${name}')`)?.[0] === 'ok');
  }

  close(): void {
    this.#prepared.clear();
    try {
      this.isReadOnly = false;
      this.exec(FAREWELL);
    } catch {
      // The next start folds what a full disk or a replaced file did not store.
    }
    this.#connection.close();
  }

  #prepare(sql: string): Statement {
    const prepared = this.#prepared.get(sql);
    if (prepared) return prepared;
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
