import { MASTER_KEY_BYTES } from './master-key.js';
import { seal, unseal } from './sealer.js';
import type { VaultEntry, VaultKind } from './vault.js';

interface Times {
  /** ms UTC */
  createdAt: number;
  /** ms UTC */
  expiresAt?: number;
}

/** A record as every vault keeps it; the same in all of them, so that it can be moved as it is. */
export interface SealedRecord extends Times {
  sealed: string;
}

const MAX_ID_BYTES = 1_899;
const PLAIN_ID = new RegExp(`^[ -~]{1,${MAX_ID_BYTES}}$`);

/** Seals a value under the master key, bound to its kind, id and times. */
export function sealRecord(
  masterKey: Buffer,
  kind: VaultKind,
  id: string,
  value: unknown,
  expiresAt: number | undefined,
): SealedRecord {
  const times = { createdAt: Date.now(), ...(expiresAt === undefined ? {} : { expiresAt }) };
  return { ...times, sealed: seal(masterKey, boundTo(kind, id, times), value) };
}

/** @throws an Error that names kind and id when another master key sealed it, or it was altered */
export function openRecord<T>(
  masterKey: Buffer,
  kind: VaultKind,
  id: string,
  { sealed, ...times }: SealedRecord,
): VaultEntry<T> {
  try {
    return { ...times, value: unseal(masterKey, boundTo(kind, id, times), sealed) as T };
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
export function assertMasterKey(masterKey: Buffer): void {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new RangeError(`the master key must have ${MASTER_KEY_BYTES} bytes`);
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
