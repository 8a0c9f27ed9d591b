/**
 * The vault keeps the secrets that must be erasable: keys that seal personal data, card numbers, security codes, password
 * hashes, links to be mailed, key material. Records are written once under a new id and never overwritten.
 */
export const VAULT_KINDS = [
  'subject-key',
  'card',
  'code',
  'password',
  'proof', // mails that hint at a purchase, until 30 days after the decision
  'totp', // secrets of one-time codes, hashes of recovery codes
  'link',
  'jti',
  'repeat', // what a request with a key has made up or was answered, for its copies
  'browser-key',
  'mark', // what the log names to know its vault by: see watermark.ts
  'secret', // installation id, JWT secret, HMAC secrets: made once, never rotated
] as const;
export type VaultKind = (typeof VAULT_KINDS)[number];

export interface VaultEntry<T = unknown> {
  value: T;
  /** ms UTC */
  createdAt: number;
  /** ms UTC; an expired record is absent */
  expiresAt?: number;
}

/**
 * Every implementation passes `vault.contract.ts`. Values are JSON; they are sealed at rest by the master key. Ids are text under
 * 1,900 bytes without control characters (RangeError); a record that cannot be opened throws and names kind and id.
 */
export interface Vault {
  /** Inserts if absent, durable when resolved. False (and nothing changed) when the id is taken, alive or erased. An expired id is free. */
  put(kind: VaultKind, id: string, value: unknown, options?: { expiresAt?: number }): Promise<boolean>;
  /** Many records at once, each as `get` would answer; erased ones are 'erased', unknown and expired ones absent from the map. */
  getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>>;
  /** 'erased' when a tombstone stands there; undefined when it was never written or has expired. */
  get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined>;
  /** Those of the ids that `get` would answer with a value; nothing is opened for it. */
  has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes the value and leaves a tombstone for ever (also where nothing was); idempotent, durable when resolved. */
  erase(kind: VaultKind, id: string): Promise<void>;
  /** Living records of a kind, for sweeps. */
  list(kind: VaultKind): AsyncIterable<{ id: string; createdAt: number; expiresAt?: number }>;
  /** Removes expired records (no tombstone). Returns how many. */
  removeExpired(now: number): Promise<number>;
  close(): Promise<void>;
}

/** the secret that log and vault share: whose vault this is */
export const INSTALLATION_ID = 'installation';

/** What a record holds; undefined where it makes no difference whether it is absent or erased. */
export function keptIn<T>(entry: VaultEntry<T> | 'erased' | undefined): T | undefined {
  return entry === 'erased' ? undefined : entry?.value;
}
