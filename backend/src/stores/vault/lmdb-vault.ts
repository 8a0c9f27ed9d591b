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

/** One write, decided against what is stored; its answer: whether it changed something. */
export type VaultWrite = { key: RecordKey } & (
  | { put: SealedRecord }
  | { erase: true }
  | { ifExpiredAt: number }
  | { sealAnew: true }
);

/** A thread that does not write the vault: the writer's answer comes when the write is durable. */
export type WritesElsewhere = (write: VaultWrite) => Promise<boolean>;

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
  elsewhere?: WritesElsewhere,
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
    return new LmdbVault(root, records, named, keys, room, elsewhere);
  } catch (error) {
    await root.close();
    throw error;
  }
}

export class LmdbVault implements Vault, ResealableVault {
  readonly #writer = new GroupCommit<VaultWrite, boolean>({
    commit: (jobs) => this.#commit(jobs),
    bytesOf: () => RECORD_BYTES,
  });

  constructor(
    private readonly root: RootDatabase,
    private readonly records: Database<StoredRecord, RecordKey>,
    private readonly named: Database<true, string>,
    readonly keys: MasterKeys,
    private readonly room: StorageRoom,
    private readonly elsewhere?: WritesElsewhere,
  ) {}

  write(write: VaultWrite): Promise<boolean> {
    return this.elsewhere ? this.elsewhere(write) : this.#writer.add(write);
  }

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
    return await this.write({ key, put: sealRecord(this.keys, kind, id, value, options) });
  }

  async get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined> {
    this.#refresh();
    return this.#read(keyOf(kind, id));
  }

  async getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>> {
    this.#refresh();
    const found = new Map<string, VaultEntry<T> | 'erased'>();
    for (const id of ids) {
      const entry = this.#read<T>(keyOf(kind, id));
      if (entry !== undefined) found.set(id, entry);
    }
    return found;
  }

  async has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    this.#refresh();
    return new Set(
      ids.filter((id) => {
        const record = this.records.get(keyOf(kind, id));
        return record !== undefined && !isTombstone(record) && !isExpired(record);
      }),
    );
  }

  async erase(kind: VaultKind, id: string): Promise<void> {
    await this.write({ key: keyOf(kind, id), erase: true });
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
    const keys: RecordKey[] = [];
    for await (const { key, record } of this.#living()) if (isExpired(record, now)) keys.push(key);
    const removed = await Promise.all(keys.map((key) => this.write({ key, ifExpiredAt: now })));
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
      this.#refresh();
      const batch = [...this.records.getRange({ ...range, limit: READ_BATCH })];
      yield batch;
      const last = batch.at(-1);
      if (!last || batch.length < READ_BATCH) return;
      range = { start: last.key, exclusiveStart: true };
      await nextTurn();
    }
  }

  async #sealAnew(older: readonly RecordKey[]): Promise<void> {
    await Promise.all(older.map((key) => this.write({ key, sealAnew: true })));
  }

  async #commit(jobs: readonly VaultWrite[]): Promise<Outcome<boolean>[]> {
    const writes = new Map<string, { key: RecordKey; record: StoredRecord | null }>();
    const outcomes = jobs.map((job) => {
      const { key } = job;
      const name = key.join('/');
      const pending = writes.get(name);
      const record = this.#decide(job, pending ? (pending.record ?? undefined) : this.records.get(key));
      if (record !== undefined) writes.set(name, { key, record });
      return { answer: record !== undefined };
    });
    if (writes.size > 0) {
      this.room.assertWritable(writes.size * RECORD_BYTES);
      await committed(this.#write([...writes.values()]));
    }
    return outcomes;
  }

  /** null: the record goes; undefined: nothing changes */
  #decide(write: VaultWrite, current: StoredRecord | undefined): StoredRecord | null | undefined {
    const [kind, id] = write.key;
    if ('put' in write) return current && !isExpired(current) ? undefined : write.put;
    if ('erase' in write) return current && isTombstone(current) ? undefined : {};
    if ('ifExpiredAt' in write) return current && isExpired(current, write.ifExpiredAt) ? null : undefined;
    return current && !isTombstone(current) ? sealedAnew(this.keys, kind, id, current) : undefined;
  }

  /** lmdb keeps a snapshot until the turn of the event loop ends, and another thread may have written. */
  #refresh(): void {
    if (this.elsewhere) this.root.resetReadTxn();
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
