import { randomBytes } from 'node:crypto';
import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';
import { installationOf } from '../mongo/format.js';
import { type MongoOptions, MongoStore } from '../mongo/mongo-store.js';
import { isDuplicate } from '../mongo/passing.js';
import type { Document } from './conditions.js';
import { BUILD, CHECKPOINT, type Move, moveTo, toCheckpoint } from './mongo-checkpoint.js';
import { ALIVE, toFilter } from './mongo-filter.js';
import {
  type Collection,
  CollectionReplaced,
  keyOf,
  type Named,
  type Query,
  type ReadModels,
  type Row,
} from './read-models.js';

interface StoredRow {
  _id: string;
  _position: Position;
  [ALIVE]: boolean;
  [field: string]: unknown;
}

interface Held {
  collection: Collection;
  indexed: ReadonlySet<string>;
  build: string | null;
  others: number;
  reached: Reached | undefined;
}

interface Reached {
  by: Connection;
  model: Model<StoredRow>;
  session: mongo.ClientSession;
}

/** Elections can undo other reads: https://www.mongodb.com/docs/manual/core/causal-consistency-read-write-concerns/ */
const SETTLED = { readConcern: { level: 'majority' } } as const;
/** ms to build an index */
const BUILDING = 600_000;
const DROPPED =
  'was dropped while it was folded. Stop every process that folds, drop it once more and start them again.';
const NAMESPACE_NOT_FOUND = 26;
const OTHERS_FOLD = 100;

/** Several processes may fold the same rows. @throws Error that names MONGODB_URL */
export async function openMongoReadModels(url: string, options: MongoOptions = {}): Promise<ReadModels> {
  return new MongoReadModels(await MongoStore.connect(url, '', options));
}

class MongoReadModels implements ReadModels {
  readonly isElsewhere = true;
  readonly #collections = new Map<string, Held>();

  constructor(private readonly store: MongoStore) {}

