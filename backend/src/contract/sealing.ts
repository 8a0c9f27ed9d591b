import { EncryptJWT, importJWK } from 'jose';
import type { ProfileAddress } from './shapes/people.js';
import type { BrowserKeys } from './shapes/system.js';

/** Cards and profiles travel as encrypted JWTs (RFC 7518, 4.6 and 5.3). */
export const KEY_AGREEMENT = 'ECDH-ES+A256KW';
const CONTENT = 'A256GCM';

export type JweAudience = 'profile' | 'aco' | 'card' | 'code';

export interface CardInput {
  name: string;
  number: string;
  code: string;
  month: number | string;
  year: number | string;
  type?: string;
  /** billing ZIP, for the provider's check when a card becomes a token */
  address_zip?: string;
}
/** A profile in a JWE with aud 'profile'. An edit without `card` keeps the card. */
export interface ProfileInput {
  profileId?: string;
  profileName: string;
  email: string;
  phone: string;
  shipping: ProfileAddress;
  billing?: ProfileAddress;
  card?: CardInput;
  matchInfo?: boolean;
  streetConfirmed?: boolean;
}
export interface AcoInput {
  productForm?: { id?: string; title?: string; style?: string; size?: string; price?: number };
  shipping: ProfileAddress;
  billing?: ProfileAddress;
  phone: string;
  email: string;
  card: CardInput;
  streetConfirmed?: boolean;
}

export interface Sealing {
  audience: JweAudience;
  data: object;
  subject?: string | undefined;
}

/** Encrypts to the server's first key, or returns null without keys. `iat` is the server's time, in seconds. */
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
