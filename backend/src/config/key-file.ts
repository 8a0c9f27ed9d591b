import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export const MASTER_KEY_BYTES = 32;

export function masterKeyIn(text: string): Buffer | null {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[\w+/-]{43}=?$/.test(text);
  return isHex || isBase64 ? Buffer.from(text, isHex ? 'hex' : 'base64') : null;
}

/** Reads one key per line; undefined without the file. @throws Error that names a malformed file */
export async function readKeyFile(file: string): Promise<Buffer[] | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(masterKeyIn);
  const valid = keys.filter((key) => key !== null);
  if (valid.length > 0 && valid.length === keys.length) return valid;
  const wanted = `${MASTER_KEY_BYTES} bytes in hex or base64 on each line`;
  throw new Error(`${file} is no master key: it has not ${wanted}. Restore it from a backup.`);
}

/** Creates the file (0600, durable) if it is missing. The vault cannot be opened without it: back it up separately. */
export async function loadKeyFile(file: string): Promise<Buffer[]> {
  const keys = (await readKeyFile(file)) ?? (await make(file));
  if (keys === undefined) throw new Error(`${file} was removed while it was made`);
  return keys;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const EXPLAINED =
  '# Master keys, one on each line. The first seals; the others open what was sealed with them, and backups of their time.\n';

async function make(file: string): Promise<Buffer[] | undefined> {
  const made = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeDurably(made, 'wx', `${EXPLAINED}${randomBytes(MASTER_KEY_BYTES).toString('hex')}\n`);
  try {
    // Unlike rename, link never replaces a key file that another process created meanwhile.
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(made);
  }
  await writeDurably(dirname(file), 'r');
  return readKeyFile(file);
}

async function writeDurably(path: string, flags: 'wx' | 'r', text?: string): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    if (text !== undefined) await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
