import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '../http/request.js';
import { Secrets } from '../secrets.js';
import { openLmdbVault } from './lmdb-vault.js';

export const session: Session = { accountId: 'ada', sid: 's-1', roles: ['admin'], version: 0, signedInAt: 0 };

/** A vault of its own with the secret under which requests with a key are known again. */
export async function openRepeats() {
  const directory = await mkdtemp(join(tmpdir(), 'repeats-'));
  const vault = await openLmdbVault(directory, randomBytes(32));
  const secrets = await Secrets.open(vault, ['repeats']);
  const close = async () => {
    await vault.close();
    await rm(directory, { recursive: true });
  };
  return { vault, secrets, close };
}
