import { type DueRow, rowKey } from './due.projection.js';
import type { DuePlace } from './due-rows.js';

/** Rows that are held at most: of those that wait for later the store is asked again. */
const MOST = 2_000;
/** Rows that are read at once, and where none of them was new. */
const [PAGE, LONG_PAGE] = [100, 500];

type ReadPage = (after: DuePlace | undefined, limit: number) => Promise<DueRow[]>;

/**
 * The rows of one kind whose turn comes next, in the order of their times: read in pages, and kept up to date by what is told of
 * them, so that the store is not asked for each.
 */
export class DueQueue {
  private rows: DueRow[] = [];
  private readonly byKey = new Map<string, DueRow>();
  /** every row up to here was read; undefined: none, null: all there are */
  private end: DuePlace | null | undefined;
  /** up to here nothing was found that is not known elsewhere: it is not read again by each sweep */
  private passed: DuePlace | undefined;
  /** what was told while a page was read, which may be older */
  private told: Map<string, DueRow | null> | undefined;

  /** `isElsewhere`: rows that are worked on or waited for are not held here */
  constructor(
    private readonly readPage: ReadPage,
    private readonly isElsewhere: (key: string) => boolean,
  ) {}

  /** The log says that a row is due then, or (null) gone. */
  moved(key: string, row: DueRow | null): void {
    this.told?.set(key, row);
    this.remove(key);
    if (row && this.isWithin(row)) this.put(key, row);
  }

  remove(key: string): void {
    const row = this.byKey.get(key);
    if (!row) return;
    this.byKey.delete(key);
    this.rows.splice(this.rows.indexOf(row), 1);
  }

  /** Whatever was missed is read by the next look; `all`: also among what has been passed over. */
  lookAgain(all: boolean): void {
    if (all) this.passed = undefined;
    this.end = this.passed;
  }

  /** The first rows that are due, at most so many. They stay until they are removed. */
  async due(most: number, now: number): Promise<DueRow[]> {
    for (let size = PAGE; ; size = LONG_PAGE) {
      const later = this.rows.findIndex(({ dueAt }) => dueAt > now);
      const due = later === -1 ? this.rows.length : later;
      const isRead = this.end === null || (this.end !== undefined && this.end.dueAt > now);
      if (due >= most || isRead) return this.rows.slice(0, Math.min(due, most));
      await this.readOn(size);
    }
  }

  /** ms UTC of the first row, or of the next look for one, after this time; Infinity when there is none */
  next(now: number): number {
    const first = this.rows.find(({ dueAt }) => dueAt > now)?.dueAt ?? Number.POSITIVE_INFINITY;
    return Math.min(first, this.end ? Math.max(now, this.end.dueAt) : Number.POSITIVE_INFINITY);
  }

  private async readOn(size: number): Promise<void> {
    const after = this.end ?? undefined;
    const told = new Map<string, DueRow | null>();
    this.told = told;
    try {
      const page = await this.readPage(after, size);
      // Who asked to look again meanwhile is heard.
      if ((this.end ?? undefined) !== after) return;
      const last = page.at(-1);
      this.end = last && page.length >= size ? { dueAt: last.dueAt, id: last.id } : null;
      const news = page.filter((row) => !told.has(rowKey(row)));
      for (const row of news) this.put(rowKey(row), row);
      for (const [key, row] of told) if (row && this.isWithin(row)) this.put(key, row);
      const isNothingNew = page.every((row) => this.isElsewhere(rowKey(row)));
      if (this.end && isNothingNew && same(after, this.passed)) this.passed = this.end;
    } finally {
      this.told = undefined;
    }
  }

  private put(key: string, row: DueRow): void {
    this.remove(key);
    if (this.isElsewhere(key)) return;
    const index = this.rows.findLastIndex((other) => isBefore(other, row)) + 1;
    this.rows.splice(index, 0, row);
    this.byKey.set(key, row);
    if (this.rows.length <= MOST) return;
    const [over] = this.rows.splice(MOST);
    const last = this.rows.at(-1);
    if (over) this.byKey.delete(rowKey(over));
    if (last) this.end = { dueAt: last.dueAt, id: last.id };
    if (this.end && this.passed && isBefore(this.end, this.passed)) this.passed = this.end;
  }

  private isWithin(row: DueRow): boolean {
    return this.end === null || (this.end !== undefined && !isBefore(this.end, row));
  }
}

function isBefore(one: DuePlace, other: DuePlace): boolean {
  return one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.id < other.id);
}

function same(one: DuePlace | undefined, other: DuePlace | undefined): boolean {
  return one?.dueAt === other?.dueAt && one?.id === other?.id;
}
