import { Injectable } from '@nestjs/common';
import { Refused } from '../decider.js';
import { isKeyed } from '../origins.js';
import { InjectClock, InjectVault } from '../platform.js';
import { otherRequest } from '../stream-batch.js';
import { UnderWay } from '../under-way.js';
import { alreadyDone, REPEATED_FOR, type Repeatable, RepeatedSecrets } from './repeated-secrets.js';
import { keptIn, type Vault } from './vault.js';

/** ms for which a request without an event of its own is known again */
const KNOWN_FOR = 24 * 3_600_000;
const KIND = 'repeat';

/** A request that leaves no event by which its copies could tell that it was done. */
export interface Unlogged<T> {
  purpose: string;
  /** its answer holds what lets somebody in, or pays: it is given for ten minutes, and to the same session alone */
  isSecret?: boolean;
  /** the refusal that says that it is being done by another process */
  underWay?: string;
  does(): Promise<T>;
}

interface Begun {
  requestHash: string;
  /** ms UTC */
  at: number;
}
interface Kept<T> {
  answer: T;
  sid: string | null;
}
/**
 * Does what a request with a key asks for once, and gives its copies the same answer: those that come meanwhile wait for it, on other
 * processes they hear 503 where two at once are refused, later ones find it in the vault. A refusal is kept nowhere: who comes again
 * is judged again.
 */
@Injectable()
export class RepeatedAnswers {
  private readonly underWay = new UnderWay();

  constructor(
    @InjectVault() private readonly vault: Vault,
    private readonly names: RepeatedSecrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'idempotency-mismatch' of another request under the key, 'already-done' where the answer may not be given again */
  async once<T>({ origin, session }: Repeatable, asked: Unlogged<T>): Promise<T> {
    if (!isKeyed(origin)) return asked.does();
    const sid = asked.isSecret ? (session?.sid ?? null) : null;
    const answer = () => this.answer(origin, sid, asked);
    return this.underWay.first(`${asked.purpose} ${origin.commandId}`, answer, answer);
  }

  private async answer<T>(origin: Repeatable['origin'], sid: string | null, asked: Unlogged<T>): Promise<T> {
    const { purpose, isSecret, underWay } = asked;
    const keptFor = isSecret ? REPEATED_FOR : KNOWN_FOR;
    const id = this.names.idOf(purpose, 'answer', origin);
    const begun = await this.begun(purpose, origin);
    const earlier = begun === null ? undefined : await this.kept<T>(id);
    if (begun !== null && (begun.at + keptFor <= this.clock() || (earlier && earlier.sid !== sid))) throw alreadyDone();
    if (earlier) return earlier.answer;
    const answer = await asked.does().catch((error: unknown) => {
      const isOurs = begun !== null && error instanceof Refused && error.code === underWay;
      throw isOurs ? beingDone() : error;
    });
    const expiresAt = this.clock() + keptFor;
    const isFirst = await this.vault.put(KIND, id, { answer, sid } satisfies Kept<T>, { expiresAt });
    return isFirst ? answer : ((await this.kept<T>(id))?.answer ?? answer);
  }

  /** When it came before; null: it is the first one. @throws Refused 'idempotency-mismatch' */
  private async begun(purpose: string, { commandId, requestHash }: Repeatable['origin']): Promise<Begun | null> {
    const id = this.names.idOf(purpose, 'begun', { commandId, requestHash: '' });
    const begun: Begun = { requestHash, at: this.clock() };
    if (await this.vault.put(KIND, id, begun, { expiresAt: begun.at + KNOWN_FOR })) return null;
    const earlier = keptIn(await this.vault.get<Begun>(KIND, id)) ?? begun;
    if (earlier.requestHash !== requestHash) throw otherRequest();
    return earlier;
  }

  private async kept<T>(id: string): Promise<Kept<T> | undefined> {
    return keptIn(await this.vault.get<Kept<T>>(KIND, id));
  }
}

function beingDone(): Refused {
  const text = 'It is being done. Ask again with the same Idempotency-Key.';
  return new Refused('outcome-unknown', 'unavailable', text, 2);
}
