import { compactDecrypt, EncryptJWT, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { BrowserKeys, JweAudience } from '../../backend/src/contract/api-types.js';
import { ApiError, api } from './api.js';
import { readSession } from './session.js';

const ALG = 'ECDH-ES+A256KW';
const ENC = 'A256GCM';

/**
 * Encrypts what only the server's vault may read. Asks for the current key each time: keys rotate, and the claim `iat`
 * must be the server's time (seconds), not this machine's.
 */
export async function encryptFor(audience: JweAudience, data: object): Promise<string> {
  const { keys, now } = await api.get<BrowserKeys>('/api/keys');
  const [jwk] = keys;
  if (!jwk || typeof jwk.kid !== 'string') throw new ApiError('no-key', 'Encryption is not ready. Try again.', 503);
  const key = await importJWK(jwk, ALG);
  const jwt = new EncryptJWT({ data })
    .setProtectedHeader({ alg: ALG, enc: ENC, kid: jwk.kid })
    .setAudience(audience)
    .setIssuedAt(Math.floor(now / 1000))
    .setJti(crypto.randomUUID());
  // auto-checkout data is a guest's, even when somebody who is logged in sends it
  const uuid = audience === 'aco' ? undefined : readSession()?.uuid;
  return (uuid ? jwt.setSubject(uuid) : jwt).encrypt(key);
}

/** A key pair of this page: the public half as the `X-Client-Key` header, the private half never leaves WebCrypto. */
export interface ClientKey {
  header: string;
  open<T>(jwe: string): Promise<T>;
}

let clientKey: Promise<ClientKey> | null = null;

/** The page's own key, made at first use and gone with the page. */
export function pageKey(): Promise<ClientKey> {
  clientKey ??= makeClientKey();
  return clientKey;
}

async function makeClientKey(): Promise<ClientKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALG, { crv: 'P-256', extractable: false });
  const { kty, crv, x, y } = await exportJWK(publicKey);
  return {
    header: base64url(JSON.stringify({ kty, crv, x, y })),
    open: async <T>(jwe: string) => {
      const { plaintext } = await compactDecrypt(jwe, privateKey);
      const claims: { data: T } = JSON.parse(new TextDecoder().decode(plaintext));
      return claims.data;
    },
  };
}

function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
