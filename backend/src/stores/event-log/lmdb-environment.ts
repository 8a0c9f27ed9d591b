import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

/**
 * With `overlappingSync` (README, "Overlapping Sync Options") commits resolve before the flush, and `db.flushed` never
 * settles after a failed flush (write.js of 3.5.6). Without it a commit is durable before it is visible (mdb.c).
 */
export function openEnvironment(
  path: string,
  opened: (options: RootDatabaseOptionsWithPath) => RootDatabase = openForOurselves,
): RootDatabase {
  // eventTurnBatching creates a promise that nobody can catch: a failed commit would end the process.
  return opened({ path, noSubdir: false, overlappingSync: false, eventTurnBatching: false, maxDbs: 8 });
}

function openForOurselves({ path = '', ...options }: RootDatabaseOptionsWithPath): RootDatabase {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const root = open({ path, ...options });
  keepToOurselves(path, ['data.mdb', 'lock.mdb']);
  return root;
}

/** LMDB creates its files with mode 0664. */
function keepToOurselves(directory: string, files: readonly string[]): void {
  for (const file of files) chmodSync(join(directory, file), 0o600);
}

/** A snapshot without erased data in free pages: http://www.lmdb.tech/doc/group__mdb.html (mdb_env_copy2) */
export async function copyEnvironment(from: string, to: string): Promise<void> {
  const environment = open({ path: from, noSubdir: false, readOnly: true, maxDbs: 8 });
  try {
    await environment.backup(to, true);
    keepToOurselves(to, ['data.mdb']);
  } finally {
    await environment.close();
  }
}

/** @throws StoreUnavailable with the reason when lmdb did not commit */
export async function committed(write: Promise<boolean>): Promise<boolean> {
  try {
    return await write;
  } catch (error) {
    throw new StoreUnavailable(`the store could not write: ${await commitError(error)}`, { cause: error });
  }
}

/** lmdb's error holds a second promise, `commitError`, whose rejection must be handled. */
async function commitError(error: unknown): Promise<string> {
  const reason = error instanceof Error && 'commitError' in error ? error.commitError : error;
  const settled = Promise.resolve(reason).catch((cause: unknown) => cause);
  return String(await Promise.race([settled, nextTurn(error)]));
}
