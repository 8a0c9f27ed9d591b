/** Erasable secrets; records are written once under a new id and never overwritten. */
export const VAULT_KINDS = [
  'subject-key',
  'card',
  'code',
  'password',
  'proof', // mails that may prove a purchase, until 30 days after the decision
  'totp', // secrets of one-time codes, hashes of recovery codes
  'link',
  'payment-token', // what pays at a shop, and only there
  'jti',
  'repeat', // generated values and responses of idempotent requests
  'browser-key',
  'platform-key', // signs our requests to shops
  'retailer-key', // what signs us in at a retailer
  'mark', // identifies the vault to the log: see watermark.ts
  'secret', // installation id, JWT secret, HMAC secrets: never rotated
] as const;
export type VaultKind = (typeof VAULT_KINDS)[number];

export interface VaultEntry<T = unknown> {
  value: T;
  /** ms UTC */
  createdAt: number;
  /** ms UTC; an expired record is absent */
  expiresAt?: number;
}

/** Ids have less than 1,900 bytes and no control characters (RangeError). Altered records throw. */
export interface Vault {
  /** Inserts durably; false: the id is in use or erased. An expired id is free. */
  put(kind: VaultKind, id: string, value: unknown, options?: { expiresAt?: number }): Promise<boolean>;
  getMany<T>(kind: VaultKind, ids: readonly string[]): Promise<Map<string, VaultEntry<T> | 'erased'>>;
  /** undefined: unknown or expired */
  get<T>(kind: VaultKind, id: string): Promise<VaultEntry<T> | 'erased' | undefined>;
  has(kind: VaultKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Leaves a permanent tombstone, even without a record; idempotent and durable. */
  erase(kind: VaultKind, id: string): Promise<void>;
  list(kind: VaultKind): AsyncIterable<{ id: string; createdAt: number; expiresAt?: number }>;
  removeExpired(now: number): Promise<number>;
  close(): Promise<void>;
}

export const INSTALLATION_ID = 'installation';

export function keptIn<T>(entry: VaultEntry<T> | 'erased' | undefined): T | undefined {
  return entry === 'erased' ? undefined : entry?.value;
}
