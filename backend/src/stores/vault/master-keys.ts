import { createHmac } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { loadKeyFile, MASTER_KEY_BYTES, readKeyFile } from '../../config/key-file.js';
import { MasterKeySettings } from '../../config/master-key-settings.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

export interface MasterKey {
  id: string;
  key: Buffer;
  file: string | null;
}

export class MasterKeyMissing extends StoreUnavailable {
  constructor(id: string) {
    super(
      `The vault holds records sealed with the master key ${id}, which is none of those given (MASTER_KEY). ` +
        'Give it after the first one (MASTER_KEY=new,old, or a line each in the file). To replace a key give every process old,new first, ' +
        'then new,old, and take the old one out once System says that only backups need it. A backup is opened by the key of its time.',
    );
  }
}

export class MasterKeys {
  readonly all: readonly MasterKey[];
  readonly first: MasterKey;

  private constructor(keys: readonly MasterKey[]) {
    const ids = keys.map(({ id }) => id);
    this.all = keys.filter(({ id }, index) => ids.indexOf(id) === index);
    const [first] = this.all;
    if (first === undefined) throw new Error('MASTER_KEY: there is no master key');
    this.first = first;
  }

  static of(...keys: readonly Buffer[]): MasterKeys {
    return new MasterKeys(keys.map((key) => masterKeyOf(key)));
  }

  /** Creates no key. @throws Error that names MASTER_KEY */
  static async shared({ given, file }: MasterKeySettings): Promise<MasterKeys> {
    if (file === null) return MasterKeys.of(...given);
    const keys = await readKeyFile(file);
    if (keys === undefined) throw new Error(`MASTER_KEY: there is no file ${file}`);
    return new MasterKeys(keys.map((key) => masterKeyOf(key, file)));
  }

  /** `fallback` comes last, so that its key can be replaced; missing files are created. */
  static async embedded({ given, file }: MasterKeySettings, fallback: string): Promise<MasterKeys> {
    const isSet = given.length > 0 || file !== null;
    const lying = isSet ? ((await readKeyFile(fallback)) ?? []) : await loadKeyFile(fallback);
    const named = file === null ? [] : await loadKeyFile(file);
    return new MasterKeys([
      ...given.map((key) => masterKeyOf(key)),
      ...named.map((key) => masterKeyOf(key, file)),
      ...lying.map((key) => masterKeyOf(key, fallback)),
    ]);
  }

  assertGiven(ids: Iterable<string>): void {
    for (const id of ids) this.key(id);
  }

  /** @throws MasterKeyMissing */
  key(id: string): Buffer {
    const own = this.all.find((each) => each.id === id);
    if (own === undefined) throw new MasterKeyMissing(id);
    return own.key;
  }
}

function masterKeyOf(key: Buffer, file: string | null = null): MasterKey {
  if (key.length !== MASTER_KEY_BYTES) throw new RangeError(`the master key must have ${MASTER_KEY_BYTES} bytes`);
  const id = createHmac('sha256', key).update('id of a master key').digest('hex').slice(0, 12);
  return { id, key, file };
}

export function keyBesideItsVault({ file }: Pick<MasterKey, 'file'>, dataDir: string): string | null {
  if (file === null) return null;
  if (![dataDir, realPathOf(dataDir)].some((directory) => isInside(file, directory))) return null;
  return (
    `WARNING: the master key lies in the data directory (${file}). WHOEVER COPIES THAT DIRECTORY CAN READ EVERYTHING IN IT, CARDS TOO. ` +
    'Set MASTER_KEY=file:/path to a file elsewhere and start again: a key is made there, and everything is sealed with it.'
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
    return directory; // not created yet
  }
}
