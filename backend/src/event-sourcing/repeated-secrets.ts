import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectClock, InjectVault } from '../config/tokens.js';
import { Secrets } from '../stores/vault/secrets.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';
import { type Origin, Refused } from './decider.js';
import { isKeyed } from './origins.js';
import type { Asked, Session } from './requester.js';
import { otherRequest } from './stream-batch.js';
import { UnderWay } from './under-way.js';

/** ms for which an answer that holds a session, a secret or a code is given again */
export const REPEATED_FOR = 600_000;
/** ms for which a request without an event of its own is known again */
const KNOWN_FOR = 24 * 3_600_000;
const KIND = 'repeat';
const ENDS_SESSION = 'ends-session';

/** A request as its copies are known by: its command id and hash, and the session that sent it. */
export type Repeatable = Pick<Asked, 'origin' | 'session'>;

/** A command whose answer holds what it makes up: a session, a secret, codes, or the names of records. */
export interface MadeUp<T> {
  /** what it is made up for, and of whom */
  purpose: string;
  target: string;
  /**
   * Whether this very request has come to something before, as the log says it; `made` null: what it made up is not kept, or no
   * longer. @throws Refused when the command id was another request's
   */
  isDone(made: T | null): Promise<boolean>;
  /** Everything random that the command needs, after all that may refuse it: a copy that finds it kept is not judged again. */
  make(): Promise<T> | T;
  /** The effect, named by what was made up; a step that was done before does nothing. */
  does(made: T): Promise<unknown>;
  /** Whether what would be answered still stands: the session open, the secret the one that is asked for. */
  stands(made: T): Promise<boolean> | boolean;
}

/** A request that leaves no event by which its copies could tell that it was done. */
export interface Unlogged<T> {
  purpose: string;
  /** its answer holds what lets somebody in, or pays: it is given for ten minutes, and to the same session alone */
  isSecret?: boolean;
  /** the refusal that says that it is being done by another process */
  underWay?: string;
  does(): Promise<T>;
}

interface Kept<T> {
  made: T;
  /** of the session that sent it; null: of nobody signed in */
  sid: string | null;
  /** ms UTC */
  until: number;
}

type Ending = (session: Session, origin: Origin) => Promise<boolean>;

/**
 * What a request with a key has made up, for its copies: random, put into the vault before the effect under a name that only this
 * request leads to, and answered again for ten minutes, to the same session alone. Copies on other processes and after a restart
 * find the same.
 */
@Injectable()
export class RepeatedSecrets {
  private readonly underWay = new UnderWay();
  private readonly endings: Ending[] = [];

  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** The name of a record that this request and its copies alone lead to (base64url): nobody can tell from it what they said. */
  idOf(purpose: string, target: string, { commandId, requestHash }: Pick<Origin, 'commandId' | 'requestHash'>): string {
    const text = JSON.stringify([purpose, target, commandId, requestHash]);
    return createHmac('sha256', this.secrets.get('repeats')).update(text).digest('base64url');
  }

  /**
   * Does it once, however many copies of the request there are, and returns what was made up, to all of them the same. No refusal
   * rests on what the request itself has done. @throws Refused 'already-done' where it may not be told again
   */
  async once<T>({ origin, session }: Repeatable, secret: MadeUp<T>): Promise<T> {
    if (!isKeyed(origin)) return done(await secret.make(), secret);
    const id = this.idOf(secret.purpose, secret.target, origin);
    const sid = session?.sid ?? null;
    const attempt = () => this.attempt(id, sid, secret);
    return this.underWay.first(`${id} ${sid}`, attempt, attempt);
  }

  private async attempt<T>(id: string, sid: string | null, secret: MadeUp<T>): Promise<T> {
    const known = await this.kept<T>(id, sid);
    if (await secret.isDone(known)) return standing(known, secret);
    try {
      return await done(known ?? (await this.keepSecret(id, sid, await secret.make())), secret);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const made = await this.kept<T>(id, sid);
      if (await secret.isDone(made)) return standing(made, secret);
      throw error;
    }
  }

  /**
   * To be said before a request ends the session that sends it, or its copies would be told to log in. `of`: the account whose
   * sessions it ends, where that may be somebody else's.
   */
  async willEndSession({ origin, session }: Repeatable, of = session?.accountId): Promise<void> {
    if (!session || session.accountId !== of || !isKeyed(origin)) return;
    const id = this.idOf(ENDS_SESSION, session.sid, origin);
    const until = this.clock() + REPEATED_FOR;
    await this.vault.put(KIND, id, { made: true, sid: session.sid, until }, { expiresAt: until });
  }

  /** `ending` says of a session that is over whether this very request ended it, as the log has it. */
  onEnding(ending: Ending): void {
    this.endings.push(ending);
  }

