import { type Document, EJSON } from 'bson';
import { assertPlain, isOperators, matches } from './matching.js';
import { Refusal } from './refusal.js';

interface Index {
  name: string;
  key: Document;
  unique?: boolean;
  /** stored only: documents never expire here */
  expireAfterSeconds?: number;
}

/** Documents by `_id` with unique indexes. Other indexes are stored, not used. */
export class Collection {
  readonly indexes: Index[] = [{ name: '_id_', key: { _id: 1 } }];
  readonly #documents = new Map<string, Document>();

  constructor(public namespace: string) {}

  find(filter: Document): Document[] {
    return this.#candidates(filter._id).filter((document) => matches(document, filter));
  }

  insert(document: Document): void {
    if (this.#documents.has(keyOf(document._id))) this.#refuse('_id_', { _id: document._id });
    this.put(document);
  }

  /** @throws Refusal DuplicateKey for another unique index */
  put(document: Document): void {
    for (const index of this.indexes) if (index.unique) this.#assertUnique(index, document);
    this.#documents.set(keyOf(document._id), document);
  }

  remove(document: Document): void {
    this.#documents.delete(keyOf(document._id));
  }

  addIndex({ name, key, unique, expireAfterSeconds, ...others }: Document): void {
    delete others.background; // means nothing since 4.2
    delete others.v;
    if (Object.keys(others).length > 0) throw new Refusal('BadValue', `unknown index option ${Object.keys(others)}`);
    const same = this.indexes.find((index) => index.name === name);
    if (same && JSON.stringify([same.key, !!same.unique]) !== JSON.stringify([key, !!unique])) {
      throw new Refusal('IndexKeySpecsConflict', `there is another index with the name ${name}`);
    }
    if (same) return;
    const ends = expireAfterSeconds === undefined ? {} : { expireAfterSeconds };
    const index: Index = { name, key, ...(unique ? { unique } : {}), ...ends };
    if (unique) for (const document of this.#documents.values()) this.#assertUnique(index, document);
    this.indexes.push(index);
  }

  #candidates(id: unknown): Document[] {
    const ids = isOperators(id) ? id.$in : id === undefined ? undefined : [id];
    if (!Array.isArray(ids)) return [...this.#documents.values()];
    return [...new Set(ids.map(keyOf))].flatMap((key) => this.#documents.get(key) ?? []);
  }

  #assertUnique({ name, key }: Index, document: Document): void {
    const own = valuesOf(key, document);
    for (const [id, other] of this.#documents) {
      if (id !== keyOf(document._id) && valuesOf(key, other) === own) this.#refuse(name, key);
    }
  }

  #refuse(index: string, key: Document): never {
    const text = `E11000 duplicate key error collection: ${this.namespace} index: ${index} dup key: ${JSON.stringify(key)}`;
    throw new Refusal('DuplicateKey', text);
  }
}

function keyOf(id: unknown): string {
  return EJSON.stringify(id ?? null);
}

function valuesOf(key: Document, document: Document): string {
  return EJSON.stringify(Object.keys(key).map((field) => document[field] ?? null));
}

/** The updated document; an upsert starts from the equalities of the filter. */
export function updated(document: Document | undefined, update: Document, filter: Document): Document {
  const base = document ?? equalities(filter);
  return isOperators(update) ? changed(base, update, document === undefined) : replaced(base, update);
}

function replaced(base: Document, replacement: Document): Document {
  const { _id = base._id } = replacement;
  if (base._id !== undefined && keyOf(_id) !== keyOf(base._id)) throw new Refusal('ImmutableField', IMMUTABLE);
  return { ...replacement, _id };
}

function changed(base: Document, update: Document, isNew: boolean): Document {
  const made = { ...base };
  for (const [operator, fields] of Object.entries(update)) {
    const change = CHANGES[operator];
    if (!change) throw new Refusal('FailedToParse', `Unknown modifier: ${operator}`);
    if (operator === '$setOnInsert' && !isNew) continue;
    for (const [field, value] of Object.entries(fields)) {
      assertPlain(field);
      if (field === '_id') throw new Refusal('ImmutableField', IMMUTABLE);
      change(made, field, value);
    }
  }
  return made;
}

const IMMUTABLE = "the (immutable) field '_id' cannot be changed";

const set = (made: Document, field: string, value: unknown) => {
  made[field] = value;
};

const CHANGES: Record<string, ((made: Document, field: string, value: unknown) => void) | undefined> = {
  $set: set,
  $setOnInsert: set,
  $unset: (made, field) => {
    delete made[field];
  },
  $max: (made, field, value) => {
    if (typeof value !== 'number' && typeof value !== 'string')
      throw new Refusal('BadValue', 'the emulator supports $max of numbers and texts only');
    if (made[field] === undefined || made[field] < value) made[field] = value;
  },
  $inc: (made, field, value) => {
    if (typeof value !== 'number') throw new Refusal('BadValue', 'the emulator supports $inc of numbers only');
    made[field] = (made[field] ?? 0) + value;
  },
};

function equalities(filter: Document): Document {
  return Object.fromEntries(
    Object.entries(filter).filter(([field, condition]) => !field.startsWith('$') && !isOperators(condition)),
  );
}
