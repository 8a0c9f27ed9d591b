import { setImmediate as nextTurn } from 'node:timers/promises';
import { assertWhere, type Document, isScalar, matches, type Where } from './conditions.js';
import { MAX_TEXT } from './index-keys.js';
import { comparator, type Living, MemoryCollection } from './memory-collection.js';
import { choosePlan, isReversed, MANY_FOUND, type Plan, type Sort } from './query-plan.js';
import type { Collection, Query, Row } from './read-models.js';
import type { Change, Put, StoredCollection, StoredRow } from './stored-collection.js';
import { type Source, Walk } from './stored-walk.js';

/** rows that are made ready before the event loop turns */
const AT_ONCE = 100;
/** ids that the store is known not to hold */
const MOST_ABSENT = 20_000;

/** Rows that the store's are not looked at for: at first what is held now, and once it is kept, what was held then. */
interface Hidden {
  has(id: string): boolean;
  keep(): void;
}

/**
 * One collection: what is stored, and above it in memory the rows that have changed since. Readers see both as one. The changed
 * ones are written together, each once, in the state that it has reached by then.
 */
export class LmdbCollection {
  checkpoint = 0;
  /** id of the event there; null: nobody told */
  event: string | null = null;
  /** rows were written whose checkpoint has not come yet */
  isOpen = false;
  readonly #above = new MemoryCollection();
  /** rows of #above as they are stored */
  readonly #below = new Map<string, StoredRow | undefined>();
  readonly #absent = new Set<string>();
  /** what is being written */
  #sent: readonly Change[] = [];

  constructor(
    definition: Collection,
    readonly stored: StoredCollection,
  ) {
    this.#above.setIndexes(definition.indexes, definition.lists);
  }

  /** Rows that are to be written. */
  get changed(): number {
    return this.#above.size;
  }

  row(id: string): Row<Document> | undefined {
    return this.#above.row(id) ?? this.#storedRow(id);
  }

  write(row: Row<Document>): void {
    const { id, position } = row;
    if (!this.#above.row(id)) {
      const below = this.#storedRow(id);
      // What was there and is gone has no tombstone: nothing is folded again that the checkpoint has passed.
      if (position <= (below?.position ?? this.checkpoint)) return;
      this.#below.set(id, below);
      this.#absent.delete(id);
    }
    this.#above.write(row);
    this.isOpen = true;
  }

