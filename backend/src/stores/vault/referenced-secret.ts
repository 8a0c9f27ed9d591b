import type { Vault, VaultEntry, VaultKind } from './vault.js';

/** The log names a record that the vault lacks: the vault is lost or outdated. Never treat this as an erasure. */
export class VaultBehind extends Error {
  readonly statusCode = 503;

  constructor(readonly what: string) {
    super(`the vault knows nothing of ${what}: it is lost or older than the log`);
  }
}

type Asked = [kind: VaultKind, id: string];

const MOST = 100;
const missing = new WeakMap<Vault, Map<string, Asked>>();

/** @throws VaultBehind */
export async function namedRecord<T>(vault: Vault, kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased'> {
  const entry = await vault.get<T>(kind, id);
  if (entry === undefined) throw isMissing(vault, kind, id);
  return entry;
}

/** @throws VaultBehind */
export async function namedRecords<T>(
  vault: Vault,
  kind: VaultKind,
  ids: readonly string[],
): Promise<Map<string, VaultEntry<T> | 'erased'>> {
  if (ids.length === 0) return new Map();
  const found = await vault.getMany<T>(kind, ids);
  for (const id of ids) if (!found.has(id)) throw isMissing(vault, kind, id);
  return found;
}

export function isMissing(vault: Vault, kind: VaultKind, id: string): VaultBehind {
  const known = missing.get(vault) ?? new Map<string, Asked>();
  missing.set(vault, known);
  if (known.size < MOST) known.set(`${kind}/${id}`, [kind, id]);
  return new VaultBehind(`${kind} ${id}`);
}

export async function stillMissing(vault: Vault): Promise<string[]> {
  const known = missing.get(vault);
  if (!known) return [];
  const look = async ([key, [kind, id]]: [string, Asked]) => {
    if ((await vault.get(kind, id)) !== undefined) known.delete(key);
  };
  await Promise.all([...known].map(look));
  return [...known.values()].map((asked) => asked.join(' '));
}