  async open(collections: readonly Collection[]): Promise<void> {
    for (const collection of collections) {
      await this.store.repeat(() => {
        const model = modelAnew(this.store.connection, collection);
        const indexes = model.schema.indexes().map(([key]) => ({ key: key as Record<string, 1> }));
        return model.collection.createIndexes(indexes);
      }, BUILDING);
      this.#collections.set(keyOf(collection), {
        collection,
        indexed: new Set(collection.indexes.flat()),
        build: this.#collections.get(keyOf(collection))?.build ?? null,
        others: 0,
        reached: undefined,
      });
    }
  }

  async installation(ours: string): Promise<string> {
    return await this.store.repeat(() => installationOf(this.store.db, ours));
  }

  async rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>> {
    const held = this.#held(collection);
    const stored = await this.store.repeat(() => settled(this.#reach(held), ids));
    return new Map(stored.map((row) => [row._id, toRow<D>(row)]));
  }

  async write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void> {
    const held = this.#held(collection);
    const stored = rows.map((row) => toStored(row as Row<Document>));
    if (upTo !== undefined && (await this.#writtenAlone(collection, held, stored, moveTo(upTo, event)))) return;
    await this.#writeBeside(held, stored);
    if (upTo !== undefined) await this.advance(collection, upTo, event);
  }

  /** One ordered bulk write: the checkpoint moves only after all rows. */
  async #writtenAlone(collection: Collection, held: Held, rows: StoredRow[], move: Move): Promise<boolean> {
    held.others -= 1;
    const { build } = held;
    if (held.others > 0 || build === null || rows.length === 0) return false;
    held.others = 0;
    return await this.store.repeat(async () => {
      const done = await replaceInOrder(this.#reach(held), rows, build, move);
      if (done === 'refused') held.others = OTHERS_FOLD;
      if (done === 'gone') await this.#throwWhyGone(collection);
      return done === 'done';
    });
  }

  async #writeBeside(held: Held, stored: readonly StoredRow[]): Promise<void> {
    await this.store.repeat(async () => {
      const reached = this.#reach(held);
      const refused = await replace(reached, stored, { insert: true });
      if (refused.length === 0) return;
      // Refused rows are older, or another insert came first: only now they can be compared.
      await replace(reached, refused, { insert: false });
      const ids = refused.map(({ _id }) => _id);
      const there = new Map((await settled(reached, ids)).map(({ _id, _position }) => [_id, _position]));
      const isOpen = refused.some(({ _id, _position }) => (there.get(_id) ?? 0) < _position);
      if (isOpen) throw new StoreUnavailable('what another process wrote is not on a majority yet');
    });
  }

  async checkpoint(collection: Collection): Promise<Position> {
    return (await this.known(collection)).position;
  }

  async known(collection: Collection): Promise<Checkpoint> {
    const held = this.#held(collection);
    const found = await this.store.repeat(() => this.#modelOf(held).collection.findOne(CHECKPOINT, SETTLED));
    // Keep the first build: a later read must not hide that the collection was replaced.
    held.build ??= buildOf(found);
    return toCheckpoint(found);
  }

  async advance(collection: Collection, position: Position, event?: string): Promise<void> {
    const held = this.#held(collection);
    if (held.build === null) await this.#begin(held);
    await this.store.repeat(async () => {
      const { model, session } = this.#reach(held);
      const own = { ...CHECKPOINT, [BUILD]: held.build };
      const { matchedCount } = await model.collection.updateOne(own, moveTo(position, event), { session });
      if (matchedCount === 0) await this.#throwWhyGone(collection);
    });
  }

  async #begin(held: Held): Promise<void> {
    const made = { $setOnInsert: { _position: 0, [BUILD]: randomBytes(8).toString('hex') } };
    await this.store.repeat(async () => {
      const { model, session } = this.#reach(held);
      await model.collection.updateOne(CHECKPOINT, made, { upsert: true, session }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
      held.build = buildOf(await model.collection.findOne(CHECKPOINT, { session }));
    });
  }

  async #throwWhyGone(collection: Collection): Promise<never> {
    const held = this.#held(collection);
    const found = await this.#modelOf(held).collection.findOne(CHECKPOINT, SETTLED);
    if (found === null) throw new Error(`${keyOf(collection)} ${DROPPED}`);
    held.build = null;
    throw new CollectionReplaced(`${keyOf(collection)} was replaced while it was folded`);
  }

  async get<D>(collection: Collection, id: string): Promise<D | undefined> {
    const held = this.#held(collection);
    const stored = await this.store.repeat(() => this.#modelOf(held).findById(id).lean<StoredRow>());
    return stored?.[ALIVE] ? (documentOf(stored) as D) : undefined;
  }

  async find<D>(collection: Collection, { where = {}, sort = [], skip = 0, limit }: Query = {}): Promise<D[]> {
    const held = this.#held(collection);
    const filter = toFilter(where, held.indexed);
    if (limit === 0) return []; // MongoDB's 0 is "all"
    const order = [...sort, ['_id', sort.at(-1)?.[1] ?? 'asc'] as const];
    const options = {
      sort: Object.fromEntries(order.map(([field, direction]) => [field, direction === 'asc' ? 1 : -1] as const)),
      skip,
      ...(limit === undefined ? {} : { limit }),
    };
    const stored = await this.store.repeat(() => this.#modelOf(held).find(filter, null, options).lean<StoredRow[]>());
    return stored.map((row) => documentOf(row) as D);
  }

  async count(collection: Collection, where: Query['where'] = {}): Promise<number> {
    const held = this.#held(collection);
    const filter = toFilter(where, held.indexed);
    return await this.store.repeat(() => this.#modelOf(held).countDocuments(filter));
  }

  async list(): Promise<Named[]> {
    const found = await this.store.repeat(() => this.store.db.listCollections({}, { nameOnly: true }).toArray());
    return found.flatMap(({ name }) => {
      const [, collection, version] = /^(.+)_v(\d+)$/.exec(name) ?? [];
      return collection === undefined ? [] : [{ name: collection, version: Number(version) }];
    });
  }

  async drop(collection: Named): Promise<void> {
    const key = keyOf(collection);
    this.#collections.delete(key);
    await this.store.repeat(async () => {
      try {
        await this.store.db.dropCollection(key);
      } catch (error) {
        if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
      }
    });
  }

  async replace(beside: Named, live: Collection): Promise<void> {
    const { databaseName } = this.store.db;
    const renameCollection = `${databaseName}.${keyOf(beside)}`;
    const command = { renameCollection, to: `${databaseName}.${keyOf(live)}`, dropTarget: true };
    await this.store.repeat(async () => {
      try {
        await this.store.connection.getClient().db('admin').command(command);
      } catch (error) {
        if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
      }
    });
    this.#collections.delete(keyOf(beside));
    const held = this.#collections.get(keyOf(live));
    if (held) held.build = null;
  }

  async close(): Promise<void> {
    this.#collections.clear();
    await this.store.close();
  }

  #modelOf({ collection }: Held): Model<StoredRow> {
    return this.store.connection.models[keyOf(collection)] ?? modelAnew(this.store.connection, collection);
  }

  #reach(held: Held): Reached {
    const { connection: by } = this.store;
    const before = held.reached;
    if (before?.by === by && !before.session.hasEnded) return before;
    const session = by.getClient().startSession();
    if (before?.session.operationTime) session.advanceOperationTime(before.session.operationTime);
    held.reached = { by, model: this.#modelOf(held), session };
    return held.reached;
  }

  #held(collection: Named): Held {
    const known = this.#collections.get(keyOf(collection));
    if (!known) throw new Error(`the collection ${keyOf(collection)} is not open`);
    return known;
  }
}

/** Indexes begin with `_alive` and end with the id, so that they cover counts, order and pages. */
function modelAnew(connection: Connection, collection: Collection): Model<StoredRow> {
  const key = keyOf(collection);
  const schema = new mongoose.Schema<StoredRow>(
    { _id: String, _position: Number, [ALIVE]: Boolean },
    { strict: false, strictQuery: false, versionKey: false, id: false },
  );
  const lists = (collection.lists ?? []).map((field) => [field]);
  const names = new Set([[], ...collection.indexes, ...lists].map((fields) => fields.join()));
  for (const name of names) {
    const fields = name === '' ? [] : name.split(',');
    schema.index(Object.fromEntries([ALIVE, ...fields, '_id'].map((field) => [field, 1])));
  }
  if (connection.models[key]) connection.deleteModel(key);
  return connection.model<StoredRow>(key, schema, key);
}

function settled({ model, session }: Reached, ids: readonly string[]): Promise<StoredRow[]> {
  return model.find({ _id: { $in: ids } }, null, { ...SETTLED, session }).lean<StoredRow[]>();
}

async function replace(
  { model, session }: Reached,
  rows: readonly StoredRow[],
  { insert }: { insert: boolean },
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const writes = rows.map((row) => replacement(row, insert));
  try {
    await model.collection.bulkWrite(writes, { ordered: false, session });
    return [];
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || !isDuplicate(error)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.some(({ code }) => code !== error.code)) throw error;
    return errors.flatMap(({ index }) => rows[index] ?? []);
  }
}

async function replaceInOrder({ model, session }: Reached, rows: readonly StoredRow[], build: string, update: Move) {
  try {
    const filter = { ...CHECKPOINT, [BUILD]: build };
    const writes = [...rows.map((row) => replacement(row, true)), { updateOne: { filter, update } }];
    const { matchedCount, upsertedCount } = await model.collection.bulkWrite(writes, { ordered: true, session });
    return matchedCount + upsertedCount === writes.length ? 'done' : 'gone';
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || !isDuplicate(error)) throw error;
    return 'refused';
  }
}

function buildOf(checkpoint: Readonly<Record<string, unknown>> | null): string | null {
  return checkpoint === null ? null : String(checkpoint[BUILD]);
}

function replacement(row: StoredRow, upsert: boolean) {
  const filter = { _id: row._id as never, _position: { $lt: row._position } };
  return { replaceOne: { filter, replacement: row, upsert } };
}

function toStored({ id, position, document }: Row<Document>): StoredRow {
  return { ...document, _id: id, _position: position, [ALIVE]: document !== null };
}

function toRow<D>(stored: StoredRow): Row<D> {
  return { id: stored._id, position: stored._position, document: stored[ALIVE] ? (documentOf(stored) as D) : null };
}

function documentOf({ _id, _position, [ALIVE]: _, ...document }: StoredRow): Document {
  return document;
}
