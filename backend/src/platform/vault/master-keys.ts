import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { Refused } from '../decider.js';
import { addToKeyFile, loadMasterKey, type MasterKey, masterKeyOf, readKeyFile } from './master-key.js';

export interface MasterKeySettings {
  /** MASTER_KEY and those of MASTER_KEY_OLD, the newest first */
  given: readonly Buffer[];
  /** MASTER_KEY_FILE */
  file: string | null;
}

/** The master keys that a process has, the newest first: which of them is in use is the vault's to say. */
export class MasterKeys {
  private constructor(
    private keys: readonly MasterKey[],
    private readonly read: () => Promise<readonly MasterKey[]>,
    /** where a new key may be written; null: its keys are somebody else's to change */
    private readonly own: string | null,
  ) {}

  static of(...keys: readonly Buffer[]): MasterKeys {
    const given = keys.map((key) => masterKeyOf(key));
    return new MasterKeys(given, async () => given, null);
  }

  /** Keys that several processes share: none is made here. @throws an Error that names MASTER_KEY_FILE */
  static async shared({ given, file }: MasterKeySettings): Promise<MasterKeys> {
    const read = async () => [...MasterKeys.of(...given).all, ...(file === null ? [] : await inFile(file))];
    const keys = await read();
    if (keys.length === 0) throw new Error(`MASTER_KEY_FILE: there is no file ${file}`);
    return new MasterKeys(keys, read, null);
  }

  /**
   * Of one process with a data directory. What lies in `fallback` is looked at as well, so that a key that was there can be moved
   * elsewhere; without any key one is made: in the file that the settings name, or there.
   */
  static async embedded({ given, file }: MasterKeySettings, fallback: string): Promise<MasterKeys> {
    const files = [...new Set([...(file === null ? [] : [file]), fallback])];
    const read = async () => [
      ...MasterKeys.of(...given).all,
      ...(await Promise.all(files.map((each) => inFile(each)))).flat(),
    ];
    if ((await read()).length === 0) await loadMasterKey(file ?? fallback);
    return new MasterKeys(await read(), read, given.length > 0 ? null : (file ?? fallback));
  }

  get all(): readonly MasterKey[] {
    return this.keys;
  }

  /** Files may have got another key since. */
  async readAgain(): Promise<void> {
    this.keys = await this.read();
  }

  /** The newest key, where it is newer than this one; else one that is made. @throws Refused 'no-newer-key' where none can be made here */
  async after(id: string): Promise<MasterKey> {
    await this.readAgain();
    if (this.own !== null && this.all[0]?.id === id) {
      await addToKeyFile(this.own);
      await this.readAgain();
    }
    const [newest] = this.all;
    if (newest !== undefined && newest.id !== id) return newest;
    const text =
      'There is no newer master key than the one in use. Set MASTER_KEY to a new one and MASTER_KEY_OLD to this one (or put the new ' +
      'one first in MASTER_KEY_FILE), for every process, start them again, and ask once more.';
    throw new Refused('no-newer-key', 'conflict', text);
  }
}

async function inFile(file: string): Promise<MasterKey[]> {
  return ((await readKeyFile(file)) ?? []).map((key) => masterKeyOf(key, file));
}

/** What an operator should hear: who copies the directory has the key and what it opens. */
export function keyBesideItsVault({ file }: Pick<MasterKey, 'file'>, dataDir: string): string | null {
  if (file === null) return null;
  if (![dataDir, realPathOf(dataDir)].some((directory) => isInside(file, directory))) return null;
  return (
    `WARNING: the master key lies in the data directory (${file}). WHOEVER COPIES THAT DIRECTORY CAN READ EVERYTHING IN IT, CARDS TOO. ` +
    'Set MASTER_KEY_FILE to a file elsewhere and run: npm run log -- rotate-key'
  );
}

function isInside(file: string, directory: string): boolean {
  const way = relative(resolve(directory), resolve(file));
  return !/^\.\.([/\\]|$)/.test(way) && !isAbsolute(way);
}

function realPathOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory; // there is none yet
  }
}
