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

interface Kept<T> {
  answer: T;
  sid: string | null;
  /** ms UTC */
  until: number;
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
    const idOf = (what: string) => this.names.idOf(purpose, what, origin);
    const cameBefore = await this.cameBefore(purpose, origin);
    const earlier = cameBefore ? await this.kept<T>(idOf('answer')) : undefined;
    if (earlier) return ofSession(earlier, sid);
    // The mark outlives a secret: what was refused is judged again, what was done is not done again.
    if (cameBefore && isSecret && (await this.kept(idOf('done')))) throw alreadyDone();
    const answer = await asked.does().catch((error: unknown) => {
      const isOurs = cameBefore && error instanceof Refused && error.code === underWay;
      throw isOurs ? beingDone() : error;
    });
    const first = await this.keep(idOf('answer'), { answer, sid }, isSecret ? REPEATED_FOR : KNOWN_FOR);
    if (isSecret) await this.keep(idOf('done'), { answer: true, sid: null }, KNOWN_FOR);
    return ofSession(first, sid);
  }

  /** @throws Refused 'idempotency-mismatch' of another request under the key */
  private async cameBefore(purpose: string, { commandId, requestHash }: Repeatable['origin']): Promise<boolean> {
    const id = this.names.idOf(purpose, 'begun', { commandId, requestHash: '' });
    const begun = { requestHash };
    if (await this.vault.put(KIND, id, begun, { expiresAt: this.clock() + KNOWN_FOR })) return false;
    const earlier = keptIn(await this.vault.get<typeof begun>(KIND, id)) ?? begun;
    if (earlier.requestHash !== requestHash) throw otherRequest();
    return true;
  }

  /** What is kept then: of copies on two processes the first one's. `keptFor`: ms */
  private async keep<T>(id: string, own: Omit<Kept<T>, 'until'>, keptFor: number): Promise<Omit<Kept<T>, 'until'>> {
    const until = this.clock() + keptFor;
    const isFirst = await this.vault.put(KIND, id, { ...own, until } satisfies Kept<T>, { expiresAt: until });
    return isFirst ? own : ((await this.kept<T>(id)) ?? own);
  }

  private async kept<T>(id: string): Promise<Kept<T> | undefined> {
    const kept = keptIn(await this.vault.get<Kept<T>>(KIND, id));
    return kept && kept.until > this.clock() ? kept : undefined;
  }
}

/** @throws Refused 'already-done' where it is another session's */
function ofSession<T>({ answer, sid }: Pick<Kept<T>, 'answer' | 'sid'>, asking: string | null): T {
  if (sid !== asking) throw alreadyDone();
  return answer;
}

function beingDone(): Refused {
  const text = 'This is still in progress. Repeat the request with the same Idempotency-Key.';
  return new Refused('outcome-unknown', 'unavailable', text, 2);
}
