import { randomUUID } from 'node:crypto';
import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import { markFormat } from '../mongo/format.js';
import { type MongoOptions, MongoStore } from '../mongo/mongo-store.js';
import { isDuplicate } from '../mongo/passing.js';
import { StoreUnavailable } from '../store-unavailable.js';
import { assertMasterKey, assertRecordId, openRecord, type SealedRecord, sealRecord } from './sealed-record.js';
import type { Vault, VaultEntry, VaultKind } from './vault.js';

/** Without `sealed` a tombstone. */
interface StoredRecord extends Partial<SealedRecord> {
  /** `{kind}/{id}` */
  _id: string;
  /** which call put it, so that a repeat after a lost answer knows its own record; a tombstone keeps it */
  put?: string;
}

type Living = StoredRecord & SealedRecord;

const READ_BATCH = 500;

/**
 * Opens the vault in a database of its own beside the URL's (`{database}_vault`): sealed as in every vault, acknowledged by a
 * majority's journals, read from the primary. @throws an Error that names MONGODB_URL or MASTER_KEY
 */
export async function openMongoVault(url: string, masterKey: Buffer, options: MongoOptions = {}): Promise<MongoVault> {
  assertMasterKey(masterKey);
  const store = await MongoStore.connect(url, '_vault', options);
  try {
    await store.repeat(() => proveMasterKey(store.db, masterKey));
    const records = recordsOf(store.connection);
    await store.repeat(() => records.createIndexes());
    return new MongoVault(store, records, masterKey);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The first key leaves a record that only it can open. */
async function proveMasterKey(db: mongo.Db, masterKey: Buffer): Promise<void> {
  const about = db.collection<SealedRecord & { _id: string }>('about');
  const _id = 'master-key';
  try {
    await about.insertOne({ _id, ...sealRecord(masterKey, 'secret', _id, _id, undefined) });
    return;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const { sealed, createdAt } = (await about.findOne({ _id })) ?? { sealed: '', createdAt: 0 };
  try {
    openRecord(masterKey, 'secret', _id, { sealed, createdAt });
  } catch (error) {
    throw new Error('MASTER_KEY is not the one this vault was sealed with', { cause: error });
  }
}

export class MongoVault implements Vault {
  constructor(
    private readonly store: MongoStore,
    private readonly records: Model<StoredRecord>,
    private readonly masterKey: Buffer,
  ) {}

  /** An older program refuses the vault from now on. */
  async markFormat(): Promise<void> {
    await this.store.repeat(() => markFormat(this.store.db));
  }

  async put(kind: VaultKind, id: string, value: unknown, options: { expiresAt?: number } = {}): Promise<boolean> {
    const sealed = sealRecord(this.masterKey, kind, id, value, options.expiresAt);
    const record = { ...sealed, _id: keyOf(kind, id), put: randomUUID() };
    return await this.store.repeat(() => this.#insert(record));
  }

  async get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined> {
    return (await this.getMany<T>(kind, [id])).get(id);
  }

  async getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>> {
    const found = new Map<string, VaultEntry<T> | 'erased'>();
    const keys = ids.map((id) => keyOf(kind, id));
    for (let from = 0; from < keys.length; from += READ_BATCH) {
      const filter = { _id: { $in: keys.slice(from, from + READ_BATCH) } };
      for (const record of await this.store.repeat(() => this.#find(filter))) {
        const id = record._id.slice(kind.length + 1);
        if (!isLiving(record)) found.set(id, 'erased');
        else if (!isExpired(record)) found.set(id, openRecord<T>(this.masterKey, kind, id, sealedPart(record)));
      }
    }
    return found;
  }

  async has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const there = new Set<string>();
    const keys = ids.map((id) => keyOf(kind, id));
    for (let from = 0; from < keys.length; from += READ_BATCH) {
      const filter = { _id: { $in: keys.slice(from, from + READ_BATCH) } };
      for (const record of await this.store.repeat(() => this.#find(filter))) {
        if (isLiving(record) && !isExpired(record)) there.add(record._id.slice(kind.length + 1));
      }
    }
    return there;
  }

  async erase(kind: VaultKind, id: string): Promise<void> {
    const _id = keyOf(kind, id);
    const bury = (upsert: boolean) => this.records.collection.updateOne({ _id: _id as never }, TOMBSTONE, { upsert });
    await this.store.repeat(async () => {
      try {
        await bury(true);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        await bury(false);
      }
    });
  }

  async *list(kind: VaultKind): AsyncIterable<{ id: string; createdAt: number; expiresAt?: number }> {
    const end = `${kind}0`; // follows `/` in the order of bytes
    for (let last = `${kind}/`; ; ) {
      const from = last;
      const batch = await this.store.repeat(() => this.#find({ _id: { $gt: from, $lt: end } }));
      for (const record of batch) {
        if (!isLiving(record) || isExpired(record)) continue;
        const { createdAt, expiresAt } = record;
        yield { id: record._id.slice(kind.length + 1), createdAt, ...(expiresAt === undefined ? {} : { expiresAt }) };
      }
      const next = batch.at(-1);
      if (!next || batch.length < READ_BATCH) return;
      last = next._id;
    }
  }

  /** A repeat after a lost answer counts only what was left. */
  async removeExpired(now: number): Promise<number> {
    const filter = { expiresAt: { $lte: now } };
    return (await this.store.repeat(() => this.records.collection.deleteMany(filter))).deletedCount;
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** An expired record is replaced, for its id is free; any other of the id makes the insert a duplicate. */
  async #insert(record: Living & { put: string }): Promise<boolean> {
    const _id = record._id as never;
    try {
      await this.records.collection.replaceOne({ _id, expiresAt: { $lte: Date.now() } }, record, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const [standing] = await this.#find({ _id: record._id });
    if (standing?.put === record.put) return true;
    if (standing && !(isLiving(standing) && isExpired(standing))) return false;
    throw new StoreUnavailable('the record in the way has just gone or is not on a majority yet');
  }

  /** In the order of their ids, which are the first thing any filter names. */
  #find(filter: { _id: string | object }): Promise<StoredRecord[]> {
    const found = this.records.find(filter).sort({ _id: 1 }).limit(READ_BATCH);
    return found.read('primary').readConcern('majority').lean<StoredRecord[]>().exec();
  }
}

const TOMBSTONE = { $unset: { sealed: '', createdAt: '', expiresAt: '' } };

function recordsOf(connection: Connection): Model<StoredRecord> {
  const schema = new mongoose.Schema<StoredRecord>(
    {
      _id: String,
      sealed: String,
      createdAt: Number,
      expiresAt: { type: Number, index: true },
      put: String,
    },
    { versionKey: false, id: false },
  );
  return connection.model<StoredRecord>('records', schema, 'records');
}

function sealedPart({ sealed, createdAt, expiresAt }: Living): SealedRecord {
  return { sealed, createdAt, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

function isLiving(record: StoredRecord): record is Living {
  return record.sealed !== undefined;
}

function isExpired({ expiresAt }: Living): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function keyOf(kind: VaultKind, id: string): string {
  assertRecordId(id);
  return `${kind}/${id}`;
}
