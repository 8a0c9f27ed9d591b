import { randomUUID } from 'node:crypto';
import type { JweAudience } from '@supreme-access/contract/sealing.js';
import { EncryptJWT, importJWK, type JWK } from 'jose';
import { type Api, expectOk } from './api.js';

/** Deviations from a correct encryption. */
export interface JweChanges {
  kid?: string;
  jti?: string;
  /** s UTC */
  iat?: number;
  key?: JWK;
}

/** Encrypts with the server's key and by the server's clock. */
export class BrowserCrypto {
  private constructor(
    private readonly key: JWK,
    /** the server's clock minus ours, ms */
    private readonly ahead: number,
  ) {}

  static async open(api: Api): Promise<BrowserCrypto> {
    const { keys, now } = await expectOk(api.get<{ keys: JWK[]; now: number }>('/api/keys'));
    const [first] = keys;
    if (!first) throw new Error('the server offers no key');
    return new BrowserCrypto(first, now - Date.now());
  }

  /** `subject`: the account's uuid; null for guests. */
  async seal(audience: JweAudience, data: object, subject: string | null, changes: JweChanges = {}): Promise<string> {
    const kid = changes.kid ?? this.key.kid ?? '';
    const key = await importJWK(changes.key ?? this.key, 'ECDH-ES+A256KW');
    const jwt = new EncryptJWT({ data })
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid })
      .setAudience(audience)
      .setIssuedAt(changes.iat ?? Math.floor((Date.now() + this.ahead) / 1_000))
      .setJti(changes.jti ?? randomUUID());
    return (subject === null ? jwt : jwt.setSubject(subject)).encrypt(key);
  }
}