  /** Whether the request that comes with an ended session is a copy of the one that ended it, ten minutes ago at most. */
  async hasEndedSession(session: Session, origin: Origin): Promise<boolean> {
    if (!isKeyed(origin)) return false;
    if ((await this.kept(this.idOf(ENDS_SESSION, session.sid, origin), session.sid)) === null) return false;
    for (const ending of this.endings) if (await ending(session, origin)) return true;
    return false;
  }

  /**
   * Does what leaves no event once, and gives the request's copies the same answer: those that come meanwhile wait for it, on other
   * processes they hear 503 where two at once are refused, later ones find it in the vault. A refusal is kept nowhere: who comes again
   * is judged again. @throws Refused 'idempotency-mismatch' of another request under the key, 'already-done' as for `once`
   */
  async answered<T>({ origin, session }: Repeatable, asked: Unlogged<T>): Promise<T> {
    if (!isKeyed(origin)) return asked.does();
    const sid = asked.isSecret ? (session?.sid ?? null) : null;
    const answer = () => this.answer(origin, sid, asked);
    return this.underWay.first(`${asked.purpose} ${origin.commandId}`, answer, answer);
  }

  private async answer<T>(origin: Origin, sid: string | null, asked: Unlogged<T>): Promise<T> {
    const { purpose, isSecret, underWay } = asked;
    const [answerId, doneId] = [this.idOf(purpose, 'answer', origin), this.idOf(purpose, 'done', origin)];
    const cameBefore = await this.cameBefore(purpose, origin);
    const earlier = cameBefore ? await this.find<T>(answerId) : undefined;
    if (earlier) return ofSession(earlier, sid);
    // The mark outlives a secret: what was refused is judged again, what was done is not done again.
    if (cameBefore && isSecret && (await this.find(doneId))) throw alreadyDone();
    const made = await asked.does().catch((error: unknown) => {
      const isOurs = cameBefore && error instanceof Refused && error.code === underWay;
      throw isOurs ? beingDone() : error;
    });
    const first = await this.keep(answerId, sid, made, isSecret ? REPEATED_FOR : KNOWN_FOR);
    if (isSecret) await this.keep(doneId, null, true, KNOWN_FOR);
    return first ? ofSession(first, sid) : made;
  }

  /** @throws Refused 'idempotency-mismatch' of another request under the key */
  private async cameBefore(purpose: string, { commandId, requestHash }: Origin): Promise<boolean> {
    const id = this.idOf(purpose, 'begun', { commandId, requestHash: '' });
    const begun = { requestHash };
    if (await this.vault.put(KIND, id, begun, { expiresAt: this.clock() + KNOWN_FOR })) return false;
    const earlier = keptIn(await this.vault.get<typeof begun>(KIND, id)) ?? begun;
    if (earlier.requestHash !== requestHash) throw otherRequest();
    return true;
  }

  private async kept<T>(id: string, sid: string | null): Promise<T | null> {
    const kept = await this.find<T>(id);
    return kept?.sid === sid ? kept.made : null;
  }

  private async find<T>(id: string): Promise<Kept<T> | undefined> {
    const kept = keptIn(await this.vault.get<Kept<T>>(KIND, id));
    return kept && kept.until > this.clock() ? kept : undefined;
  }

  /** The first write wins; what others made up meanwhile is nobody's. `keptFor`: ms */
  private async keep<T>(id: string, sid: string | null, made: T, keptFor = REPEATED_FOR): Promise<Kept<T> | undefined> {
    const until = this.clock() + keptFor;
    const own: Kept<T> = { made, sid, until };
    return (await this.vault.put(KIND, id, own, { expiresAt: until })) ? own : this.find<T>(id);
  }

  private async keepSecret<T>(id: string, sid: string | null, made: T): Promise<T> {
    const kept = await this.keep(id, sid, made);
    if (!kept) throw alreadyDone();
    return ofSession(kept, sid);
  }
}

/** @throws Refused 'already-done' where it is another session's */
function ofSession<T>({ made, sid }: Kept<T>, asking: string | null): T {
  if (sid !== asking) throw alreadyDone();
  return made;
}

function beingDone(): Refused {
  const text = 'This is still in progress. Repeat the request with the same Idempotency-Key.';
  return new Refused('outcome-unknown', 'unavailable', text, 2);
}

async function done<T>(made: T, secret: MadeUp<T>): Promise<T> {
  await secret.does(made);
  return standing(made, secret);
}

async function standing<T>(made: T | null, { stands }: MadeUp<T>): Promise<T> {
  if (made === null || !(await stands(made))) throw alreadyDone();
  return made;
}

/** The request has had its effect; what its first answer held is not told again. */
export function alreadyDone(): Refused {
  return new Refused('already-done', 'conflict', 'This was already done. Its answer is not shown again.');
}
