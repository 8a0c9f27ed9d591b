import { EncryptJWT, importJWK } from 'jose';
import type { JweAudience } from './api-types.js';

/** Cards and profiles travel as encrypted JWTs: an ephemeral P-256 agreement wraps the content key (RFC 7518, 4.6 and 5.3). */
export const KEY_AGREEMENT = 'ECDH-ES+A256KW';
const CONTENT = 'A256GCM';

export interface BrowserKeys {
  /** EC P-256 public keys with kid and use 'enc'; the first is the one to use */
  keys: Record<string, unknown>[];
  /** ms UTC by the server's clock; the `iat` of what is encrypted */
  now: number;
}

export interface Sealing {
  audience: JweAudience;
  data: object;
  /** the account's uuid; absent for guests */
  subject?: string | undefined;
}

/** Encrypts to the first of the server's keys. `iat` is the server's time (seconds), not this machine's; null: no key. */
export async function seal({ keys, now }: BrowserKeys, { audience, data, subject }: Sealing): Promise<string | null> {
  const [jwk] = keys;
  if (!jwk || typeof jwk.kid !== 'string') return null;
  const jwt = new EncryptJWT({ data })
    .setProtectedHeader({ alg: KEY_AGREEMENT, enc: CONTENT, kid: jwk.kid })
    .setAudience(audience)
    .setIssuedAt(Math.floor(now / 1_000))
    .setJti(crypto.randomUUID());
  return (subject ? jwt.setSubject(subject) : jwt).encrypt(await importJWK(jwk, KEY_AGREEMENT));
}
