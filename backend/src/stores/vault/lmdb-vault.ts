import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, RangeOptions, RootDatabase } from 'lmdb';
import { GroupCommit, type Outcome } from '../event-log/group-commit.js';
import { committed, openEnvironment } from '../event-log/lmdb-environment.js';
import { tooOld } from '../format.js';
import { StorageRoom } from '../storage-room.js';
import { MasterKeys } from './master-keys.js';
import type { OlderRecords, ResealableVault } from './resealing.js';
import { assertRecordId, openRecord, type SealedRecord, sealedAnew, sealRecord } from './sealed-record.js';
import type { Vault, VaultEntry, VaultKind } from './vault.js';

type RecordKey = [kind: VaultKind, id: string];

type StoredRecord = SealedRecord | { sealed?: undefined };

type StoredEntry = { key: RecordKey; value: StoredRecord };

interface Job {
  key: RecordKey;
  decide(current: StoredRecord | undefined): StoredRecord | null | undefined;
}

/** Record of builds before 1.0; a vault in MongoDB has the marker of its database. */
const OLD_MARKER: RecordKey = ['secret', 'system-installation'];

const READ_BATCH = 500;
const RECORD_BYTES = 1_024;
const MOST_OPENED = 50_000;

/** Seals values with the first master key, bound to kind, id and times. @throws MasterKeyMissing */
export async function openLmdbVault(
  path: string,
  masterKey: Buffer | MasterKeys,
  room = StorageRoom.elsewhere(),
): Promise<LmdbVault> {
  const keys = Buffer.isBuffer(masterKey) ? MasterKeys.of(masterKey) : masterKey;
  const root = openEnvironment(path);
  try {
    const records = root.openDB<StoredRecord, RecordKey>('records', {});
    const named = root.openDB<true, string>('keys', {});
    if (records.doesExist(OLD_MARKER)) throw tooOld('The vault', 'an empty DATA_DIR');
    keys.assertGiven(named.getKeys());
    // The id must be durable before the key seals anything.
    if (!named.doesExist(keys.first.id)) await committed(named.put(keys.first.id, true));
    return new LmdbVault(root, records, named, keys, room);
  } catch (error) {
    await root.close();
    throw error;
  }
}

