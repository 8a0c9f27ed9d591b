import { seal, unseal } from './sealer.js';
import type { VaultEntry, VaultKind } from './vault.js';
import { FIRST, type VaultKeys } from './vault-keys.js';

interface Times {
  /** ms UTC */
  createdAt: number;
  /** ms UTC */
  expiresAt?: number;
}

/** A record as every vault keeps it; the same in all of them, so that it can be moved as it is. */
export interface SealedRecord extends Times {
  sealed: string;
  /** id of the data key; none: the first */
  key?: string;
}

const MAX_ID_BYTES = 1_899;
const PLAIN_ID = new RegExp(`^[ -~]{1,${MAX_ID_BYTES}}$`);

/** Seals a value under the newest data key, bound to its kind, id and times. */
export function sealRecord(
  keys: VaultKeys,
  kind: VaultKind,
  id: string,
  value: unknown,
  { createdAt, expiresAt }: Partial<Times>,
): SealedRecord {
  const times = { createdAt: createdAt ?? Date.now(), ...(expiresAt === undefined ? {} : { expiresAt }) };
  const sealed = seal(keys.newestKey, boundTo(kind, id, times), value);
  return { ...times, sealed, ...(keys.newest === FIRST ? {} : { key: keys.newest }) };
}

/** Whether a rotation has still to seal it under the newest key. */
export function isOfOlderKey(keys: VaultKeys, { key = FIRST }: Pick<SealedRecord, 'key'>): boolean {
  return key !== keys.newest;
}

/** The same record under the newest key. @throws as `openRecord` */
export function sealedAnew(keys: VaultKeys, kind: VaultKind, id: string, record: SealedRecord): SealedRecord {
  const { value, ...times } = openRecord(keys, kind, id, record);
  return sealRecord(keys, kind, id, value, times);
}

/** Whether these keys can open it at all, as far as can be seen from outside. */
export function hasKeyOf(keys: VaultKeys, { key = FIRST }: Pick<SealedRecord, 'key'>): boolean {
  return keys.key(key) !== undefined;
}

/** @throws an Error that names kind and id when another master key sealed it, or it was altered */
export function openRecord<T>(
  keys: VaultKeys,
  kind: VaultKind,
  id: string,
  { sealed, key = FIRST, ...times }: SealedRecord,
): VaultEntry<T> {
  try {
    const own = keys.key(key);
    if (own === undefined) throw new Error(`there is no data key ${key}`);
    return { ...times, value: unseal(own, boundTo(kind, id, times), sealed) as T };
  } catch (error) {
    const text = `the vault cannot open ${kind} ${id}: another master key, or the record was altered`;
    throw new Error(text, { cause: error });
  }
}

/** As JSON.stringify makes it of the four in a list, which takes three times as long. */
function boundTo(kind: VaultKind, id: string, { createdAt, expiresAt }: Times): string {
  return `["${kind}",${JSON.stringify(id)},${createdAt},${expiresAt ?? null}]`;
}

/** @throws RangeError */
export function assertRecordId(id: string): void {
  if (PLAIN_ID.test(id)) return;
  const bytes = Buffer.from(id);
  // LMDB's keys are NUL-delimited, and a lone surrogate would not come back as it went in.
  const strange = bytes.some((byte) => byte < 32) || bytes.toString() !== id;
  if (strange || bytes.length === 0 || bytes.length > MAX_ID_BYTES) {
    throw new RangeError(`${JSON.stringify(id.slice(0, 100))} cannot be an id in the vault`);
  }
}
