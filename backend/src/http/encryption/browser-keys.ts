import { cleanValue, halfCharacterIn, holdsHalfCharacter } from '@supreme-access/contract/clean-text.js';
import type { JweAudience } from '@supreme-access/contract/sealing.js';
import { decodeProtectedHeader, type JWK, type JWTPayload, jwtDecrypt } from 'jose';
import { Refused } from '../../event-sourcing/decider.js';
import { sha256 } from '../../event-sourcing/ids.js';
import type { Vault } from '../../stores/vault/vault.js';
import { ALGORITHMS, KeyRing, type RingKey } from './key-ring.js';

const SIZE_MAX = 64 * 1024;
/** ms */
const AGE_MAX = 10 * 60_000;
const AHEAD_MAX = 60_000;

export type JweProblem =
  | 'malformed'
  | 'too-large'
  | 'algorithm'
  | 'unknown-key'
  | 'undecryptable'
  | 'audience'
  | 'subject'
  | 'stale'
  | 'replayed';

export class JweRefused extends Error {
  constructor(
    readonly reason: JweProblem,
    options?: ErrorOptions,
  ) {
    super(`encrypted data refused: ${reason}`, options);
  }
}

export interface Expected {
  audience: JweAudience;
  /** the account's uuid; undefined for guests, whose claim must be absent */
  subject?: string;
  orAbsent?: boolean;
  /** only the same command with the same text may reuse a `jti` */
  commandId: string;
  now: number;
}

function readCompact(jwe: unknown): { text: string; kid: string } {
  if (typeof jwe !== 'string') throw new JweRefused('malformed');
  if (jwe.length > SIZE_MAX) throw new JweRefused('too-large');
  const header = headerOf(jwe);
  // A compressed text could expand far beyond the checked size.
  const plain = header.zip === undefined && header.crit === undefined;
  if (header.alg !== ALGORITHMS.alg || header.enc !== ALGORITHMS.enc || !plain) throw new JweRefused('algorithm');
  if (typeof header.kid !== 'string') throw new JweRefused('unknown-key');
  return { text: jwe, kid: header.kid };
}

function headerOf(jwe: string): Record<string, unknown> {
  try {
    return decodeProtectedHeader(jwe);
  } catch (cause) {
    throw new JweRefused('malformed', { cause });
  }
}

interface Claims {
  sub: string | undefined;
  jti: string;
  data: object;
  /** ms UTC; a later replay is stale */
  expiresAt: number;
}

function checkClaims({ aud, sub, iat, jti, data }: JWTPayload, expected: Expected): Claims {
  if (aud !== expected.audience) throw new JweRefused('audience');
  const isOfWhom = sub === expected.subject || (expected.orAbsent === true && sub === undefined);
  if (!isOfWhom) throw new JweRefused('subject');
  if (typeof iat !== 'number' || typeof jti !== 'string' || jti === '') throw new JweRefused('malformed');
  if (typeof data !== 'object' || data === null) throw new JweRefused('malformed');
  if (holdsHalfCharacter(data)) throw new Refused('invalid', 'invalid', halfCharacterIn('What you sent'));
  const age = expected.now - iat * 1000;
  if (!(age <= AGE_MAX && age >= -AHEAD_MAX)) throw new JweRefused('stale');
  return { sub, jti, data: Object(cleanValue(data)), expiresAt: Math.ceil(iat * 1000) + AGE_MAX + AHEAD_MAX };
}

async function decrypt(text: string, { privateKey }: RingKey, now: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtDecrypt(text, privateKey, {
      keyManagementAlgorithms: [ALGORITHMS.alg],
      contentEncryptionAlgorithms: [ALGORITHMS.enc],
      currentDate: new Date(now),
    });
    return payload;
  } catch (cause) {
    throw new JweRefused('undecryptable', { cause });
  }
}

/** ms */
const DAY = 24 * 3_600_000;
const RING = { kind: 'browser-key', use: 'enc', alg: ALGORITHMS.alg, period: DAY, lead: 0 } as const;

export class BrowserKeys {
  private readonly ring: KeyRing;

  constructor(
    private readonly vault: Vault,
    private readonly clock: () => number = Date.now,
  ) {
    this.ring = new KeyRing(vault, RING);
  }

  async publicKeys(): Promise<JWK[]> {
    const keys = await this.ring.keys(this.clock());
    return keys.map(({ publicJwk }) => publicJwk);
  }

  /** Decrypts and checks a JWT, once per `jti`; the caller validates its `data`. @throws JweRefused, Refused */
  async open<T extends object = object>(jwe: unknown, expected: Expected): Promise<T> {
    const { text, kid } = readCompact(jwe);
    const key = await this.ring.find(kid, expected.now);
    if (!key) throw new JweRefused('unknown-key');
    const { sub, jti, data, expiresAt } = checkClaims(await decrypt(text, key, expected.now), expected);
    const id = sha256(JSON.stringify([sub ?? null, jti]));
    const use = sha256(JSON.stringify([expected.commandId, text]));
    if (!(await this.vault.put('jti', id, use, { expiresAt }))) {
      const earlier = await this.vault.get<string>('jti', id);
      if (earlier === undefined || earlier === 'erased' || earlier.value !== use) throw new JweRefused('replayed');
    }
    return data as T;
  }
}
