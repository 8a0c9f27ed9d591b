import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

/**
 * Opens an LMDB directory whose commits are durable when they resolve.
 *
 * lmdb turns `overlappingSync` on by default (README, "Overlapping Sync Options"): commits then resolve and are visible BEFORE
 * they are flushed, `db.flushed` tells when, and a failed flush leaves `db.flushed` pending for ever (3.5.6: write.js calls the
 * flush resolvers for status 0 only). Off, mdb_txn_commit runs fdatasync on the data, then writes the meta page through an
 * O_DSYNC descriptor (mdb.c, mdb_env_sync0 and mdb_env_write_meta): a commit is durable before it is visible, and a failed
 * one is rejected. With one writer that waits for each group, both were measured equally fast.
 */
export function openEnvironment(
  path: string,
  opened: (options: RootDatabaseOptionsWithPath) => RootDatabase = openForOurselves,
): RootDatabase {
  // eventTurnBatching makes a promise of its own per turn that nobody can catch: a failed commit would end the process.
  return opened({ path, noSubdir: false, overlappingSync: false, eventTurnBatching: false, maxDbs: 8 });
}

function openForOurselves({ path = '', ...options }: RootDatabaseOptionsWithPath): RootDatabase {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const root = open({ path, ...options });
  keepToOurselves(path, ['data.mdb', 'lock.mdb']);
  return root;
}

/** LMDB makes its files 0664, less the umask; what is in them is nobody else's to read. */
function keepToOurselves(directory: string, files: readonly string[]): void {
  for (const file of files) chmodSync(join(directory, file), 0o600);
}

/**
 * LMDB's own copy of a directory into another one: a snapshot, while other processes go on writing. Compacted, so that nothing
 * erased is left in free pages. Source: http://www.lmdb.tech/doc/group__mdb.html (mdb_env_copy2)
 */
export async function copyEnvironment(from: string, to: string): Promise<void> {
  const environment = open({ path: from, noSubdir: false, readOnly: true, maxDbs: 8 });
  try {
    await environment.backup(to, true);
    keepToOurselves(to, ['data.mdb']);
  } finally {
    await environment.close();
  }
}

/** Awaits a write of lmdb. @throws StoreUnavailable that tells why (a full disk, for one) when it was not committed */
export async function committed(write: Promise<boolean>): Promise<boolean> {
  try {
    return await write;
  } catch (error) {
    throw new StoreUnavailable(`the store could not write: ${await commitError(error)}`, { cause: error });
  }
}

/** lmdb rejects with an error whose `commitError`, a second promise, is rejected with the reason: it must not go unhandled. */
async function commitError(error: unknown): Promise<string> {
  const reason = error instanceof Error && 'commitError' in error ? error.commitError : error;
  const settled = Promise.resolve(reason).catch((cause: unknown) => cause);
  return String(await Promise.race([settled, nextTurn(error)]));
}
