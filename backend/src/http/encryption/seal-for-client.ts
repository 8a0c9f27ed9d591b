import { EncryptJWT, importJWK, type JWK } from 'jose';
import { Refused } from '../../event-sourcing/decider.js';
import { ALGORITHMS } from './key-ring.js';

const HEADER_MAX = 1024;
export type ClientKey = Awaited<ReturnType<typeof importJWK>>;

const COORDINATE = /^[\w-]{43}$/;

const refusal = (): Refused =>
  new Refused(
    'client-key-invalid',
    'invalid',
    'X-Client-Key must be the base64url JSON of a P-256 public key (JWK) without its private part.',
  );

function publicKeyFrom(header: unknown): JWK | null {
  if (typeof header !== 'string' || header.length > HEADER_MAX || !/^[\w-]+$/.test(header)) return null;
  let jwk: unknown;
  try {
    jwk = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (typeof jwk !== 'object' || jwk === null || 'd' in jwk) return null;
  const { kty, crv, x, y }: JWK = jwk;
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return null;
  return COORDINATE.test(x) && COORDINATE.test(y) ? { kty, crv, x, y } : null;
}

/** The browser's key in `X-Client-Key`. @throws Refused 'client-key-invalid' */
export async function readClientKey(header: unknown): Promise<ClientKey> {
  const jwk = publicKeyFrom(header);
  if (!jwk) throw refusal();
  return importJWK(jwk, ALGORITHMS.alg).catch(() => {
    // The point is not on the curve.
    throw refusal();
  });
}

export function encryptForClient(key: ClientKey, data: unknown): Promise<string> {
  return new EncryptJWT({ data }).setProtectedHeader({ ...ALGORITHMS, typ: 'JWT' }).encrypt(key);
}
