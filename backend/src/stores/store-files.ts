import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKEND } from '../config/config.js';

export const STORE_FILES = {
  log: 'log/data.mdb',
  vault: 'vault/data.mdb',
  'read-models': 'read-models/data.sqlite',
} as const;
type StoreName = keyof typeof STORE_FILES;
const CALLED = { log: 'the event log', vault: 'the vault' } as const;
type LmdbStore = keyof typeof CALLED;

const PROGRAM = join(BACKEND, 'assets/programs/read-store.js');
/** ms, and bytes per ms, until a check fails */
const [PATIENCE, BYTES_PER_MS] = [60_000, 5_000];
const NEWEST = 100_000;
const CLOSED = 'closed';

export class StoreDamaged extends Error {
  constructor(name: LmdbStore, file: string, why: string) {
    const what = `${CALLED[name]} is damaged (${file}: ${why})`;
    super(
      `DATA_DIR: ${what}; put log and vault of the last backup in place of both, as docs/operations.md says under "A damaged store".`,
    );
  }
}

export interface LookedThrough {
  isVaultAsClosed: boolean;
  areReadModelsAsClosed: boolean;
  readModels: string | null;
}

/** Checks changed files while the caller holds the lock. @throws StoreDamaged for log or vault */
export async function lookThrough(root: string): Promise<LookedThrough> {
  assertThere(root);
  const closed = await readClosed(root);
  const asClosed = await asIn(root, closed);
  const count = closed === '' ? NEWEST : Number.MAX_SAFE_INTEGER;
  const whole = async (name: LmdbStore) => (asClosed.has(name) ? undefined : assertWhole(root, name, count));
  const looks = [whole('log'), whole('vault')];
  await Promise.allSettled(looks);
  await Promise.all(looks);
  const areReadModelsAsClosed = asClosed.has('read-models');
  const wereChanged = !areReadModelsAsClosed && closed !== '' && existsSync(fileOf(root, 'read-models'));
  const readModels = wereChanged ? 'their file was changed after it was closed' : null;
  return { isVaultAsClosed: asClosed.has('vault'), areReadModelsAsClosed, readModels };
}

/** Checks the structure while the caller holds the lock. @throws StoreDamaged */
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

export async function noteOpened(root: string): Promise<void> {
  await rm(join(root, CLOSED), { force: true });
}

/** Call it after all stores are closed, while the lock is held. */
export async function noteClosed(root: string): Promise<void> {
  const file = join(root, CLOSED);
  await writeFile(`${file}.new`, await listing(root), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The vault is created after the log: a vault alone means that the log is lost. */
function assertThere(root: string): void {
  const file = fileOf(root, 'log');
  if (!existsSync(file) && existsSync(fileOf(root, 'vault')))
    throw new StoreDamaged('log', file, 'there is no such file');
}

async function assertWhole(root: string, name: LmdbStore, texts: number): Promise<void> {
  const damage = await damageIn(root, name, texts);
  if (damage !== null) throw new StoreDamaged(name, fileOf(root, name), damage);
}

async function damageIn(root: string, name: LmdbStore, texts: number): Promise<string | null> {
  const size = (await stat(fileOf(root, name)).catch(() => null))?.size;
  if (size === undefined) return null;
  // LMDB's permission error would look like damage.
  await access(fileOf(root, name), constants.R_OK | constants.W_OK);
  // LMDB would initialise an empty file.
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
  const now = (await listing(root)).split('\n').filter((line) => line !== '' && lines.includes(line));
  return new Set(now.map((line) => line.split(' ', 1)[0] ?? ''));
}

async function listing(root: string): Promise<string> {
  const each = Object.keys(STORE_FILES).map(async (name) => {
    const found = await stat(fileOf(root, name as StoreName), { bigint: true }).catch(() => null);
    return `${name} ${found ? [found.ino, found.size, found.mtimeNs].join(' ') : 'none'}\n`;
  });
  return (await Promise.all(each)).join('');
}