  /** What has changed until now, and how it is put: made bit by bit, for it takes a while. */
  async prepare(): Promise<{ rows: Row<Document>[]; puts: Put[] }> {
    const rows = [...this.#above.ids()].flatMap((id) => this.#above.row(id) ?? []);
    const changes = rows.map((after): Change => ({ after, before: this.#below.get(after.id) }));
    this.#sent = changes;
    const puts: Put[] = [];
    let made = 0;
    for (const some of this.stored.puts(changes)) {
      puts.push(...some);
      made += 1;
      if (made % AT_ONCE === 0) await nextTurn();
    }
    return { rows, puts };
  }

  /** They are stored, with this checkpoint: those that have not changed since are held no longer. */
  settle(rows: readonly Row<Document>[], checkpoint: number): void {
    this.stored.settle(rows);
    this.#sent = [];
    this.#absent.clear();
    for (const { id, position, document } of rows) {
      const isLast = this.#above.row(id)?.position === position;
      // A tombstone is needed until the checkpoint has passed it.
      if (isLast && (document || position <= checkpoint)) {
        this.#above.forget(id);
        this.#below.delete(id);
      } else this.#below.set(id, this.stored.row(id));
    }
  }

  async find({ where = {}, sort = [], skip = 0, limit = Number.POSITIVE_INFINITY }: Query): Promise<Document[]> {
    assertWhere(where);
    const end = skip + limit;
    const hidden = this.#hidden();
    const above = this.#above.select({ where, sort, limit: end });
    // Of what is stored, as many come before the page for certain: they need not be opened.
    const before = Math.max(0, skip - above.length);
    const { rows, skipped } = await this.#findBelow({ where, sort, skip: before, limit: end - before }, hidden);
    const found = above.length === 0 ? rows : [...above, ...rows].sort(comparator(sort));
    return found.slice(skip - skipped, end - skipped).map(({ document }) => document);
  }

  async count(where: Where): Promise<number> {
    assertWhere(where);
    const hidden = this.#hidden();
    const above = this.#above.count(where);
    const plan = this.#plan(where, []);
    const isAll = Object.keys(where).length === 0;
    if (isAll || plan?.exact) {
      const below = isAll || !plan ? this.stored.size : this.stored.count(plan);
      return above + below - this.#countHidden(where);
    }
    return above + (await this.#countBelow(where, plan, hidden));
  }

  /** Rows after those that could be passed over unopened, which only an index in the order asked for allows. */
  async #findBelow(
    { where, sort, skip, limit }: Required<Omit<Query, 'where'>> & { where: Where },
    hidden: Hidden,
  ): Promise<{ rows: Living[]; skipped: number }> {
    const listed = await this.#listed(where, hidden);
    const best = this.#plan(where, sort);
    const plan = listed && !(best?.ordered && listed.size > MANY_FOUND) ? undefined : best;
    const rest = plan?.exact ? {} : where;
    const most = plan?.exact && plan.ordered && plan.ranges.length === 1 ? skip : 0;
    let skipped = 0;
    const walk = new Walk<Living>(this.#sources(plan, isReversed(sort), plan ? undefined : listed), {
      judge: (id) => {
        if (hidden.has(id) || (listed && !listed.has(id))) return undefined;
        if (skipped < most) {
          skipped += 1;
          return undefined;
        }
        const row = this.stored.row(id);
        return row && matches(row.document, rest) ? row : undefined;
      },
      most: skip + limit - most,
      isOrdered: plan?.ordered === true,
      order: comparator(sort),
    });
    while (!walk.step()) await turn(hidden);
    return { rows: walk.found, skipped };
  }

  async #countBelow(where: Where, best: Plan | undefined, hidden: Hidden): Promise<number> {
    const listed = await this.#listed(where, hidden);
    const { rest, isExact } = this.stored.withoutTexts(where);
    const among = listed && isExact && listed.size > MANY_FOUND ? this.#plan(rest, []) : undefined;
    const plan = among?.exact ? among : listed ? undefined : best;
    const walk = new Walk<string>(this.#sources(plan, false, plan ? undefined : listed), {
      judge: (id) => {
        if (hidden.has(id) || (listed && !listed.has(id))) return undefined;
        if (plan && plan === among) return id;
        return matches(this.stored.row(id)?.document ?? {}, where) ? id : undefined;
      },
    });
    while (!walk.step()) await turn(hidden);
    return walk.found.length;
  }

  #sources(plan: Plan | undefined, isBackwards: boolean, listed: ReadonlySet<string> | undefined): Source[] {
    if (plan) return plan.ranges.map((range) => this.stored.walk(plan, range, isBackwards));
    return [listed ? listed.values() : this.stored.scan()];
  }

  #plan(where: Where, sort: Sort): Plan | undefined {
    const isOrderedByKeys = Object.values(where).every((condition) => !isLong(condition));
    return isOrderedByKeys ? choosePlan(this.stored.indexes, where, sort) : undefined;
  }

  async #listed(where: Where, hidden: Hidden): Promise<ReadonlySet<string> | undefined> {
    if (!this.stored.asksForTexts(where)) return undefined;
    hidden.keep();
    return this.stored.listed(where);
  }

  /** Of the rows that are held here, how many are stored and match. */
  #countHidden(where: Where): number {
    const one = (row: Row<Document> | undefined) => (row?.document && matches(row.document, where) ? 1 : 0);
    let count = 0;
    for (const row of this.#below.values()) count += one(row);
    if (this.#isSentStored()) for (const { before, after } of this.#sent) count += one(after) - one(before);
    return count;
  }

  /** LMDB commits on a thread of its own: what is being written can be read a while before its writer is told. */
  #isSentStored(): boolean {
    const seen = this.#sent.find(({ before, after }) => before || after.document);
    return (
      seen !== undefined &&
      this.stored.position(seen.after.id) === (seen.after.document ? seen.after.position : undefined)
    );
  }

  #hidden(): Hidden {
    let kept: ReadonlySet<string> | undefined;
    const keep = () => {
      kept ??= new Set(this.#above.ids());
    };
    return { has: (id) => (kept ? kept.has(id) : this.#above.row(id) !== undefined), keep };
  }

  #storedRow(id: string): StoredRow | undefined {
    if (this.#absent.has(id)) return undefined;
    const row = this.stored.row(id);
    if (!row && this.#absent.size < MOST_ABSENT) this.#absent.add(id);
    return row;
  }
}

async function turn(hidden: Hidden): Promise<void> {
  hidden.keep();
  await nextTurn();
}

/** Whether it names a text of which keys hold no more than the beginning. */
function isLong(condition: Where[string]): boolean {
  if (isScalar(condition)) return typeof condition === 'string' && condition.length > MAX_TEXT;
  return Object.values(condition).some((bound) => [bound].flat().some((one) => isScalar(one) && isLong(one)));
}
