import { EncryptJWT, importJWK } from 'jose';
import type { ProfileAddress } from './shapes/people.js';
import type { BrowserKeys } from './shapes/system.js';

/** Cards and profiles travel as encrypted JWTs: an ephemeral P-256 agreement wraps the content key (RFC 7518, 4.6 and 5.3). */
export const KEY_AGREEMENT = 'ECDH-ES+A256KW';
const CONTENT = 'A256GCM';

export type JweAudience = 'profile' | 'aco' | 'card' | 'code';

/** Card as it travels inside a JWE (aud 'card', or inside a profile). */
export interface CardInput {
  name: string;
  number: string;
  code: string;
  /** 1-12 */
  month: number | string;
  /** two or four digits */
  year: number | string;
  type?: string;
  /** of the billing address, for the provider's check; only beside a card that is to become a token */
  address_zip?: string;
}
/** Profile as it travels inside a JWE (aud 'profile'). Leaving `card` out of an edit keeps the card. */
export interface ProfileInput {
  profileId?: string;
  profileName: string;
  email: string;
  phone: string;
  shipping: ProfileAddress;
  billing?: ProfileAddress;
  card?: CardInput;
  matchInfo?: boolean;
  /** what looks like a PO box is a street */
  streetConfirmed?: boolean;
}
/** Auto-checkout data as it travels inside a JWE (aud 'aco'). */
export interface AcoInput {
  productForm?: { id?: string; title?: string; style?: string; size?: string; price?: number };
  shipping: ProfileAddress;
  billing?: ProfileAddress;
  phone: string;
  email: string;
  card: CardInput;
  /** what looks like a PO box is a street */
  streetConfirmed?: boolean;
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
