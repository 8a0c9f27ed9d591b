import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export const MASTER_KEY_BYTES = 32;

/** Makes the file (0600, durable) at the first start. Without it the vault is lost: back it up apart from the vault. */
export async function loadMasterKey(file: string): Promise<Buffer> {
  const key = (await readIfThere(file)) ?? (await make(file));
  if (key.length !== MASTER_KEY_BYTES) {
    throw new Error(
      `${file} is no master key: it has ${key.length} bytes, not ${MASTER_KEY_BYTES}. Restore it from a backup.`,
    );
  }
  return key;
}

/** 32 bytes in hex or base64. @throws an Error that names MASTER_KEY and never shows it */
export function parseMasterKey(text: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const key = Buffer.from(text, isHex ? 'hex' : 'base64');
  const isBase64 = /^[\w+/-]{43}=?$/.test(text);
  if ((!isHex && !isBase64) || key.length !== MASTER_KEY_BYTES) {
    throw new Error(
      `MASTER_KEY must be ${MASTER_KEY_BYTES} bytes in hex or base64 (openssl rand -hex ${MASTER_KEY_BYTES})`,
    );
  }
  return key;
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
  const made = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const key = randomBytes(MASTER_KEY_BYTES);
  await writeDurably(made, key);
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

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
