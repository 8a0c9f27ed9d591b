import type { Vault, VaultEntry, VaultKind } from './vault.js';

/** The log names a record that the vault lacks: the vault is lost or outdated. Never treat this as an erasure. */
export class StaleVault extends Error {
  readonly statusCode = 503;

  constructor(readonly what: string) {
    super(`the vault knows nothing of ${what}: it is lost or older than the log`);
  }
}

interface Missing {
  kind: VaultKind;
  id: string;
  source: string;
}

const MOST = 100;
const missing = new WeakMap<Vault, Map<string, Missing>>();

/** @throws StaleVault */
export async function referencedSecret<T>(
  vault: Vault,
  kind: VaultKind,
  id: string,
): Promise<VaultEntry<T> | 'erased'> {
  const entry = await vault.get<T>(kind, id);
  if (entry === undefined) throw isMissing(vault, kind, id);
  return entry;
}

/** @throws StaleVault */
export async function referencedSecrets<T>(
  vault: Vault,
  kind: VaultKind,
  ids: readonly string[],
): Promise<Map<string, VaultEntry<T> | 'erased'>> {
  if (ids.length === 0) return new Map();
  const found = await vault.getMany<T>(kind, ids);
  for (const id of ids) if (!found.has(id)) throw isMissing(vault, kind, id);
  return found;
}

/** `source`: another record that serves as well. */
export function isMissing(vault: Vault, kind: VaultKind, id: string, source = id): StaleVault {
  const ofVault = missing.get(vault) ?? new Map<string, Missing>();
  missing.set(vault, ofVault);
  if (ofVault.size < MOST) ofVault.set(`${kind}/${id}`, { kind, id, source });
  return new StaleVault(`${kind} ${id}`);
}

export async function stillMissing(vault: Vault): Promise<string[]> {
  const ofVault = missing.get(vault);
  if (!ofVault) return [];
  const look = async ([key, { kind, id, source }]: [string, Missing]) => {
    if ((await vault.getMany(kind, [id, source])).size > 0) ofVault.delete(key);
  };
  await Promise.all([...ofVault].map(look));
  return [...ofVault.values()].map(({ kind, id }) => `${kind} ${id}`);
}
