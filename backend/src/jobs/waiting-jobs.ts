import { LEFT_AFTER } from '../event-sourcing/claims.js';
import type { JobPlace } from './job-rows.js';
import { type Job, rowKey } from './jobs.projection.js';

const MOST = 2_000;
const [PAGE, LONG_PAGE] = [100, 500];

type ReadPage = (after: JobPlace | undefined, limit: number) => Promise<Job[]>;

export class WaitingJobs {
  private rows: Job[] = [];
  private readonly byKey = new Map<string, Job>();
  /** rows up to here are read; undefined: none, null: all */
  private end: JobPlace | null | undefined;
  private passed: JobPlace | undefined;
  /** events during a page read, which may be newer than the page */
  private changed: Map<string, Job | null> | undefined;

  constructor(
    private readonly readPage: ReadPage,
    private readonly isElsewhere: (key: string) => boolean,
  ) {}

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  moved(key: string, row: Job | null): void {
    this.changed?.set(key, row);
    this.remove(key);
    if (row && this.isWithin(row)) this.put(key, row);
  }

  remove(key: string): void {
    const row = this.byKey.get(key);
    if (!row) return;
    this.byKey.delete(key);
    this.rows.splice(this.rows.indexOf(row), 1);
  }

  reread(all: boolean): void {
    // A page that is being read may be older than what is looked for.
    if (all) [this.passed, this.changed] = [undefined, undefined];
    this.end = this.passed;
  }

  async due(most: number, now: number, isInShare: (row: Job) => boolean = () => true): Promise<Job[]> {
    for (let size = PAGE; ; size = LONG_PAGE) {
      const [ours, left]: [Job[], Job[]] = [[], []];
      for (const row of this.rows) {
        if (row.dueAt > now || ours.length >= most) break;
        if (isInShare(row)) ours.push(row);
        else if (row.dueAt + LEFT_AFTER <= now) left.push(row);
      }
      const isRead = this.end === null || (this.end !== undefined && this.end.dueAt > now);
      if (ours.length >= most || isRead || this.rows.length >= MOST) return [...ours, ...left].slice(0, most);
      await this.readOn(size);
    }
  }

  /** ms UTC after `now`; Infinity: none */
  next(now: number): number {
    const first = this.rows.find(({ dueAt }) => dueAt > now)?.dueAt ?? Number.POSITIVE_INFINITY;
    const end = this.rows.length < MOST ? this.end : null;
    return Math.min(first, end ? Math.max(now, end.dueAt) : Number.POSITIVE_INFINITY);
  }

  private async readOn(size: number): Promise<void> {
    const after = this.end ?? undefined;
    const changed = new Map<string, Job | null>();
    this.changed = changed;
    try {
      const page = await this.readPage(after, size);
      if (this.changed !== changed || (this.end ?? undefined) !== after) return;
      const last = page.at(-1);
      this.end = last && page.length >= size ? { dueAt: last.dueAt, id: last.id } : null;
      const news = page.filter((row) => !changed.has(rowKey(row)));
      for (const row of news) this.put(rowKey(row), row);
      for (const [key, row] of changed) if (row && this.isWithin(row)) this.put(key, row);
      const isNothingNew = page.every((row) => this.isElsewhere(rowKey(row)));
      if (this.end && isNothingNew && same(after, this.passed)) this.passed = this.end;
    } finally {
      this.changed = undefined;
    }
  }

  private put(key: string, row: Job): void {
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

  private isWithin(row: Job): boolean {
    return this.end === null || (this.end !== undefined && !isBefore(this.end, row));
  }
}

function isBefore(one: JobPlace, other: JobPlace): boolean {
  return one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.id < other.id);
}

function same(one: JobPlace | undefined, other: JobPlace | undefined): boolean {
  return one?.dueAt === other?.dueAt && one?.id === other?.id;
}