export class LmdbVault implements Vault, ResealableVault {
  readonly #writer = new GroupCommit<Job, boolean>({
    commit: (jobs) => this.#commit(jobs),
    bytesOf: () => RECORD_BYTES,
  });

  constructor(
    private readonly root: RootDatabase,
    private readonly records: Database<StoredRecord, RecordKey>,
    private readonly named: Database<true, string>,
    readonly keys: MasterKeys,
    private readonly room: StorageRoom,
  ) {}

  async assertReadable(most = MOST_OPENED): Promise<void> {
    let opened = 0;
    for await (const { key, record } of this.#living()) {
      openRecord(this.keys, key[0], key[1], record);
      opened += 1;
      if (opened === most) return;
    }
  }

  async *older(): AsyncIterable<OlderRecords> {
    for await (const batch of this.#batches()) {
      const older = batch.filter(({ value }) => !isTombstone(value) && value.key !== this.keys.first.id);
      if (older.length > 0) yield { count: older.length, sealAnew: () => this.#sealAnew(older.map(({ key }) => key)) };
    }
  }

  async forgetOlderKeys(): Promise<void> {
    for (const id of [...this.named.getKeys()]) {
      if (id !== this.keys.first.id) await committed(this.named.remove(id));
    }
  }

  async put(kind: VaultKind, id: string, value: unknown, options: { expiresAt?: number } = {}): Promise<boolean> {
    const key = keyOf(kind, id);
    const record = sealRecord(this.keys, kind, id, value, options);
    return await this.#writer.add({ key, decide: (current) => (current && !isExpired(current) ? undefined : record) });
  }

  async get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined> {
    return this.#read(keyOf(kind, id));
  }

  async getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>> {
    const found = new Map<string, VaultEntry<T> | 'erased'>();
    for (const id of ids) {
      const entry = this.#read<T>(keyOf(kind, id));
      if (entry !== undefined) found.set(id, entry);
    }
    return found;
  }

  async has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(
      ids.filter((id) => {
        const record = this.records.get(keyOf(kind, id));
        return record !== undefined && !isTombstone(record) && !isExpired(record);
      }),
    );
  }

  async erase(kind: VaultKind, id: string): Promise<void> {
    const decide = (current: StoredRecord | undefined) => (current && isTombstone(current) ? undefined : {});
    await this.#writer.add({ key: keyOf(kind, id), decide });
  }

  async *list(kind: VaultKind): AsyncIterable<{ id: string; createdAt: number; expiresAt?: number }> {
    for await (const { key, record } of this.#living([kind, ''])) {
      if (key[0] !== kind) return;
      if (isExpired(record)) continue;
      const { createdAt, expiresAt } = record;
      yield { id: key[1], createdAt, ...(expiresAt === undefined ? {} : { expiresAt }) };
    }
  }

  async *erased(kind: VaultKind): AsyncIterable<string> {
    for await (const { key, value } of this.#all([kind, ''])) {
      if (key[0] !== kind) return;
      if (isTombstone(value)) yield key[1];
    }
  }

  async removeExpired(now: number): Promise<number> {
    const decide = (current: StoredRecord | undefined) => (current && isExpired(current, now) ? null : undefined);
    const keys: RecordKey[] = [];
    for await (const { key, record } of this.#living()) if (isExpired(record, now)) keys.push(key);
    const removed = await Promise.all(keys.map((key) => this.#writer.add({ key, decide })));
    return removed.filter(Boolean).length;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.root.close();
  }

  async *#living(from?: RecordKey): AsyncIterable<{ key: RecordKey; record: SealedRecord }> {
    for await (const { key, value } of this.#all(from)) if (!isTombstone(value)) yield { key, record: value };
  }

  async *#all(from?: RecordKey): AsyncIterable<StoredEntry> {
    for await (const batch of this.#batches(from)) yield* batch;
  }

  /** No snapshot stays open while the caller works. */
  async *#batches(from?: RecordKey): AsyncIterable<StoredEntry[]> {
    let range: RangeOptions = from ? { start: from } : {};
    for (;;) {
      const batch = [...this.records.getRange({ ...range, limit: READ_BATCH })];
      yield batch;
      const last = batch.at(-1);
      if (!last || batch.length < READ_BATCH) return;
      range = { start: last.key, exclusiveStart: true };
      await nextTurn();
    }
  }

  async #sealAnew(older: readonly RecordKey[]): Promise<void> {
    const decide =
      ([kind, id]: RecordKey) =>
      (current: StoredRecord | undefined) =>
        current && !isTombstone(current) ? sealedAnew(this.keys, kind, id, current) : undefined;
    await Promise.all(older.map((key) => this.#writer.add({ key, decide: decide(key) })));
  }

  async #commit(jobs: readonly Job[]): Promise<Outcome<boolean>[]> {
    const writes = new Map<string, { key: RecordKey; record: StoredRecord | null }>();
    const outcomes = jobs.map(({ key, decide }) => {
      const name = key.join('/');
      const pending = writes.get(name);
      const record = decide(pending ? (pending.record ?? undefined) : this.records.get(key));
      if (record !== undefined) writes.set(name, { key, record });
      return { answer: record !== undefined };
    });
    if (writes.size > 0) {
      this.room.assertWritable(writes.size * RECORD_BYTES);
      await committed(this.#write([...writes.values()]));
    }
    return outcomes;
  }

  #write(writes: readonly { key: RecordKey; record: StoredRecord | null }[]): Promise<boolean> {
    return this.records.batch(() => {
      for (const { key, record } of writes) {
        void (record === null ? this.records.remove(key) : this.records.put(key, record));
      }
    });
  }

  #read<T>(key: RecordKey): VaultEntry<T> | 'erased' | undefined {
    const record = this.records.get(key);
    if (!record || isExpired(record)) return undefined;
    return isTombstone(record) ? 'erased' : openRecord<T>(this.keys, key[0], key[1], record);
  }
}

function isTombstone(record: StoredRecord): record is { sealed?: undefined } {
  return record.sealed === undefined;
}

function isExpired(record: StoredRecord, now = Date.now()): boolean {
  return !isTombstone(record) && record.expiresAt !== undefined && record.expiresAt <= now;
}

function keyOf(kind: VaultKind, id: string): RecordKey {
  assertRecordId(id);
  return [kind, id];
}
