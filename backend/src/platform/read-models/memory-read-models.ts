import type { Position } from '../log/event-log.js';
import type { Checkpoint } from '../log/log-identity.js';
import { assertWhere, type Document } from './conditions.js';
import { MemoryCollection } from './memory-collection.js';
import { type Collection, keyOf, type Named, type Query, type ReadModels, type Row } from './read-models.js';

/** Read models in memory (READ_MODELS=memory, and specs): folded from the log at every start. */
export function memoryReadModels(): ReadModels {
  return new MemoryReadModels();
}

class MemoryReadModels implements ReadModels {
  readonly #collections = new Map<string, { name: string; version: number; held: MemoryCollection }>();

  #installation: string | undefined;

  async open(collections: readonly Collection[]): Promise<void> {
    for (const { name, version, indexes, lists } of collections) {
      const key = keyOf({ name, version });
      const known = this.#collections.get(key) ?? { name, version, held: new MemoryCollection() };
      known.held.setIndexes(indexes, lists);
      this.#collections.set(key, known);
    }
  }

  async installation(ours: string): Promise<string> {
    this.#installation ??= ours;
    return this.#installation;
  }

  async rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>> {
    const held = this.#held(collection);
    const rows = new Map<string, Row<D>>();
    for (const id of ids) {
      const row = held.row(id);
      if (row) rows.set(id, row as Row<D>);
    }
    return rows;
  }

  async write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void> {
    const held = this.#held(collection);
    for (const row of rows) held.write(row as Row<Document>);
    if (upTo !== undefined) await this.advance(collection, upTo, event);
  }

  async checkpoint(collection: Collection): Promise<Position> {
    return this.#held(collection).checkpoint;
  }

  async known(collection: Collection): Promise<Checkpoint> {
    const { checkpoint: position, event } = this.#held(collection);
    return { position, event };
  }

  async advance(collection: Collection, position: Position, event?: string): Promise<void> {
    const held = this.#held(collection);
    if (position <= held.checkpoint) return;
    held.checkpoint = position;
    held.event = event ?? null;
  }

  async get<D>(collection: Collection, id: string): Promise<D | undefined> {
    const document = this.#held(collection).row(id)?.document ?? undefined;
    return document as D | undefined;
  }

  async find<D>(collection: Collection, query: Query = {}): Promise<D[]> {
    assertWhere(query.where);
    return this.#held(collection).find(query) as D[];
  }

  async count(collection: Collection, where: Query['where'] = {}): Promise<number> {
    assertWhere(where);
    return this.#held(collection).count(where);
  }

  async list(): Promise<Named[]> {
    return [...this.#collections.values()].map(({ name, version }) => ({ name, version }));
  }

  async drop(collection: Named): Promise<void> {
    this.#collections.delete(keyOf(collection));
  }

  async close(): Promise<void> {
    this.#collections.clear();
  }

  #held(collection: Named): MemoryCollection {
    const known = this.#collections.get(keyOf(collection));
    if (!known) throw new Error(`the collection ${keyOf(collection)} is not open`);
    return known.held;
  }
}
