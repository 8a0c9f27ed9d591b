import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, RangeOptions, RootDatabase } from 'lmdb';
import { GroupCommit, type Outcome } from '../log/group-commit.js';
import { committed, openEnvironment } from '../log/lmdb-environment.js';
import { StorageRoom } from '../storage-room.js';
import type { RotatingVault } from './key-rotation.js';
import { MasterKeys } from './master-keys.js';
import {
  assertRecordId,
  isOfOlderKey,
  openRecord,
  type SealedRecord,
  sealedAnew,
  sealRecord,
} from './sealed-record.js';
import type { Vault, VaultEntry, VaultKind } from './vault.js';
import { keysOfBefore, type StoredKeys, VaultKeys } from './vault-keys.js';

export { loadMasterKey } from './master-key.js';

type RecordKey = [kind: VaultKind, id: string];

/** `{}` is a tombstone */
type StoredRecord = SealedRecord | { sealed?: undefined };

/** Judged when its group is written: what to store (null removes), or undefined to change nothing. */
interface Job {
  key: RecordKey;
  decide(current: StoredRecord | undefined): StoredRecord | null | undefined;
}

const READ_BATCH = 500;
/** records that a rotation seals anew before it lets others write */
const SEALED_AT_ONCE = 100;
/** a generous guess of what a record adds to a group */
const RECORD_BYTES = 1_024;
/** records that are opened to see whether any was altered: a second's work */
const MOST_OPENED = 50_000;

const KEYS = 'keys';
/** records of which one has to open: another may have been altered */
const TRIED = 20;

/**
 * Opens the embedded vault in a directory: every value sealed under a data key, bound to its kind, id and times; the data keys
 * under a master key. @throws MasterKeyMissing, an Error that names MASTER_KEY
 */
export async function openLmdbVault(
  path: string,
  masterKey: Buffer | MasterKeys,
  room = StorageRoom.elsewhere(),
): Promise<LmdbVault> {
  const masterKeys = Buffer.isBuffer(masterKey) ? MasterKeys.of(masterKey) : masterKey;
  const root = openEnvironment(path);
  try {
    const records = root.openDB<StoredRecord, RecordKey>('records', {});
    const keys = root.openDB<StoredKeys, string>('keys', {});
    return new LmdbVault(root, records, keys, await keysOf(records, keys, masterKeys), room);
  } catch (error) {
    await root.close();
    throw error;
  }
}

async function keysOf(
  records: Database<StoredRecord, RecordKey>,
  keys: Database<StoredKeys, string>,
  masterKeys: MasterKeys,
): Promise<VaultKeys> {
  const stored = keys.get(KEYS);
  if (stored) return VaultKeys.open(stored, masterKeys);
  const living = [
    ...records
      .getRange({})
      .filter(({ value }) => !isTombstone(value))
      .slice(0, TRIED),
  ];
  if (living.length > 0) return keysOfBefore(masterKeys, (each) => living.some((record) => opens(each, record)));
  const [newest] = masterKeys.all;
  if (!newest) throw new Error('MASTER_KEY: there is no master key');
  // Tombstones alone need no key; what is put from now on may have one of its own.
  const fresh = VaultKeys.fresh(newest);
  await committed(keys.put(KEYS, fresh.stored()));
  return fresh;
}

function opens(keys: VaultKeys, { key: [kind, id], value }: { key: RecordKey; value: StoredRecord }): boolean {
  try {
    if (!isTombstone(value)) openRecord(keys, kind, id, value);
    return true;
  } catch {
    return false;
  }
}

export class LmdbVault implements Vault, RotatingVault {
  readonly #writer = new GroupCommit<Job, boolean>({
    commit: (jobs) => this.#commit(jobs),
    bytesOf: () => RECORD_BYTES,
  });

  constructor(
    private readonly root: RootDatabase,
    private readonly records: Database<StoredRecord, RecordKey>,
    private readonly stored: Database<StoredKeys, string>,
    public keys: VaultKeys,
    private readonly room: StorageRoom,
  ) {}

  /** Opens its records, as many as a look at it may take. @throws an Error that names one that was altered */
  async assertReadable(most = MOST_OPENED): Promise<void> {
    let opened = 0;
    for await (const { key, record } of this.#living()) {
      openRecord(this.keys, key[0], key[1], record);
      opened += 1;
      if (opened === most) return;
    }
  }

  /** One process has the vault: its keys are as this one knows them. */
  async readKeys(): Promise<VaultKeys> {
    return this.keys;
  }

  async replaceKeys(next: VaultKeys): Promise<boolean> {
    this.room.assertWritable(RECORD_BYTES);
    await committed(this.stored.put(KEYS, next.stored()));
    this.keys = next;
    return true;
  }

  async sealAnew(onPage: () => Promise<void> = async () => undefined): Promise<number> {
    const { keys } = this;
    let count = 0;
    let page: Promise<boolean>[] = [];
    const flush = async () => {
      count += (await Promise.all(page)).filter(Boolean).length;
      page = [];
      await onPage();
    };
    for await (const { key, record } of this.#living()) {
      if (!isOfOlderKey(keys, record)) continue;
      page.push(this.#writer.add({ key, decide: (current) => anew(keys, key, current) }));
      if (page.length === SEALED_AT_ONCE) await flush();
    }
    await flush();
    return count;
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

  /** Ids of a kind that were erased; for copying a whole vault. */
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

  /** Living and expired records from a key on. */
  async *#living(from?: RecordKey): AsyncIterable<{ key: RecordKey; record: SealedRecord }> {
    for await (const { key, value } of this.#all(from)) if (!isTombstone(value)) yield { key, record: value };
  }

  /** Everything from a key on; reads in batches, so that no snapshot is held while the caller works. */
  async *#all(from?: RecordKey): AsyncIterable<{ key: RecordKey; value: StoredRecord }> {
    let range: RangeOptions = from ? { start: from } : {};
    for (;;) {
      const batch = [...this.records.getRange({ ...range, limit: READ_BATCH })];
      yield* batch;
      const last = batch.at(-1);
      if (!last || batch.length < READ_BATCH) return;
      range = { start: last.key, exclusiveStart: true };
      await nextTurn();
    }
  }

  /** Returns whether each job changed something; each is judged as if those before it were already written. */
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

/** Whoever was erased meanwhile stays erased. */
function anew(keys: VaultKeys, [kind, id]: RecordKey, current: StoredRecord | undefined): SealedRecord | undefined {
  if (!current || isTombstone(current) || !isOfOlderKey(keys, current)) return undefined;
  return sealedAnew(keys, kind, id, current);
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
