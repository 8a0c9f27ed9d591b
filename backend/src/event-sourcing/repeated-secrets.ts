import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectClock, InjectVault } from '../config/tokens.js';
import { Secrets } from '../stores/vault/secrets.js';
import { keptIn, type Vault } from '../stores/vault/vault.js';
import { isKeyed } from './command-metadata.js';
import { type CommandMetadata, Refused } from './decider.js';
import type { RequestContext, Session } from './requester.js';
import { otherRequest } from './stream-batch.js';
import { UnderWay } from './under-way.js';

/** ms an answer with a session, a secret or a code can be repeated */
export const REPEATED_FOR = 600_000;
/** ms a request without its own event is recognised */
const RECOGNISED_FOR = 24 * 3_600_000;
const KIND = 'repeat';
const ENDS_SESSION = 'ends-session';

export type Repeatable = Pick<RequestContext, 'metadata' | 'session'>;

export interface MadeUp<T> {
  purpose: string;
  target: string;
  /** `made` is null when nothing is kept. @throws Refused when another request used the command id */
  isDone(made: T | null): Promise<boolean>;
  /** Runs after all refusals: a copy that finds the result is not decided again. */
  make(): Promise<T> | T;
  does(made: T): Promise<unknown>;
  isValid(made: T): Promise<boolean> | boolean;
}

export interface Unlogged<T> {
  purpose: string;
  /** the answer is repeated for ten minutes, and only to the same session */
  isSecret?: boolean;
  underWay?: string;
  does(): Promise<T>;
}

interface Kept<T> {
  made: T;
  sid: string | null;
  /** ms UTC */
  until: number;
}

type Ending = (session: Session, metadata: CommandMetadata) => Promise<boolean>;

/** Answers go into the vault before the effect, so that copies on any process and after a crash get the same. */
@Injectable()
export class RepeatedSecrets {
  private readonly underWay = new UnderWay();
  private readonly endings: Ending[] = [];

  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  idOf(
    purpose: string,
    target: string,
    { commandId, requestHash }: Pick<CommandMetadata, 'commandId' | 'requestHash'>,
  ): string {
    const text = JSON.stringify([purpose, target, commandId, requestHash]);
    return createHmac('sha256', this.secrets.get('repeats')).update(text).digest('base64url');
  }

  /** Every copy gets the same answer. @throws Refused 'already-done' when it may not be repeated */
  async once<T>({ metadata, session }: Repeatable, secret: MadeUp<T>): Promise<T> {
    if (!isKeyed(metadata)) return done(await secret.make(), secret);
    const id = this.idOf(secret.purpose, secret.target, metadata);
    const sid = session?.sid ?? null;
    const attempt = () => this.attempt(id, sid, secret);
    return this.underWay.first(`${id} ${sid}`, attempt, attempt);
  }

  private async attempt<T>(id: string, sid: string | null, secret: MadeUp<T>): Promise<T> {
    const kept = await this.kept<T>(id, sid);
    // Another process may have kept and done it between the two reads.
    if (await secret.isDone(kept)) return ifValid(kept ?? (await this.kept<T>(id, sid)), secret);
    try {
      return await done(kept ?? (await this.keepSecret(id, sid, await secret.make())), secret);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const made = await this.kept<T>(id, sid);
      if (await secret.isDone(made)) return ifValid(made, secret);
      throw error;
    }
  }

  /** Call it before a request ends its own session, or its copies are refused. `of`: whose sessions end. */
  async willEndSession({ metadata, session }: Repeatable, of = session?.accountId): Promise<void> {
    if (!session || session.accountId !== of || !isKeyed(metadata)) return;
    const id = this.idOf(ENDS_SESSION, session.sid, metadata);
    const until = this.clock() + REPEATED_FOR;
    await this.vault.put(KIND, id, { made: true, sid: session.sid, until }, { expiresAt: until });
  }

  onEnding(ending: Ending): void {
    this.endings.push(ending);
  }

  async hasEndedSession(session: Session, metadata: CommandMetadata): Promise<boolean> {
    if (!isKeyed(metadata)) return false;
    if ((await this.kept(this.idOf(ENDS_SESSION, session.sid, metadata), session.sid)) === null) return false;
    for (const ending of this.endings) if (await ending(session, metadata)) return true;
    return false;
  }

  /** For requests without events; a refusal is not kept. @throws Refused 'idempotency-mismatch', 'already-done' */
  async answered<T>({ metadata, session }: Repeatable, unlogged: Unlogged<T>): Promise<T> {
    if (!isKeyed(metadata)) return unlogged.does();
    const sid = unlogged.isSecret ? (session?.sid ?? null) : null;
    const answer = () => this.answer(metadata, sid, unlogged);
    return this.underWay.first(`${unlogged.purpose} ${metadata.commandId}`, answer, answer);
  }

  private async answer<T>(metadata: CommandMetadata, sid: string | null, unlogged: Unlogged<T>): Promise<T> {
    const { purpose, isSecret, underWay } = unlogged;
    const [answerId, doneId] = [this.idOf(purpose, 'answer', metadata), this.idOf(purpose, 'done', metadata)];
    const cameBefore = await this.cameBefore(purpose, metadata);
    const earlier = cameBefore ? await this.find<T>(answerId) : undefined;
    if (earlier) return ofSession(earlier, sid);
    // This mark outlives the secret: a refused request is decided again, a completed one is not repeated.
    if (cameBefore && isSecret && (await this.find(doneId))) {
      const meanwhile = await this.find<T>(answerId);
      if (!meanwhile) throw alreadyDone();
      return ofSession(meanwhile, sid);
    }
    const made = await unlogged.does().catch((error: unknown) => {
      const isOurs = cameBefore && error instanceof Refused && error.code === underWay;
      throw isOurs ? beingDone() : error;
    });
    const first = await this.keep(answerId, sid, made, isSecret ? REPEATED_FOR : RECOGNISED_FOR);
    if (isSecret) await this.keep(doneId, null, true, RECOGNISED_FOR);
    return first ? ofSession(first, sid) : made;
  }

  /** @throws Refused 'idempotency-mismatch' */
  private async cameBefore(purpose: string, { commandId, requestHash }: CommandMetadata): Promise<boolean> {
    const id = this.idOf(purpose, 'begun', { commandId, requestHash: '' });
    const begun = { requestHash };
    if (await this.vault.put(KIND, id, begun, { expiresAt: this.clock() + RECOGNISED_FOR })) return false;
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

  /** The first write wins. `keptFor`: ms */
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
  return ifValid(made, secret);
}

async function ifValid<T>(made: T | null, { isValid }: MadeUp<T>): Promise<T> {
  if (made === null || !(await isValid(made))) throw alreadyDone();
  return made;
}

export function alreadyDone(): Refused {
  return new Refused('already-done', 'conflict', 'This was already done. Its answer is not shown again.');
}
