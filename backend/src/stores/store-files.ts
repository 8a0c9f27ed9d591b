import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKEND } from '../config/backend-folder.js';

/** The files of the embedded stores, looked through before anything of this process maps them into its memory. */

export const STORE_FILES = {
  log: 'log/data.mdb',
  vault: 'vault/data.mdb',
  'read-models': 'read-models/data.sqlite',
} as const;
type StoreName = keyof typeof STORE_FILES;
const CALLED = { log: 'the event log', vault: 'the vault' } as const;
type LmdbStore = keyof typeof CALLED;

const PROGRAM = join(BACKEND, 'assets/programs/read-store.js');
/** ms to read a store, and bytes that are read in one of them at least: more than that, and the reading does not end */
const [PATIENCE, BYTES_PER_MS] = [60_000, 5_000];
/** how many of the newest events' texts are read after a stop without a farewell: a start folds fewer */
const NEWEST = 100_000;
/** file that says how the stores' files were when they were closed */
const CLOSED = 'closed';

/** A store that cannot be read as a whole. The text is for people: which store, which file, what to do. */
export class StoreDamaged extends Error {
  constructor(name: LmdbStore, file: string, why: string) {
    const what = `${CALLED[name]} is damaged (${file}: ${why})`;
    super(
      `DATA_DIR: ${what}; put log and vault of the last backup in place of both, as docs/operations.md says under "A damaged store".`,
    );
  }
}

export interface LookedThrough {
  /** they are as they were closed, and were not read again */
  isVaultAsClosed: boolean;
  areReadModelsAsClosed: boolean;
  /** why the read models have to be made anew; null: they can be read */
  readModels: string | null;
}

/**
 * Reads log and vault in processes of their own, but for what is as it was closed. `root`: the data directory, whose lock is
 * held. @throws StoreDamaged of what cannot be made anew
 */
export async function lookThrough(root: string): Promise<LookedThrough> {
  assertThere(root);
  const closed = await readClosed(root);
  const asClosed = await asIn(root, closed);
  // What was closed and has changed since was changed by somebody else: all of it is read.
  const count = closed === '' ? NEWEST : Number.MAX_SAFE_INTEGER;
  const whole = async (name: LmdbStore) => (asClosed.has(name) ? undefined : assertWhole(root, name, count));
  const looks = [whole('log'), whole('vault')];
  // None is still at work when this one ends.
  await Promise.allSettled(looks);
  await Promise.all(looks);
  const areReadModelsAsClosed = asClosed.has('read-models');
  const wereChanged = !areReadModelsAsClosed && closed !== '' && existsSync(fileOf(root, 'read-models'));
  const readModels = wereChanged ? 'their file was changed after it was closed' : null;
  return { isVaultAsClosed: asClosed.has('vault'), areReadModelsAsClosed, readModels };
}

/** Of the log alone, whose texts need not all be readable, while the lock is held. @throws StoreDamaged */
export async function assertLogWhole(root: string): Promise<void> {
  if (!(await asIn(root, await readClosed(root))).has('log')) await assertWhole(root, 'log', 0);
}

/** @throws StoreDamaged when a record of the vault does not open */
export async function assertRecords(root: string, vault: { assertReadable(): Promise<void> }): Promise<void> {
  try {
    await vault.assertReadable();
  } catch (error) {
    throw new StoreDamaged('vault', fileOf(root, 'vault'), error instanceof Error ? error.message : String(error));
  }
}

/** From now on only `noteClosed` says that the files are whole. */
export async function noteOpened(root: string): Promise<void> {
  await rm(join(root, CLOSED), { force: true });
}

/** Call it once all stores are closed, while the lock is still held. */
export async function noteClosed(root: string): Promise<void> {
  const file = join(root, CLOSED);
  await writeFile(`${file}.new`, await standing(root), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The vault is made after the log: one without the other has lost it, and an empty one in its place would hide that. */
function assertThere(root: string): void {
  const file = fileOf(root, 'log');
  if (!existsSync(file) && existsSync(fileOf(root, 'vault')))
    throw new StoreDamaged('log', file, 'there is no such file');
}

async function assertWhole(root: string, name: LmdbStore, texts: number): Promise<void> {
  const damage = await damageIn(root, name, texts);
  if (damage !== null) throw new StoreDamaged(name, fileOf(root, name), damage);
}

/** Null where there is nothing, or nothing wrong. */
async function damageIn(root: string, name: LmdbStore, texts: number): Promise<string | null> {
  const size = (await stat(fileOf(root, name)).catch(() => null))?.size;
  if (size === undefined) return null;
  // Else LMDB's own refusal would pass for damage.
  await access(fileOf(root, name), constants.R_OK | constants.W_OK);
  // LMDB would take it for a new one.
  if (size === 0) return 'it is empty';
  const reading = spawn(process.execPath, [PROGRAM, join(root, name), String(texts)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE + Math.ceil(size / BYTES_PER_MS),
    killSignal: 'SIGKILL',
  });
  let said = '';
  reading.stdout.on('data', (text) => {
    said += text;
  });
  const [code, signal] = (await once(reading, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) return `reading it ended with ${signal ?? `exit code ${code}`}`;
  return (JSON.parse(said) as { damage: string | null }).damage;
}

function fileOf(root: string, name: StoreName): string {
  return join(root, STORE_FILES[name]);
}

async function readClosed(root: string): Promise<string> {
  return readFile(join(root, CLOSED), 'utf8').catch(() => '');
}

async function asIn(root: string, closed: string): Promise<ReadonlySet<string>> {
  const lines = closed.split('\n');
  const now = (await standing(root)).split('\n').filter((line) => line !== '' && lines.includes(line));
  return new Set(now.map((line) => line.split(' ', 1)[0] ?? ''));
}

/** How the files are, a line each: another one in its place, or a byte written, changes it. */
async function standing(root: string): Promise<string> {
  const each = Object.keys(STORE_FILES).map(async (name) => {
    const found = await stat(fileOf(root, name as StoreName), { bigint: true }).catch(() => null);
    return `${name} ${found ? [found.ino, found.size, found.mtimeNs].join(' ') : 'none'}\n`;
  });
  return (await Promise.all(each)).join('');
}
