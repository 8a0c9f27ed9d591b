import type { MasterKeys } from './master-keys.js';
import { seal, unseal } from './seal.js';
import type { VaultEntry, VaultKind } from './vault.js';

interface Times {
  /** ms UTC */
  createdAt: number;
  /** ms UTC */
  expiresAt?: number;
}

export interface SealedRecord extends Times {
  sealed: string;
  key: string;
}

const MAX_ID_BYTES = 1_899;
const PLAIN_ID = new RegExp(`^[ -~]{1,${MAX_ID_BYTES}}$`);

export function sealRecord(
  { first }: MasterKeys,
  kind: VaultKind,
  id: string,
  value: unknown,
  { createdAt = Date.now(), expiresAt }: Partial<Times>,
): SealedRecord {
  const times = timesOf(createdAt, expiresAt);
  return { ...times, sealed: seal(first.key, boundTo(kind, id, times), value), key: first.id };
}

export function sealedAnew(keys: MasterKeys, kind: VaultKind, id: string, record: SealedRecord): SealedRecord {
  const { value, ...times } = openRecord(keys, kind, id, record);
  return sealRecord(keys, kind, id, value, times);
}

/** @throws MasterKeyMissing, Error that names an altered record */
export function openRecord<T>(
  keys: MasterKeys,
  kind: VaultKind,
  id: string,
  { sealed, key, createdAt, expiresAt }: SealedRecord,
): VaultEntry<T> {
  const times = timesOf(createdAt, expiresAt);
  const own = keys.key(key);
  try {
    return { ...times, value: unseal(own, boundTo(kind, id, times), sealed) as T };
  } catch (error) {
    throw new Error(`the vault cannot open ${kind} ${id}: the record was altered`, { cause: error });
  }
}

function timesOf(createdAt: number, expiresAt: number | undefined): Times {
  return { createdAt, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

/** Text of JSON.stringify, built three times as fast. */
function boundTo(kind: VaultKind, id: string, { createdAt, expiresAt }: Times): string {
  return `["${kind}",${JSON.stringify(id)},${createdAt},${expiresAt ?? null}]`;
}

/** @throws RangeError */
export function assertRecordId(id: string): void {
  if (PLAIN_ID.test(id)) return;
  const bytes = Buffer.from(id);
  // LMDB keys are NUL-delimited, and a lone surrogate does not survive UTF-8.
  const strange = bytes.some((byte) => byte < 32) || bytes.toString() !== id;
  if (strange || bytes.length === 0 || bytes.length > MAX_ID_BYTES) {
    throw new RangeError(`${JSON.stringify(id.slice(0, 100))} cannot be an id in the vault`);
  }
}
