import { randomBytes } from 'node:crypto';
import mongoose, { type Model } from 'mongoose';
import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';
import { Gathered } from '../gathered.js';
import { installationOf } from '../mongo/format.js';
import { type MongoOptions, MongoStore } from '../mongo/mongo-store.js';
import { isDuplicate } from '../mongo/passing.js';
import type { Document } from './conditions.js';
import { BUILD, CHECKPOINT, type Move, moveTo, ofBuild, toCheckpoint } from './mongo-checkpoint.js';
import { ALIVE, toFilter } from './mongo-filter.js';
import { documentOf, modelAnew, type StoredRow, toRow, toStored } from './mongo-rows.js';
import { type Reached, SETTLED, settled, writeInOrder, writeNewer } from './mongo-writes.js';
import {
  type Collection,
  CollectionReplaced,
  keyOf,
  type Named,
  type Query,
  type ReadModels,
  type Row,
} from './read-models.js';

interface Held {
  collection: Collection;
  indexed: ReadonlySet<string>;
  build: string | null;
  others: number;
  reached: Reached | undefined;
  documents: Gathered<StoredRow>;
}

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
        documents: new Gathered((ids) => this.#stored(collection, ids)),
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
    if (upTo !== undefined && held.build === null) await this.#begin(held);
    if (upTo !== undefined && (await this.#writtenAlone(held, stored, moveTo(upTo, event)))) return;
    await this.store.repeat(async () => {
      const done = await writeNewer(this.#reach(held), stored, held.build);
      if (done === 'gone') await this.#throwWhyGone(held);
    });
    if (upTo !== undefined) await this.advance(collection, upTo, event);
  }

  async #writtenAlone(held: Held, rows: StoredRow[], move: Move): Promise<boolean> {
    held.others -= 1;
    const { build } = held;
    if (held.others > 0 || build === null || rows.length === 0) return false;
    held.others = 0;
    return await this.store.repeat(async () => {
      const done = await writeInOrder(this.#reach(held), rows, build, move);
      if (done === 'refused') held.others = OTHERS_FOLD;
      if (done === 'gone') await this.#throwWhyGone(held);
      return done === 'done';
    });
  }

  async checkpoint(collection: Collection): Promise<Position> {
    return (await this.progress(collection)).position;
  }

  async progress(collection: Collection): Promise<Checkpoint> {
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
      const own = ofBuild(held.build);
      const { matchedCount } = await model.collection.updateOne(own, moveTo(position, event), { session });
      if (matchedCount === 0) await this.#throwWhyGone(held);
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

  async #throwWhyGone(held: Held): Promise<never> {
    const { collection } = held;
    const found = await this.#modelOf(held).collection.findOne(CHECKPOINT, SETTLED);
    if (found === null) throw new Error(`${keyOf(collection)} ${DROPPED}`);
    held.build = null;
    throw new CollectionReplaced(`${keyOf(collection)} was replaced while it was folded`);
  }

  async get<D>(collection: Collection, id: string): Promise<D | undefined> {
    const stored = await this.#held(collection).documents.get(id);
    return stored?.[ALIVE] ? (documentOf(stored) as D) : undefined;
  }

  async #stored(collection: Collection, ids: readonly string[]): Promise<Map<string, StoredRow>> {
    const held = this.#held(collection);
    const read = () => this.#modelOf(held).find({ _id: { $in: ids } });
    const found = await this.store.repeat(() => read().lean<StoredRow[]>());
    return new Map(found.map((row) => [row._id, row]));
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

  async countBy(collection: Collection, field: string, where: Query['where'] = {}): Promise<Map<string, number>> {
    const held = this.#held(collection);
    const counting = [
      { $match: toFilter(where, held.indexed) },
      { $group: { _id: `$${field}`, n: { $sum: 1 as const } } },
    ];
    const counted = await this.store.repeat(() =>
      this.#modelOf(held).aggregate<{ _id: unknown; n: number }>(counting).exec(),
    );
    return new Map(counted.flatMap(({ _id, n }) => (typeof _id === 'string' ? [[_id, n]] : [])));
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
    await this.unlessAbsent(() => this.store.db.dropCollection(key));
  }

  private async unlessAbsent(call: () => Promise<unknown>): Promise<void> {
    await this.store.repeat(async () => {
      try {
        await call();
      } catch (error) {
        if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
      }
    });
  }

  async replace(beside: Named, live: Collection): Promise<void> {
    const { databaseName } = this.store.db;
    const renameCollection = `${databaseName}.${keyOf(beside)}`;
    const command = { renameCollection, to: `${databaseName}.${keyOf(live)}`, dropTarget: true };
    await this.unlessAbsent(() => this.store.connection.getClient().db('admin').command(command));
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
    const held = this.#collections.get(keyOf(collection));
    if (!held) throw new Error(`the collection ${keyOf(collection)} is not open`);
    return held;
  }
}

function buildOf(checkpoint: Readonly<Record<string, unknown>> | null): string | null {
  return checkpoint === null ? null : String(checkpoint[BUILD]);
}
