import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import type { MongoStore } from '../mongo/mongo-store.js';
import { isDuplicate } from '../mongo/passing.js';
import type { MasterKeys } from './master-keys.js';
import { openRecord, type SealedRecord } from './sealed-record.js';
import { keysOfBefore, MasterKeyMissing, type StoredKeys, VaultKeys } from './vault-keys.js';

type KeysRecord = StoredKeys & { _id: string };

const ABOUT = 'about';
const KEYS = 'keys';
/** sealed by its master key itself, in a vault of before there were data keys */
const PROOF = 'master-key';
/** ms between looks at what another process may have rotated */
const LOOK = 30_000;
/** ms after which every process that shares the vault seals under new keys */
export const FOLLOWED_AFTER = LOOK + 5_000;

/** The keys of a vault that several processes share: one document, replaced as a whole by whoever rotates them, followed by the others. */
export class MongoVaultKeys {
  private readonly timer = setInterval(() => void this.look(), LOOK).unref();

  private constructor(
    private readonly store: MongoStore,
    private readonly masterKeys: MasterKeys,
    public current: VaultKeys,
    /** as it was read last; null: there is none yet */
    private stored: StoredKeys | null,
  ) {}

  /** @throws an Error that names MASTER_KEY */
  static async open(store: MongoStore, masterKeys: MasterKeys): Promise<MongoVaultKeys> {
    for (;;) {
      const stored = await store.repeat(() => find(store));
      if (stored) return new MongoVaultKeys(store, masterKeys, await opened(stored, masterKeys), stored);
      const proof = await store.repeat(() => proofsOf(store).findOne({ _id: PROOF }));
      if (proof) {
        const keys = keysOfBefore(masterKeys, (each) => opens(each, proof));
        return new MongoVaultKeys(store, masterKeys, keys, null);
      }
      const [newest] = masterKeys.all;
      if (!newest) throw new Error('MASTER_KEY: there is no master key');
      const fresh = VaultKeys.fresh(newest).stored();
      // Of processes that start at once on nothing, the first one's keys stand.
      await store.repeat(() => inserted(store, fresh));
    }
  }

  /** As they are stored now. @throws MasterKeyMissing */
  async read(): Promise<VaultKeys> {
    const stored = await this.store.repeat(() => find(this.store));
    if (stored && !isDeepStrictEqual(stored, this.stored)) {
      this.current = await VaultKeys.open(stored, this.masterKeys);
      this.stored = stored;
    }
    return this.current;
  }

  /** A repeat after a lost answer finds what it wrote. */
  async replace(next: VaultKeys): Promise<boolean> {
    const [before, wanted] = [this.stored, next.stored()];
    await this.store.repeat(async () => {
      if (before === null) return inserted(this.store, wanted);
      const { masterKey, isSealing } = before;
      return keysIn(this.store).replaceOne({ _id: KEYS, masterKey, isSealing }, wanted);
    });
    const found = await this.store.repeat(() => find(this.store));
    if (found === null || !areSame(found, wanted)) return false;
    [this.current, this.stored] = [next, wanted];
    return true;
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** What cannot be read now is read at the next look, or by whoever needs it. */
  private async look(): Promise<void> {
    await this.read().catch(() => undefined);
  }
}

function keysIn({ db }: MongoStore): mongo.Collection<KeysRecord> {
  return db.collection<KeysRecord>(ABOUT, { readConcern: { level: 'majority' } });
}

function proofsOf({ db }: MongoStore): mongo.Collection<SealedRecord & { _id: string }> {
  return db.collection(ABOUT);
}

async function find(store: MongoStore): Promise<StoredKeys | null> {
  const found = await keysIn(store).findOne({ _id: KEYS });
  if (!found) return null;
  const { masterKey, keys, isSealing } = found;
  return { masterKey, keys: keys.map(({ id, sealed }) => ({ id, sealed })), isSealing };
}

/** Whether they are the same keys; each time they are sealed it looks different. */
function areSame(a: StoredKeys, b: StoredKeys): boolean {
  const ids = ({ keys }: StoredKeys) => keys.map(({ id }) => id);
  return a.masterKey === b.masterKey && isDeepStrictEqual(ids(a), ids(b));
}

async function inserted(store: MongoStore, stored: StoredKeys): Promise<void> {
  try {
    await keysIn(store).insertOne({ _id: KEYS, ...stored, keys: [...stored.keys] });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

function opens(keys: VaultKeys, { sealed, createdAt }: SealedRecord): boolean {
  try {
    openRecord(keys, 'secret', PROOF, { sealed, createdAt });
    return true;
  } catch {
    return false;
  }
}

async function opened(stored: StoredKeys, masterKeys: MasterKeys): Promise<VaultKeys> {
  try {
    return await VaultKeys.open(stored, masterKeys);
  } catch (error) {
    if (!(error instanceof MasterKeyMissing)) throw error;
    throw new Error(`MASTER_KEY is not the one this vault was sealed with. ${error.message}`, { cause: error });
  }
}
