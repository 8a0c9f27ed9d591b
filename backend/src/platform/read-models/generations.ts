import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../log/event-log.js';
import type { Checkpoint } from '../log/log-identity.js';
import { type Collection, keyOf, type Named, type Query, type ReadModels, type Row } from './read-models.js';

/** Which stored collection is a read model's: one of its own name until a generation that was built beside has replaced it. */
export interface Pointer {
  /** the stored collection's name */
  stored: string;
  /** what it has replaced, kept for a way back and folded no more; null: it has been dropped */
  previous: string | null;
  /** ms UTC */
  replacedAt: number;
}

/** It lies among the read models, and goes with them. */
export const GENERATIONS: Collection = { name: 'generations', version: 1, indexes: [] };
/** id of the row of the rebuild that was begun last; the others are of read models, by their keys */
export const LAST_REBUILD = 'rebuild';
/** ms for which what was replaced is kept, and what was built and has replaced nothing */
export const KEPT_FOR = 24 * 3_600_000;

/**
 * Read models, each of which may be replaced by another generation: callers name the read model, and reach the stored collection in
 * use. A name that is no read model's is a stored collection's own. What is in use changes by `use` alone, never within a call.
 */
export class Generations implements ReadModels {
  readonly isElsewhere: boolean;
  readonly #inUse = new Map<string, string>();
  readonly #begun = new Set<string>();

  constructor(readonly stored: ReadModels) {
    this.isElsewhere = stored.isElsewhere === true;
  }

  async open(collections: readonly Collection[]): Promise<void> {
    const fresh = collections.filter((one) => !this.#begun.has(keyOf(one)));
    const pointers = fresh.length === 0 ? new Map<string, Pointer>() : await pointersOf(this.stored, fresh);
    for (const one of fresh) {
      this.#begun.add(keyOf(one));
      const pointer = pointers.get(keyOf(one));
      if (pointer) this.#inUse.set(keyOf(one), pointer.stored);
    }
    await this.stored.open(collections.map((one) => this.of(one)));
  }

  /** The stored collection in use here. */
  of<C extends Named>(collection: C): C {
    if (this.#inUse.size === 0) return collection;
    const name = this.#inUse.get(keyOf(collection));
    return name === undefined ? collection : { ...collection, name };
  }

  /** From now on every call reaches this one, which must hold at least what callers know of. */
  async use(collection: Collection, name: string): Promise<void> {
    await this.stored.open([{ ...collection, name }]);
    this.#inUse.set(keyOf(collection), name);
  }

  installation(ours: string): Promise<string> {
    return this.stored.installation(ours);
  }
  rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>> {
    return this.stored.rows(this.of(collection), ids);
  }
  write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void> {
    return this.stored.write(this.of(collection), rows, upTo, event);
  }
  checkpoint(collection: Collection): Promise<Position> {
    return this.stored.checkpoint(this.of(collection));
  }
  known(collection: Collection): Promise<Checkpoint> {
    return this.stored.known(this.of(collection));
  }
  advance(collection: Collection, position: Position, event?: string): Promise<void> {
    return this.stored.advance(this.of(collection), position, event);
  }
  get<D>(collection: Collection, id: string): Promise<D | undefined> {
    return this.stored.get(this.of(collection), id);
  }
  find<D>(collection: Collection, query?: Query): Promise<D[]> {
    return this.stored.find(this.of(collection), query);
  }
  count(collection: Collection, where?: Query['where']): Promise<number> {
    return this.stored.count(this.of(collection), where);
  }
  list(): Promise<Named[]> {
    return this.stored.list();
  }
  /** By the name under which it is stored. */
  drop(collection: Named): Promise<void> {
    return this.stored.drop(collection);
  }
  close(): Promise<void> {
    return this.stored.close();
  }
}

/** What the store says is in use, by the keys of those read models that were replaced. */
export async function pointersOf(stored: ReadModels, readModels: readonly Named[]): Promise<Map<string, Pointer>> {
  await stored.open([GENERATIONS]);
  const rows = await stored.rows<Pointer>(GENERATIONS, readModels.map(keyOf));
  return new Map([...rows].flatMap(([key, { document }]) => (document ? [[key, document] as const] : [])));
}

/**
 * Puts a document where the row is still as it was read, and tells whether it stands: of several processes one succeeds. Rows of this
 * collection are of no event; their positions count how often they were put.
 */
export async function putIfUnchanged<D extends object>(
  stored: ReadModels,
  id: string,
  before: Row<unknown> | undefined,
  document: D,
): Promise<boolean> {
  const position = (before?.position ?? 0) + 1;
  await stored.write(GENERATIONS, [{ id, position, document }], 0);
  const now = (await stored.rows<D>(GENERATIONS, [id])).get(id);
  return now?.position === position && isDeepStrictEqual(now.document, document);
}
