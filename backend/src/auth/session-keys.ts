import { createSecretKey, randomBytes } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import { sha256 } from '../event-sourcing/ids.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';

/** What tells a session from every other signed text (RFC 8725, 3.8 to 3.11); tokens that lack one of them are no sessions. */
export const SESSION = { issuer: 'supreme-access', audience: 'supreme-access/session', typ: 'session+jwt' } as const;

interface KeptKey {
  secret: string;
  /** ms UTC; from then on sessions are signed with it */
  since: number;
}

export interface SessionKey extends KeptKey {
  /** 1, 2, ...: part of its record's name */
  number: number;
  jwt: JwtService;
}

/** ms; a new key is known to every process before any signs with it */
const LEAD = 60_000;
/** ms by which clocks of processes may differ */
const CLOCKS = 60_000;
const LIFE = SESSION_SECONDS * 1_000;
const PAGE = 16;

const nameOf = (number: number): string => `session-key-${number}`;

/**
 * The secrets that sessions are signed with: one that signs, and those before it, which verify until the last session that was made
 * with them has ended. They are records of the vault, so that every process knows them.
 */
export class SessionKeys {
  private keys: readonly SessionKey[] = [];

  private constructor(private readonly vault: Vault | null) {}

  /** One that never changes. */
  static of(secret: string): SessionKeys {
    const keys = new SessionKeys(null);
    keys.keys = [keyOf(1, { secret, since: 0 })];
    return keys;
  }

  /** `first`: what an installation begins with; `given`: JWT_SECRET, which takes over when it is one that was never seen before. */
  static async open(vault: Vault, first: string, given: string | null, now: number): Promise<SessionKeys> {
    const keys = new SessionKeys(vault);
    await keys.look(now);
    if (keys.keys.length === 0) await keys.add(vault, given ?? first, 0);
    if (given === null) return keys;
    const seen = `session-key-of-${sha256(given)}`;
    const isKnown = keys.keys.some(({ secret }) => secret === given) || (await vault.get('secret', seen)) !== undefined;
    if (!isKnown) await keys.add(vault, given, now + LEAD);
    // A secret that was given up does not come back with the next start.
    await vault.put('secret', seen, {});
    return keys;
  }

  /** What signs now. */
  signing(now: number): SessionKey {
    const key = this.keys.findLast(({ since }) => since <= now) ?? this.keys[0];
    if (!key) throw new Error('there is no key to sign sessions with');
    return key;
  }

  /** Those that may have signed what is good still, the newest first. */
  verifying(now: number): SessionKey[] {
    return this.keys.filter((key) => now < this.endOf(key)).reverse();
  }

  /** Whether sessions that it signed at `at` (ms UTC) may still be good. */
  isGood(number: number, at: number, now: number): boolean {
    const key = this.keys.find((each) => each.number === number);
    return key !== undefined && now < this.endOf(key) && at < this.followedAt(key) + CLOCKS;
  }

  /** A new secret, for one that was stolen: those before it are good for nothing at once, and everybody logs in again. */
  async replaceStolen(now: number): Promise<void> {
    if (this.vault === null) throw new Error('these keys do not change');
    await this.look(now);
    const before = this.keys;
    await this.add(this.vault, randomBytes(32).toString('base64url'), now);
    for (const { number } of before) await this.vault.erase('secret', nameOf(number));
    await this.look(now);
  }

  /** Follows what other processes did; forgets what has signed nothing that is good still. */
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
        if (kept) found.push(this.keys.find((known) => known.number === number) ?? keyOf(number, kept));
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

/** A key object, not text: jsonwebtoken verifies six times faster with it. */
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
