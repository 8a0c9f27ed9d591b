import { randomUUID } from 'node:crypto';
import mongoose, { type Connection, type Model } from 'mongoose';
import { markFormat } from '../mongo/format.js';
import { type MongoOptions, MongoStore } from '../mongo/mongo-store.js';
import { isDuplicate } from '../mongo/passing.js';
import { StoreUnavailable } from '../store-unavailable.js';
import type { RotatingVault } from './key-rotation.js';
import { MasterKeys } from './master-keys.js';
import { MongoVaultKeys } from './mongo-vault-keys.js';
import {
  assertRecordId,
  hasKeyOf,
  isOfOlderKey,
  openRecord,
  type SealedRecord,
  sealedAnew,
  sealRecord,
} from './sealed-record.js';
import type { Vault, VaultEntry, VaultKind } from './vault.js';
import type { VaultKeys } from './vault-keys.js';

/** Without `sealed` a tombstone. */
interface StoredRecord extends Partial<SealedRecord> {
  /** `{kind}/{id}` */
  _id: string;
  /** which call put it, so that a repeat after a lost answer knows its own record; a tombstone keeps it */
  put?: string;
}

type Living = StoredRecord & SealedRecord;

const RECORDS = 'records';
const READ_BATCH = 500;

/**
 * Opens the vault in a database of its own beside the URL's (`{database}_vault`): sealed as in every vault, acknowledged by a
 * majority's journals, read from the primary. @throws an Error that names MONGODB_URL or MASTER_KEY
 */
export async function openMongoVault(
  url: string,
  masterKey: Buffer | MasterKeys,
  options: MongoOptions = {},
): Promise<MongoVault> {
  const masterKeys = Buffer.isBuffer(masterKey) ? MasterKeys.of(masterKey) : masterKey;
  const store = await MongoStore.connect(url, '_vault', options);
  try {
    const keys = await MongoVaultKeys.open(store, masterKeys);
    await store.repeat(() => recordsOf(store.connection).createIndexes());
    return new MongoVault(store, keys);
  } catch (error) {
    await store.close();
    throw error;
  }
}

export class MongoVault implements Vault, RotatingVault {
  constructor(
    private readonly store: MongoStore,
    private readonly known: MongoVaultKeys,
  ) {}

  get keys(): VaultKeys {
    return this.known.current;
  }

  readKeys(): Promise<VaultKeys> {
    return this.known.read();
  }

  replaceKeys(next: VaultKeys): Promise<boolean> {
    return this.known.replace(next);
  }

  /** What is erased or replaced meanwhile is no longer the record that was read, and left as it is. */
  async sealAnew(): Promise<number> {
    const { keys } = this;
    let count = 0;
    for (let last = ''; ; ) {
      const from = last;
      const batch = await this.store.repeat(() => this.#find({ _id: { $gt: from } }));
      const older = batch.filter(isLiving).filter((record) => isOfOlderKey(keys, record));
      if (older.length > 0) {
        const writes = older.map((record) => toSealAnew(keys, record));
        await this.store.repeat(() => this.records.collection.bulkWrite(writes as never[], { ordered: false }));
        count += older.length;
      }
      const next = batch.at(-1);
      if (!next || batch.length < READ_BATCH) return count;
      last = next._id;
    }
  }

  /** An older program refuses the vault from now on. */
  async markFormat(): Promise<void> {
    await this.store.repeat(() => markFormat(this.store.db));
  }

  async put(kind: VaultKind, id: string, value: unknown, options: { expiresAt?: number } = {}): Promise<boolean> {
    const sealed = sealRecord(this.keys, kind, id, value, options);
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
        else if (!isExpired(record)) found.set(id, await this.#open<T>(kind, id, record));
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
    this.known.close();
    return this.store.close();
  }

  private get records(): Model<StoredRecord> {
    return recordsOf(this.store.connection);
  }

  /** A key that this process has not heard of yet is that of a rotation elsewhere. @throws MasterKeyMissing */
  async #open<T>(kind: VaultKind, id: string, record: Living): Promise<VaultEntry<T>> {
    if (!hasKeyOf(this.keys, record)) await this.known.read();
    return openRecord<T>(this.keys, kind, id, sealedPart(record));
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

function sealedPart({ sealed, key, createdAt, expiresAt }: Living): SealedRecord {
  return {
    sealed,
    createdAt,
    ...(key === undefined ? {} : { key }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

function toSealAnew(keys: VaultKeys, record: Living) {
  const [kind, id] = partsOf(record._id);
  const { sealed, key } = sealedAnew(keys, kind, id, sealedPart(record));
  return { updateOne: { filter: { _id: record._id, sealed: record.sealed }, update: { $set: { sealed, key } } } };
}

function partsOf(_id: string): [kind: VaultKind, id: string] {
  const slash = _id.indexOf('/');
  return [_id.slice(0, slash) as VaultKind, _id.slice(slash + 1)];
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
