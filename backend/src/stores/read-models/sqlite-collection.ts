import { LRUCache } from 'lru-cache';
import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';
import type { Document, Where } from './conditions.js';
import type { Collection, Query, Row } from './read-models.js';
import type { Bound, SqliteDatabase } from './sqlite-database.js';
import { columnValue, fieldOf, type Table, toOrder, toTokens, toWhere } from './sqlite-filter.js';

interface StoredRow {
  n: number;
  position: Position;
  document: Document;
}

/** rows per transaction and turn of the event loop: 250 new ones take some 25 ms */
export const AT_ONCE = 250;
export const READ_AT_ONCE = 500;
const soon = setImmediate;
/** Also works with fake timers. */
export const nextTurn = () => new Promise<void>((resolve) => void soon(resolve));
/** characters of rows, and ids of absent ones */
const [KEPT, KEPT_ABSENT] = [6 * 2 ** 20, 2_000];

const GONE = 'SELECT position FROM gone WHERE collection = ? AND id = ?';
const ANY_GONE = 'SELECT 1 FROM gone WHERE collection = ? LIMIT 1';

export class SqliteCollection implements Table {
  readonly name: string;
  readonly fields: readonly string[];
  readonly lists: readonly string[];
  hasForgotten = false;
  readonly #kept = new LRUCache<string, StoredRow>({ maxSize: KEPT });
  /** A new row is looked for before it is made, and again as it is written. */
  readonly #absent = new LRUCache<string, true>({ max: KEPT_ABSENT });
  #hasGone: boolean | undefined;

  constructor(
    readonly definition: Collection,
    readonly number: number,
    private readonly database: SqliteDatabase,
    /** false: another connection writes the rows */
    private readonly keeps = true,
  ) {
    this.name = `rows_${number}`;
    this.fields = [...new Set(definition.indexes.flat())];
    this.lists = definition.lists ?? [];
  }

  textsOf(list: number): string {
    return `texts_${this.number}_${list}`;
  }

  create(): void {
    const columns = this.fields.map((_, column) => `, f${column}`).join('');
    this.database.exec(
      `CREATE TABLE ${this.name}(n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, position, document${columns})`,
    );
    for (const [nth, fields] of this.definition.indexes.entries()) {
      const keys = [...fields.map((field) => `f${this.fields.indexOf(field)}`), 'id'];
      this.database.exec(`CREATE INDEX index_${this.number}_${nth} ON ${this.name}(${keys.join()})`);
    }
    for (const list of this.lists.keys()) {
      const texts = this.textsOf(list);
      this.database.exec(`CREATE VIRTUAL TABLE ${texts} USING fts5(texts, content='', detail=column, tokenize=ascii)`);
      // With detail=none SQLite 3.45 still finds removed texts:
      // https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option
      this.database.exec(`INSERT INTO ${texts}(${texts}, rank) VALUES('secure-delete', 1)`);
    }
  }

  checkpoint(): Checkpoint {
    const [position, event] = this.database.get('SELECT position, event FROM collections WHERE number = ?', [
      this.number,
    ]) ?? [0, null];
    return { position: Number(position), event: event === null ? null : String(event) };
  }

