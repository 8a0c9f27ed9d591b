import { randomUUID } from 'node:crypto';
import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import { ROLES, type Role } from '@supreme-access/contract/statuses.js';
import type { Session } from '../event-sourcing/requester.js';
import { endEventStreamsOf } from '../http/sse.js';
import { boundedCache } from '../stores/bounded-cache.js';
import { SESSION, SessionKeys } from './session-keys.js';
import { HELD_FOR, SessionLives } from './session-lives.js';

interface Claims {
  sub: string;
  sid: string;
  roles: Role[];
  /** the account's token version at the login */
  v: number;
  iat: number;
  exp: number;
  /** the process in which alone the session of a guide is good */
  run?: string;
}

interface Remembered {
  claims: Claims;
  key: number;
}

interface Verified {
  header: { typ?: string };
  payload: Partial<Claims>;
}

/** s */
const GUIDED_SECONDS = 3_600;

/** Sessions are HS256 tokens, checked without a store. A cache saves the 70 us of each verification. */
export class Sessions {
  /** in the order of increase; `at` is ms UTC */
  private readonly versions = new Map<string, { version: number; at: number }>();
  private readonly verified = boundedCache<Remembered>(20_000);
  /** New with each start, so that what it signs ends at a stop. */
  private readonly run = randomUUID();
  readonly lives: SessionLives;
  readonly keys: SessionKeys;
  withholds: (accountId: string, role: Role) => boolean = () => false;

  constructor(
    keys: SessionKeys | string,
    private readonly clock: () => number,
  ) {
    this.lives = new SessionLives(clock);
    this.keys = typeof keys === 'string' ? SessionKeys.of(keys) : keys;
  }

  /** A token valid for twelve hours. `v`: the account's token version at the login. */
  begin(accountId: string, roles: readonly Role[], v: number): string {
    return this.sign({ sub: accountId, roles, v }, SESSION_SECONDS);
  }

  /** A token of the guided first minute: valid for one hour, and not beyond the stop of this process. */
  beginGuided(accountId: string, roles: readonly Role[], v: number): string {
    return this.sign({ sub: accountId, roles, v, run: this.run }, GUIDED_SECONDS);
  }

  private sign(claims: object, seconds: number): string {
    const iat = Math.floor(this.clock() / 1000);
    const { jwt } = this.keys.signing(this.clock());
    return jwt.sign({ ...claims, sid: randomUUID(), iat, exp: iat + seconds });
  }

  /** null when the token is altered, expired, ended or idle. `isUse` false does not extend the session. */
  check(token: string, isUse = true): Session | null {
    const session = this.read(token);
    if (!session || this.isOver(session) || this.lives.isIdle(session)) return null;
    if (isUse) this.lives.use(session);
    return session;
  }

  /** The session of a token that is valid except that its session has ended; otherwise null. */
  ended(token: string): Session | null {
    const session = this.read(token);
    return session && this.isOver(session) ? session : null;
  }

  /** Ends the account's sessions of older versions, and their streams. `at`: ms UTC of the event */
  raise(accountId: string, version: number, at = this.clock()): void {
    this.forgetOld();
    if (version <= this.heldOf(accountId) || at <= this.clock() - HELD_FOR) return;
    this.versions.delete(accountId);
    this.versions.set(accountId, { version, at });
    endEventStreamsOf((session) => session.accountId === accountId && session.version < version);
  }

  /** Ends one session and its streams. `at`: ms UTC of the event */
  end(sid: string, at = this.clock()): void {
    this.lives.end(sid, at);
    endEventStreamsOf((session) => session.sid === sid);
  }

  /** Also of sessions that ended, or lost a role, while their streams were being opened. */
  endOverStreams(): void {
    endEventStreamsOf((session) => this.isOver(session) || this.lives.isIdle(session));
  }

  get held(): number {
    return this.versions.size;
  }

  private read(token: string): Session | null {
    const remembered = this.verified.get(token) ?? this.verify(token);
    if (!remembered || remembered.claims.exp * 1000 <= this.clock()) return null;
    const { claims, key } = remembered;
    if (!this.keys.isGood(key, claims.iat * 1000, this.clock())) return null;
    const { sub: accountId, sid, roles, v: version, iat, exp, run } = claims;
    if (run !== undefined && run !== this.run) return null;
    const guided = run === undefined ? {} : { isGuided: true as const };
    return { accountId, sid, roles, version, signedInAt: iat * 1000, endsAt: exp * 1000, ...guided };
  }

  private isOver(session: Session): boolean {
    const { accountId, version, roles } = session;
    if (version < this.heldOf(accountId) || this.lives.hasEnded(session)) return true;
    return roles.some((role) => this.withholds(accountId, role));
  }

  private heldOf(accountId: string): number {
    return this.versions.get(accountId)?.version ?? 0;
  }

  private forgetOld(): void {
    for (const [accountId, { at }] of this.versions) {
      if (at > this.clock() - HELD_FOR) return;
      this.versions.delete(accountId);
    }
  }

  private verify(token: string): Remembered | null {
    const now = this.clock();
    for (const { jwt, number } of this.keys.verifying(now)) {
      try {
        const { header, payload } = jwt.verify<Verified>(token, { clockTimestamp: Math.floor(now / 1000) });
        if (header.typ !== SESSION.typ || !isClaims(payload)) return null;
        const verified = { claims: payload, key: number };
        this.verified.set(token, verified);
        return verified;
      } catch {
        // The token is altered, expired or foreign, or another key has signed it.
      }
    }
    return null;
  }
}

function isClaims(claims: Partial<Claims>): claims is Claims {
  const { sub, sid, roles, v, exp, iat } = claims;
  const areRoles = Array.isArray(roles) && roles.every((role) => ROLES.includes(role));
  const isNamed = typeof sub === 'string' && typeof sid === 'string';
  const isTimed = typeof exp === 'number' && typeof iat === 'number' && exp - iat <= SESSION_SECONDS;
  return isNamed && areRoles && typeof v === 'number' && isTimed;
}
