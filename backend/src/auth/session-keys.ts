import { createSecretKey, randomBytes } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import { sha256 } from '../event-sourcing/ids.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';

/** Claims that distinguish a session from other signed tokens (RFC 8725, 3.8 to 3.11). */
export const SESSION = { issuer: 'supreme-access', audience: 'supreme-access/session', typ: 'session+jwt' } as const;

interface KeptKey {
  secret: string;
  /** ms UTC; the key signs from then on */
  since: number;
}

export interface SessionKey extends KeptKey {
  number: number;
  jwt: JwtService;
}

/** ms; every process knows a new key before any process signs with it */
const LEAD = 60_000;
/** ms; tolerated clock skew between processes */
const CLOCKS = 60_000;
const LIFE = SESSION_SECONDS * 1_000;
const PAGE = 16;

const nameOf = (number: number): string => `session-key-${number}`;

/** The signing key and earlier ones, which verify until their last session expires. The vault stores them. */
export class SessionKeys {
  private keys: readonly SessionKey[] = [];

  private constructor(private readonly vault: Vault | null) {}

  static of(secret: string): SessionKeys {
    const keys = new SessionKeys(null);
    keys.keys = [keyOf(1, { secret, since: 0 })];
    return keys;
  }

  /** `first`: the installation's initial secret; `given`: JWT_SECRET, which takes over unless it was seen before. */
  static async open(vault: Vault, first: string, given: string | null, now: number): Promise<SessionKeys> {
    const keys = new SessionKeys(vault);
    await keys.look(now);
    if (keys.keys.length === 0) await keys.add(vault, given ?? first, 0);
    if (given === null) return keys;
    const seen = `session-key-of-${sha256(given)}`;
    const isStored =
      keys.keys.some(({ secret }) => secret === given) || (await vault.get('secret', seen)) !== undefined;
    if (!isStored) await keys.add(vault, given, now + LEAD);
    // A replaced JWT_SECRET does not return with the next start.
    await vault.put('secret', seen, {});
    return keys;
  }

  signing(now: number): SessionKey {
    const key = this.keys.findLast(({ since }) => since <= now) ?? this.keys[0];
    if (!key) throw new Error('there is no key to sign sessions with');
    return key;
  }

  verifying(now: number): SessionKey[] {
    return this.keys.filter((key) => now < this.endOf(key)).reverse();
  }

  /** Whether sessions that the key signed at `at` (ms UTC) may still be valid. */
  isGood(number: number, at: number, now: number): boolean {
    const key = this.keys.find((each) => each.number === number);
    return key !== undefined && now < this.endOf(key) && at < this.followedAt(key) + CLOCKS;
  }

  async replaceStolen(now: number): Promise<void> {
    if (this.vault === null) throw new Error('these keys do not change');
    await this.look(now);
    const before = this.keys;
    await this.add(this.vault, randomBytes(32).toString('base64url'), now);
    for (const { number } of before) await this.vault.erase('secret', nameOf(number));
    await this.look(now);
  }

  async look(now: number): Promise<void> {
    const { vault } = this;
    if (vault === null) return;
    const found: SessionKey[] = [];
    let last = 0;
    for (let from = 1; last >= from - 1; from += PAGE) {
      const numbers = Array.from({ length: PAGE }, (_, index) => from + index);
      const entries = await vault.getMany<KeptKey>('secret', numbers.map(nameOf));
      for (const number of numbers) {
        const entry = entries.get(nameOf(number));
        if (entry !== undefined) last = number;
        const kept = keptIn(entry);
        if (kept) found.push(this.keys.find((key) => key.number === number) ?? keyOf(number, kept));
      }
    }
    this.keys = found;
    const over = found.filter((key) => this.endOf(key) <= now);
    for (const { number } of over) await vault.erase('secret', nameOf(number));
    this.keys = found.filter((key) => !over.includes(key));
  }

  private async add(vault: Vault, secret: string, since: number): Promise<void> {
    for (let number = (this.keys.at(-1)?.number ?? 0) + 1; ; number += 1) {
      const isOurs = await vault.put('secret', nameOf(number), { secret, since });
      await this.look(since);
      if (isOurs || this.keys.some((key) => key.secret === secret) || since === 0) return;
    }
  }

  private followedAt(key: SessionKey): number {
    return this.keys[this.keys.indexOf(key) + 1]?.since ?? Number.POSITIVE_INFINITY;
  }

  private endOf(key: SessionKey): number {
    return this.followedAt(key) + LIFE + CLOCKS;
  }
}

/** jsonwebtoken verifies six times faster with a key object than with text. */
function keyOf(number: number, { secret, since }: KeptKey): SessionKey {
  const jwt = new JwtService({
    secret: createSecretKey(Buffer.from(secret)),
    signOptions: {
      algorithm: 'HS256',
      issuer: SESSION.issuer,
      audience: SESSION.audience,
      header: { alg: 'HS256', typ: SESSION.typ },
    },
    verifyOptions: { algorithms: ['HS256'], issuer: SESSION.issuer, audience: SESSION.audience, complete: true },
  });
  return { number, secret, since, jwt };
}
