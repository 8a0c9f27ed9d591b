import { type JweAudience, KEY_AGREEMENT, seal } from '@supreme-access/contract/sealing.js';
import type { BrowserKeys } from '@supreme-access/contract/shapes/system.js';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { ApiError, api } from './api.js';
import { readSession } from './session.js';

/** Encrypts what only the server's vault may read. It requests the current key each time, because keys rotate. */
export async function encryptFor(audience: JweAudience, data: object, asGuest = false): Promise<string> {
  // Auto-checkout data belongs to the order as a guest's does, even where the sender is logged in.
  const subject = audience === 'aco' || asGuest ? undefined : readSession()?.uuid;
  const sealed = await seal(await api.get<BrowserKeys>('/api/keys'), { audience, data, subject });
  if (sealed === null) throw new ApiError('no-key', 'Encryption is not ready. Try again.', 503);
  return sealed;
}

/** A key pair of this page: the public half is the `X-Client-Key` header, the private half never leaves WebCrypto. */
export interface ClientKey {
  header: string;
  open<T>(jwe: string): Promise<T>;
}

let clientKey: Promise<ClientKey> | null = null;

export function pageKey(): Promise<ClientKey> {
  clientKey ??= makeClientKey();
  return clientKey;
}

async function makeClientKey(): Promise<ClientKey> {
  const { publicKey, privateKey } = await generateKeyPair(KEY_AGREEMENT, { crv: 'P-256', extractable: false });
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
