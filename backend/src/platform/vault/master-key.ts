import { createHmac, randomBytes } from 'node:crypto';
import { link, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export const MASTER_KEY_BYTES = 32;

/** A key-encrypting key: it seals the vault's data keys and nothing else. */
export interface MasterKey {
  /** tells which key it is, and nothing of it */
  id: string;
  key: Buffer;
  /** the file that holds it; null: a setting */
  file: string | null;
}

/** @throws RangeError for a key of another size */
export function masterKeyOf(key: Buffer, file: string | null = null): MasterKey {
  if (key.length !== MASTER_KEY_BYTES) throw new RangeError(`the master key must have ${MASTER_KEY_BYTES} bytes`);
  const id = createHmac('sha256', key).update('id of a master key').digest('hex').slice(0, 12);
  return { id, key, file };
}

/** Makes the file (0600, durable) at the first start. Without it the vault is lost: back it up apart from the vault. */
export async function loadMasterKey(file: string): Promise<Buffer> {
  const [newest] = (await readKeyFile(file)) ?? [await make(file)];
  if (newest === undefined) throw new Error(`${file} holds no master key`);
  return newest;
}

/** The keys of a file, the newest first; undefined when there is no such file. 32 bytes as they are, or a key in hex or base64 on each line. */
export async function readKeyFile(file: string): Promise<Buffer[] | undefined> {
  const bytes = await readIfThere(file);
  if (bytes === undefined || bytes.length === MASTER_KEY_BYTES) return bytes && [bytes];
  const lines = bytes.toString('latin1').split(/\r?\n/);
  const keys = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map((line) => bytesOf(line.trim()));
  const known = keys.filter((key) => key !== null);
  if (known.length > 0 && known.length === keys.length) return known;
  throw new Error(
    `${file} is no master key: it has ${bytes.length} bytes, not ${MASTER_KEY_BYTES}, and no keys in hex or base64 on its lines. Restore it from a backup.`,
  );
}

/** Writes a new key before those of the file, which stay for older backups; durable when it resolves. */
export async function addToKeyFile(file: string): Promise<void> {
  const older = (await readKeyFile(file)) ?? [];
  const keys = [randomBytes(MASTER_KEY_BYTES), ...older].map((key) => `${key.toString('hex')}\n`);
  const made = await writeBeside(file, Buffer.from(EXPLAINED + keys.join('')));
  await rename(made, file);
  await syncDirectory(dirname(file));
}

const EXPLAINED =
  '# Master keys, the newest first. An older one opens backups of its time: remove its line once the last of them is gone.\n';

/** 32 bytes in hex or base64. @throws an Error that names MASTER_KEY and never shows it */
export function parseMasterKey(text: string): Buffer {
  const key = bytesOf(text);
  if (key !== null) return key;
  throw new Error(
    `MASTER_KEY must be ${MASTER_KEY_BYTES} bytes in hex or base64 (openssl rand -hex ${MASTER_KEY_BYTES})`,
  );
}

function bytesOf(text: string): Buffer | null {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[\w+/-]{43}=?$/.test(text);
  const key = Buffer.from(text, isHex ? 'hex' : 'base64');
  return (isHex || isBase64) && key.length === MASTER_KEY_BYTES ? key : null;
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function make(file: string): Promise<Buffer> {
  const made = await writeBeside(file, randomBytes(MASTER_KEY_BYTES));
  try {
    // Unlike rename, link never replaces a key that another process made meanwhile.
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(made);
  }
  await syncDirectory(dirname(file));
  return await readFile(file);
}

async function writeBeside(file: string, bytes: Buffer): Promise<string> {
  const made = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const handle = await open(made, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return made;
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
