import { Collection } from './collection.js';

/** All data; it survives a stop of the server. */
export class Databases {
  readonly #collections = new Map<string, Collection>();

  /** A missing collection is empty and is not stored. */
  collection(namespace: string): Collection {
    return this.#collections.get(namespace) ?? new Collection(namespace);
  }

  has(namespace: string): boolean {
    return this.#collections.has(namespace);
  }

  make(namespace: string): Collection {
    const collection = this.collection(namespace);
    this.#collections.set(namespace, collection);
    return collection;
  }

  /** Whether it existed. */
  drop(namespace: string): boolean {
    return this.#collections.delete(namespace);
  }

  /** Under the other name, in the place of what has it. */
  rename(from: string, to: string): boolean {
    const collection = this.#collections.get(from);
    if (!collection) return false;
    this.#collections.delete(from);
    collection.namespace = to;
    this.#collections.set(to, collection);
    return true;
  }

  names(database: string): string[] {
    const prefix = `${database}.`;
    return [...this.#collections.keys()].flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));
  }
}