  advance(position: Position, event: string | null): void {
    const move = 'UPDATE collections SET position = ?, event = ? WHERE number = ? AND position < ?';
    this.database.run(move, [position, event, this.number, position]);
    if (this.#hasGone === false) return;
    this.database.run('DELETE FROM gone WHERE collection = ? AND position <= ?', [this.number, position]);
    this.#hasGone = undefined;
  }

  row(id: string): Row<Document> | undefined {
    const stored = this.#stored(id);
    if (stored) return { id, position: stored.position, document: stored.document };
    const position = this.#goneAt(id);
    return position === undefined ? undefined : { id, position, document: null };
  }

  put(rows: readonly Row<Document>[]): void {
    // Tombstones up to the checkpoint are gone: a late copy of an older write must not bring a removed row back.
    const { position: passed } = this.checkpoint();
    for (const row of rows) {
      const before = this.#stored(row.id);
      const gone = before ? undefined : this.#goneAt(row.id);
      if (row.position <= (before?.position ?? gone ?? passed)) continue;
      if (gone !== undefined)
        this.database.run('DELETE FROM gone WHERE collection = ? AND id = ?', [this.number, row.id]);
      if (row.document === null) this.#remove(row, before);
      else if (before) this.#update(row.id, row.position, row.document, before);
      else this.#insert(row.id, row.position, row.document);
    }
  }

  rolledBack(): void {
    this.#kept.clear();
    this.#absent.clear();
    this.#hasGone = undefined;
  }

  async find({ where = {}, sort = [], skip = 0, limit = Number.POSITIVE_INFINITY }: Query): Promise<Document[]> {
    const [wanted, order] = [toWhere(this, where), toOrder(this, sort)];
    const select = (what: string) => {
      const sql = `SELECT ${what} FROM ${this.name}${wanted.text}${order.text} LIMIT ? OFFSET ?`;
      const most = Number.isFinite(limit) ? limit : -1;
      return this.database.all(sql, [...wanted.values, ...order.values, most, skip]);
    };
    if (limit <= READ_AT_ONCE) return select('document').map(([document]) => JSON.parse(String(document)));
    const found: Document[] = [];
    for (const [nth, [n = null]] of select('n').entries()) {
      if (nth > 0 && nth % READ_AT_ONCE === 0) await nextTurn();
      const [document] = this.database.get(`SELECT document FROM ${this.name} WHERE n = ?`, [n]) ?? [];
      if (document !== undefined) found.push(JSON.parse(String(document)));
    }
    return found;
  }

  count(where: Where): number {
    const { text, values } = toWhere(this, where);
    return Number(this.database.get(`SELECT count(*) FROM ${this.name}${text}`, values)?.[0]);
  }

  countBy(field: string, where: Where): Map<string, number> {
    const [by, wanted] = [fieldOf(this, field), toWhere(this, where)];
    const sql = `SELECT ${by.text}, count(*) FROM ${this.name}${wanted.text} GROUP BY 1`;
    const counted = this.database.all(sql, [...by.values, ...wanted.values]);
    return new Map(counted.flatMap(([text, n]) => (typeof text === 'string' ? [[text, Number(n)]] : [])));
  }

  rowsBehind(n: number): { rows: Row<Document>[]; last: number } {
    const sql = `SELECT n, id, position, document FROM ${this.name} WHERE n > ? ORDER BY n LIMIT ?`;
    const found = this.database.all(sql, [n, AT_ONCE]);
    const rows = found.map(([, id, position, document]) => {
      return { id: String(id), position: Number(position), document: JSON.parse(String(document)) as Document };
    });
    return { rows, last: Number(found.at(-1)?.[0] ?? n) };
  }

  #stored(id: string): StoredRow | undefined {
    const kept = this.#kept.get(id);
    if (kept || this.#absent.has(id)) return kept;
    const found = this.database.get(`SELECT n, position, document FROM ${this.name} WHERE id = ?`, [id]);
    if (!found) return undefined;
    const [n, position, text] = found;
    return this.#keep(
      id,
      { n: Number(n), position: Number(position), document: JSON.parse(String(text)) },
      String(text),
    );
  }

