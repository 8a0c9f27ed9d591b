import { randomUUID } from 'node:crypto';
import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { Gathered } from '../gathered.js';
import { markFormat } from '../mongo/format.js';
import { type MongoOptions, MongoStore } from '../mongo/mongo-store.js';
import { isDuplicate } from '../mongo/passing.js';
import { MasterKeys } from './master-keys.js';
import type { OlderRecords, ResealableVault } from './resealing.js';
import { assertRecordId, openRecord, type SealedRecord, sealedAnew, sealRecord } from './sealed-record.js';
import type { Vault, VaultEntry, VaultKind } from './vault.js';

interface StoredRecord extends Partial<SealedRecord> {
  _id: string;
  /** id of the call, so that a retry recognises its own record */
  put?: string;
}

type Living = StoredRecord & SealedRecord;

const RECORDS = 'records';
const KEYS = 'keys';
const READ_BATCH = 500;

/** Uses the database `{database}_vault`. @throws MasterKeyMissing, Error that names MONGODB_URL */
export async function openMongoVault(
  url: string,
  masterKey: Buffer | MasterKeys,
  options: MongoOptions = {},
): Promise<MongoVault> {
  const keys = Buffer.isBuffer(masterKey) ? MasterKeys.of(masterKey) : masterKey;
  const store = await MongoStore.connect(url, '_vault', options);
  try {
    await nameFirst(store, keys);
    await store.repeat(() => recordsOf(store.connection).createIndexes());
    return new MongoVault(store, keys);
  } catch (error) {
    await store.close();
    throw error;
  }
}

export class MongoVault implements Vault, ResealableVault {
  readonly #records = new Gathered((keys) => this.#unexpired(keys));
  readonly #erasures = new Gathered((keys) => this.#bury(keys));

  constructor(
    private readonly store: MongoStore,
    readonly keys: MasterKeys,
  ) {}

