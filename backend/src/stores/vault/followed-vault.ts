import { PortCut, type ThreadPort } from '../thread-port.js';
import { type LmdbVault, openLmdbVault, type VaultWrite } from './lmdb-vault.js';
import type { MasterKeys } from './master-keys.js';
import type { Vault, VaultKind } from './vault.js';

/** Drops what a thread holds of a record: its key, or clear text. */
export type Forget = (kind: VaultKind, id: string) => void;

const [WRITE, FOLLOW, FORGET] = ['vault.write', 'vault.follow', 'vault.forget'];

/** The vault of a thread that does not write it: it reads the files itself, and the other thread writes for it. */
export async function followVault(
  path: string,
  keys: Buffer | MasterKeys,
  port: ThreadPort,
  forget: Forget,
): Promise<Vault> {
  const vault = await openLmdbVault(path, keys, undefined, (write) => port.call(WRITE, write));
  port.serve(FORGET, forget);
  await port.call(FOLLOW);
  return forgetting(vault, async (kind, id) => forget(kind, id));
}

/** Writes for the thread at the other end; an erasure is answered once both threads have forgotten. */
export function serveVault(vault: LmdbVault, port: ThreadPort, forget: Forget): Vault {
  let isFollowed = false;
  port.serve(FOLLOW, () => {
    isFollowed = true;
  });
  port.serve(WRITE, async (write: VaultWrite) => {
    const isChanged = await vault.write(write);
    if ('erase' in write) forget(...write.key);
    return isChanged;
  });
  return forgetting(vault, async (kind, id) => {
    forget(kind, id);
    if (!isFollowed) return;
    // A thread that has ended holds nothing any more.
    await port.call(FORGET, kind, id).catch((error: unknown) => {
      if (!(error instanceof PortCut)) throw error;
    });
  });
}

function forgetting(vault: LmdbVault, forget: (kind: VaultKind, id: string) => Promise<void>): Vault {
  const erase = vault.erase.bind(vault);
  return Object.assign(vault, {
    erase: async (kind: VaultKind, id: string) => {
      await erase(kind, id);
      await forget(kind, id);
    },
  });
}