  #keep(id: string, row: StoredRow, text: string): StoredRow {
    if (this.keeps) this.#kept.set(id, row, { size: text.length });
    this.#absent.delete(id);
    return row;
  }

  #goneAt(id: string): Position | undefined {
    if (this.#absent.has(id)) return undefined;
    if (this.keeps) this.#hasGone ??= this.database.get(ANY_GONE, [this.number]) !== undefined;
    const found = this.#hasGone === false ? undefined : this.database.get(GONE, [this.number, id]);
    if (this.keeps && !found) this.#absent.set(id, true);
    return found && Number(found[0]);
  }

  #insert(id: string, position: Position, document: Document): void {
    const text = JSON.stringify(document);
    const values = [id, position, text, ...this.fields.map((field) => columnValue(document[field]))];
    const columns = this.fields.map((_, column) => `, f${column}`).join('');
    const n = this.database.run(
      `INSERT INTO ${this.name}(id, position, document${columns}) VALUES(${values.map(() => '?').join()})`,
      values,
    );
    this.#setTexts(n, null, document);
    this.#keep(id, { n, position, document }, text);
  }

  /** SQLite reindexes each column that a statement names, so it names only changed columns. */
  #update(id: string, position: Position, document: Document, before: StoredRow): void {
    const text = JSON.stringify(document);
    const [columns, values]: [string[], Bound[]] = [
      ['position = ?', 'document = ?'],
      [position, text],
    ];
    for (const [column, field] of this.fields.entries()) {
      const value = columnValue(document[field]);
      if (value === columnValue(before.document[field])) continue;
      columns.push(`f${column} = ?`);
      values.push(value);
    }
    this.database.run(`UPDATE ${this.name} SET ${columns.join()} WHERE n = ?`, [...values, before.n]);
    this.#setTexts(before.n, before.document, document);
    this.#keep(id, { n: before.n, position, document }, text);
  }

  #remove({ id, position }: Row<Document>, before: StoredRow | undefined): void {
    if (before) {
      this.#setTexts(before.n, before.document, null);
      this.database.run(`DELETE FROM ${this.name} WHERE n = ?`, [before.n]);
      this.#kept.delete(id);
      this.hasForgotten ||= this.definition.isPersonal === true;
    }
    this.database.run('REPLACE INTO gone(collection, id, position) VALUES(?, ?, ?)', [this.number, id, position]);
    this.#absent.delete(id);
    this.#hasGone = true;
  }

  /** A contentless table needs the old values: https://www.sqlite.org/fts5.html#the_delete_command */
  #setTexts(n: number, before: Document | null, after: Document | null): void {
    for (const [list, field] of this.lists.entries()) {
      if (before?.[field] === after?.[field]) continue;
      const [old, fresh] = [toTokens(before?.[field]), toTokens(after?.[field])];
      if (old === fresh) continue;
      const texts = this.textsOf(list);
      if (old !== '')
        this.database.run(`INSERT INTO ${texts}(${texts}, rowid, texts) VALUES('delete', ?, ?)`, [n, old]);
      if (fresh !== '') this.database.run(`INSERT INTO ${texts}(rowid, texts) VALUES(?, ?)`, [n, fresh]);
      const left = new Set(fresh.split(' '));
      this.hasForgotten ||= old !== '' && old.split(' ').some((token) => !left.has(token));
    }
  }

  /** In batches, indexes first: overwriting a large collection takes seconds. A small one goes with its table. */
  async clear(): Promise<void> {
    const beyond = this.database.get(`SELECT 1 FROM ${this.name} LIMIT 1 OFFSET ${READ_AT_ONCE}`);
    if (!beyond) return;
    for (const nth of this.definition.indexes.keys()) {
      this.database.exec(`DROP INDEX IF EXISTS index_${this.number}_${nth}`);
      await nextTurn();
    }
    const some = `DELETE FROM ${this.name} WHERE n IN (SELECT n FROM ${this.name} LIMIT ${READ_AT_ONCE})`;
    while (this.database.get(`SELECT 1 FROM ${this.name} LIMIT 1`)) {
      this.database.transaction(() => this.database.run(some));
      await nextTurn();
    }
  }

  remove(): void {
    for (const list of this.lists.keys()) this.database.exec(`DROP TABLE IF EXISTS ${this.textsOf(list)}`);
    this.database.exec(`DROP TABLE IF EXISTS ${this.name}`);
    this.database.run('DELETE FROM gone WHERE collection = ?', [this.number]);
    this.database.run('DELETE FROM collections WHERE number = ?', [this.number]);
  }
}
