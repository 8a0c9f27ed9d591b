import { LRUCache } from 'lru-cache';
import { weightOfValue } from '../event-sourcing/stream-fold.js';
import type { Collection, Row } from '../stores/read-models/read-models.js';

/** bytes, approximate */
const MOST = 32 * 2 ** 20;
const PER_ROW = 200;

/** A row depends only on the log, so it stays exact; the store refuses rows older than its own. */
export class HeldRows {
  private readonly rows: LRUCache<string, Row<unknown>>;

  constructor(most = MOST) {
    this.rows = new LRUCache({ maxSize: most, sizeCalculation: ({ document }) => PER_ROW + weightOfValue(document) });
  }

  of({ name }: Collection, ids: readonly string[]): { rows: Map<string, Row<unknown>>; others: string[] } {
    const rows = new Map<string, Row<unknown>>();
    const others: string[] = [];
    for (const id of ids) {
      const row = this.rows.get(`${name}:${id}`);
      if (row) rows.set(id, row);
      else others.push(id);
    }
    return { rows, others };
  }

  keep({ name }: Collection, rows: Iterable<Row<unknown>>): void {
    for (const row of rows) this.rows.set(`${name}:${row.id}`, row);
  }

  clear(): void {
    this.rows.clear();
  }

  forget({ name }: Collection, ids: readonly string[]): void {
    for (const id of ids) this.rows.delete(`${name}:${id}`);
  }
}
