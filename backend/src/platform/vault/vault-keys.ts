import { randomBytes } from 'node:crypto';
import { StoreUnavailable } from '../store-unavailable.js';
import type { MasterKey } from './master-key.js';
import type { MasterKeys } from './master-keys.js';
import { seal, unseal } from './sealer.js';

/** What a vault keeps of its keys, in one record that is replaced as a whole. */
export interface StoredKeys {
  /** id of the master key that opens all of them */
  masterKey: string;
  /** data keys, the newest last; each sealed under the master key */
  keys: readonly { id: string; sealed: string }[];
  /** records of before the newest key are not yet all sealed under it */
  isSealing: boolean;
}

/** What records without a key's id are sealed under; in a vault of before there were data keys it is its master key. */
export const FIRST = 'first';
const DATA_KEY_BYTES = 32;

/** This process has not been given the master key that the vault names. The text is for people. */
export class MasterKeyMissing extends StoreUnavailable {
  constructor(id: string) {
    super(
      `The vault is sealed under the master key ${id}, which is none of those given (MASTER_KEY, MASTER_KEY_OLD, MASTER_KEY_FILE). ` +
        'A backup is opened by the key of its time.',
    );
  }
}

/** The data keys of a vault, opened. Values are sealed under the newest and opened under the one that their record names. */
export class VaultKeys {
  /** the id of the newest key */
  readonly newest: string;
  readonly newestKey: Buffer;

  private constructor(
    readonly masterKey: MasterKey,
    private readonly keys: ReadonlyMap<string, Buffer>,
    readonly isSealing: boolean,
  ) {
    const [id, key] = [...keys].at(-1) ?? [];
    if (id === undefined || key === undefined) throw new Error('the vault names no data key');
    this.newest = id;
    this.newestKey = key;
  }

  /** Of a vault with nothing in it. */
  static fresh(masterKey: MasterKey): VaultKeys {
    return new VaultKeys(masterKey, new Map([[FIRST, randomBytes(DATA_KEY_BYTES)]]), false);
  }

  /** Of a vault that has no record of its keys: its master key sealed everything itself. */
  static ofBefore(masterKey: MasterKey): VaultKeys {
    return new VaultKeys(masterKey, new Map([[FIRST, masterKey.key]]), false);
  }

  /** @throws MasterKeyMissing, an Error when the record was altered */
  static async open(stored: StoredKeys, masterKeys: MasterKeys): Promise<VaultKeys> {
    const find = () => masterKeys.all.find(({ id }) => id === stored.masterKey);
    if (!find()) await masterKeys.readAgain();
    const masterKey = find();
    if (!masterKey) throw new MasterKeyMissing(stored.masterKey);
    const open = ({ id, sealed }: StoredKeys['keys'][number]): [string, Buffer] => {
      try {
        return [id, Buffer.from(unseal(masterKey.key, boundTo(id, masterKey.id), sealed) as string, 'base64url')];
      } catch (error) {
        throw new Error(`the vault's data key ${id} cannot be opened: it was altered`, { cause: error });
      }
    };
    return new VaultKeys(masterKey, new Map(stored.keys.map(open)), stored.isSealing);
  }

  key(id: string): Buffer | undefined {
    return this.keys.get(id);
  }

  /** The same keys and a new one, under another master key; everything is still to be sealed under the new one. */
  rotated(to: MasterKey): VaultKeys {
    const id = `${this.keys.size + 1}-${randomBytes(4).toString('hex')}`;
    return new VaultKeys(to, new Map([...this.keys, [id, randomBytes(DATA_KEY_BYTES)]]), true);
  }

  /** The same once no record is under an older key any more. */
  settled(): VaultKeys {
    return new VaultKeys(this.masterKey, this.keys, false);
  }

  stored(): StoredKeys {
    const { id: masterKey, key } = this.masterKey;
    const sealed = [...this.keys].map(([id, own]) => ({
      id,
      sealed: seal(key, boundTo(id, masterKey), own.toString('base64url')),
    }));
    return { masterKey, keys: sealed, isSealing: this.isSealing };
  }
}

const boundTo = (id: string, masterKey: string): string => JSON.stringify(['data key', id, masterKey]);

/** Which of the master keys sealed a vault of before: only the right one opens what lies in it. @throws an Error that names MASTER_KEY */
export function keysOfBefore(masterKeys: MasterKeys, opens: (keys: VaultKeys) => boolean): VaultKeys {
  const all = masterKeys.all.map((each) => VaultKeys.ofBefore(each));
  const right = all.find((each) => opens(each));
  if (right) return right;
  throw new Error('MASTER_KEY is not the one this vault was sealed with, nor is any key in a file');
}
