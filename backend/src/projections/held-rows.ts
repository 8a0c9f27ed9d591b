import { LRUCache } from 'lru-cache';
import { weightOfValue } from '../event-sourcing/stream-fold.js';
import type { Collection, Row } from '../stores/read-models/read-models.js';

/** bytes, about */
const MOST = 32 * 2 ** 20;
/** a row's id, position and place in the maps */
const PER_ROW = 200;

/**
 * Rows as this process folded them last, so that a store elsewhere is not asked for them again. They are exact however many fold:
 * a row is what the log's events up to a position make, and whoever folds meets every event in order. What another process has
 * written meanwhile is newer, and the store refuses the older row.
 */
export class HeldRows {
  private readonly rows: LRUCache<string, Row<unknown>>;

  constructor(most = MOST) {
    this.rows = new LRUCache({ maxSize: most, sizeCalculation: ({ document }) => PER_ROW + weightOfValue(document) });
  }

  /** What is held of these, and which are not. */
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

  /** They are stored. */
  keep({ name }: Collection, rows: Iterable<Row<unknown>>): void {
    for (const row of rows) this.rows.set(`${name}:${row.id}`, row);
  }

  clear(): void {
    this.rows.clear();
  }

  /** It is not known what is stored of these. */
  forget({ name }: Collection, ids: readonly string[]): void {
    for (const id of ids) this.rows.delete(`${name}:${id}`);
  }
}
