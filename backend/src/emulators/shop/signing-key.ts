import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The shop's own key for what it sends; ES256, as UCP wants it. */
export interface SigningKey {
  id: string;
  private: KeyObject;
  /** JWK */
  public: Record<string, unknown>;
}

/** Made at the first start and kept beside the ledger. */
export async function openSigningKey(directory: string): Promise<SigningKey> {
  const path = join(directory, 'signing-key.pem');
  const saved = await readFile(path, 'utf8').catch(() => undefined);
  if (saved !== undefined) return signingKey(createPrivateKey(saved));
  const key = newKey();
  await writeFile(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return signingKey(key);
}

export function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

export function signingKey(key: KeyObject): SigningKey {
  const jwk = createPublicKey(key).export({ format: 'jwk' });
  const id = `shop-${createHash('sha256').update(JSON.stringify(jwk)).digest('hex').slice(0, 12)}`;
  return { id, private: key, public: { kid: id, ...jwk, use: 'sig', alg: 'ES256' } };
}