  async *older(): AsyncIterable<OlderRecords> {
    for await (const page of this.#pages('', '~')) {
      const older = page.filter(isLiving).filter(({ key }) => key !== this.keys.first.id);
      if (older.length > 0) yield { count: older.length, sealAnew: () => this.#sealAnew(older) };
    }
  }

  async forgetOlderKeys(): Promise<void> {
    const others = this.keys.all.slice(1).map(({ id }) => id);
    await this.store.repeat(() => namedIn(this.store).deleteMany({ _id: { $in: others } }));
  }

  async put(kind: VaultKind, id: string, value: unknown, options: { expiresAt?: number } = {}): Promise<boolean> {
    const sealed = sealRecord(this.keys, kind, id, value, options);
    const record = { ...sealed, _id: keyOf(kind, id), put: randomUUID() };
    return await this.store.repeat(() => this.#insert(record));
  }

  async get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined> {
    const record = await this.#records.get(keyOf(kind, id));
    return record && this.#opened<T>(kind, id, record);
  }

  async getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>> {
    const found = await this.#unexpired(ids.map((id) => keyOf(kind, id)));
    return new Map([...found].map(([key, record]) => [idIn(key), this.#opened<T>(kind, idIn(key), record)]));
  }

  async has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.#unexpired(ids.map((id) => keyOf(kind, id)));
    return new Set([...found].flatMap(([key, record]) => (isLiving(record) ? [idIn(key)] : [])));
  }

  async erase(kind: VaultKind, id: string): Promise<void> {
    await this.#erasures.get(keyOf(kind, id));
  }

  async *list(kind: VaultKind): AsyncIterable<{ id: string; createdAt: number; expiresAt?: number }> {
    const end = `${kind}0`; // follows `/` in the order of bytes
    for await (const page of this.#pages(`${kind}/`, end)) {
      for (const record of page) {
        if (!isLiving(record) || isExpired(record)) continue;
        const { createdAt, expiresAt } = record;
        yield { id: record._id.slice(kind.length + 1), createdAt, ...(expiresAt === undefined ? {} : { expiresAt }) };
      }
    }
  }

  async removeExpired(now: number): Promise<number> {
    const filter = { expiresAt: { $lte: now } };
    return (await this.store.repeat(() => this.records.collection.deleteMany(filter))).deletedCount;
  }

  async markFormat(format?: number): Promise<void> {
    await this.store.repeat(() => markFormat(this.store.db, format));
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private get records(): Model<StoredRecord> {
    return recordsOf(this.store.connection);
  }

  async #sealAnew(older: readonly Living[]): Promise<void> {
    const writes = older.map((record) => {
      const [kind, id] = partsOf(record._id);
      const { sealed, key } = sealedAnew(this.keys, kind, id, record);
      return { updateOne: { filter: { _id: record._id, sealed: record.sealed }, update: { $set: { sealed, key } } } };
    });
    await this.store.repeat(() => this.records.collection.bulkWrite(writes as never[], { ordered: false }));
  }

  async #insert(record: Living & { put: string }): Promise<boolean> {
    const _id = record._id as never;
    try {
      await this.records.collection.replaceOne({ _id, expiresAt: { $lte: Date.now() } }, record, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const [stored] = await this.#find({ _id: record._id });
    if (stored?.put === record.put) return true;
    if (stored && !(isLiving(stored) && isExpired(stored))) return false;
    throw new StoreUnavailable('the record in the way has just gone or is not on a majority yet');
  }

  async #bury(keys: readonly string[]): Promise<Map<string, never>> {
    const writes = keys.map((key) => ({
      updateOne: { filter: { _id: key as never }, update: TOMBSTONE, upsert: true },
    }));
    const bury = () => this.records.collection.bulkWrite(writes, { ordered: false });
    await this.store.repeat(async () => {
      try {
        await bury();
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // A record was inserted after it had been looked for: now it is there.
        await bury();
      }
    });
    return new Map<string, never>();
  }

  #opened<T>(kind: VaultKind, id: string, record: StoredRecord): VaultEntry<T> | 'erased' {
    return isLiving(record) ? openRecord<T>(this.keys, kind, id, record) : 'erased';
  }

  /** by key; without expired records */
  async #unexpired(keys: readonly string[]): Promise<Map<string, StoredRecord>> {
    const found = new Map<string, StoredRecord>();
    for (let from = 0; from < keys.length; from += READ_BATCH) {
      const filter = { _id: { $in: keys.slice(from, from + READ_BATCH) } };
      for (const record of await this.store.repeat(() => this.#find(filter))) {
        if (!isLiving(record) || !isExpired(record)) found.set(record._id, record);
      }
    }
    return found;
  }

  async *#pages(after: string, before: string): AsyncIterable<StoredRecord[]> {
    for (let last = after; ; ) {
      const from = last;
      const page = await this.store.repeat(() => this.#find({ _id: { $gt: from, $lt: before } }));
      yield page;
      const next = page.at(-1);
      if (!next || page.length < READ_BATCH) return;
      last = next._id;
    }
  }

  #find(filter: { _id: string | object }): Promise<StoredRecord[]> {
    const found = this.records.find(filter).sort({ _id: 1 }).limit(READ_BATCH);
    return found.read('primary').readConcern('majority').lean<StoredRecord[]>().exec();
  }
}

function namedIn({ db }: MongoStore): mongo.Collection<{ _id: string }> {
  return db.collection<{ _id: string }>(KEYS, { readConcern: { level: 'majority' } });
}

/** Records the first key before it seals. @throws MasterKeyMissing */
async function nameFirst(store: MongoStore, keys: MasterKeys): Promise<void> {
  const named = await store.repeat(() => namedIn(store).find().toArray());
  keys.assertGiven(named.map(({ _id }) => _id));
  await store.repeat(async () => {
    try {
      await namedIn(store).insertOne({ _id: keys.first.id });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  });
}

const TOMBSTONE = { $unset: { sealed: '', key: '', createdAt: '', expiresAt: '' } };

function recordsOf(connection: Connection): Model<StoredRecord> {
  return connection.models[RECORDS] ?? connection.model<StoredRecord>(RECORDS, schemaOfRecords(), RECORDS);
}

function schemaOfRecords(): mongoose.Schema<StoredRecord> {
  return new mongoose.Schema<StoredRecord>(
    {
      _id: String,
      sealed: String,
      key: String,
      createdAt: Number,
      expiresAt: { type: Number, index: true },
      put: String,
    },
    { versionKey: false, id: false },
  );
}

function partsOf(_id: string): [kind: VaultKind, id: string] {
  return [_id.slice(0, _id.indexOf('/')) as VaultKind, idIn(_id)];
}

function isLiving(record: StoredRecord): record is Living {
  return record.sealed !== undefined;
}

function isExpired({ expiresAt }: Living): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function idIn(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

function keyOf(kind: VaultKind, id: string): string {
  assertRecordId(id);
  return `${kind}/${id}`;
}
