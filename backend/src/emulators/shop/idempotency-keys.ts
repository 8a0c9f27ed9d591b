import { createHash } from 'node:crypto';
import type { Answer, KeyedAnswer } from './answers.js';
import type { SessionDoor } from './session.js';
import type { Till } from './till.js';

/** Both protocols promise this at least; afterwards a key is new. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

export interface KeyedRequest {
  door: SessionDoor;
  path: string;
  key: string | undefined;
  sha256: string;
}
export type KeyedOutcome =
  | { kind: 'answer'; answer: Answer; isReplay: boolean }
  | { kind: 'conflict' }
  | { kind: 'in-flight'; first: Promise<KeyedOutcome> };

/** Answers by idempotency key, kept in the ledger; server errors are not kept. */
export class IdempotencyKeys {
  private readonly running = new Map<string, { sha256: string; outcome: Promise<KeyedOutcome> }>();

  constructor(private readonly till: Till) {}

  /** `isGlobal`: the fault of a shop whose keys are of no path and no content */
  async once(
    { door, path, key, sha256 }: KeyedRequest,
    work: () => Promise<{ answer: Answer; isKept: boolean }>,
    isGlobal = false,
  ): Promise<KeyedOutcome> {
    if (key === undefined) return { kind: 'answer', answer: (await work()).answer, isReplay: false };
    const scope = `${door} ${path}`;
    const name = `${scope} ${key}`;
    const running = this.running.get(name);
    if (running)
      return running.sha256 === sha256 ? { kind: 'in-flight', first: running.outcome } : { kind: 'conflict' };
    const kept = isGlobal ? this.anyOf(door, key) : this.till.shop.keys.get(name);
    if (kept && (isGlobal || this.till.clock() < kept.at + KEPT_MS)) {
      await this.till.durable();
      if (!isGlobal && kept.sha256 !== sha256) return { kind: 'conflict' };
      return { kind: 'answer', answer: answerOf(kept), isReplay: true };
    }
    const outcome = this.first(scope, key, sha256, work);
    this.running.set(name, { sha256, outcome });
    return outcome.finally(() => this.running.delete(name));
  }

  private async first(
    scope: string,
    key: string,
    sha256: string,
    work: () => Promise<{ answer: Answer; isKept: boolean }>,
  ): Promise<KeyedOutcome> {
    const { answer, isKept } = await work();
    if (isKept && answer.status < 500) {
      await this.till.write({ kind: 'answer', at: this.till.clock(), scope, key, sha256, ...answer });
    }
    return { kind: 'answer', answer, isReplay: false };
  }

  private anyOf(door: SessionDoor, key: string): KeyedAnswer | undefined {
    return [...this.till.shop.keys.values()].find((one) => one.key === key && one.scope.startsWith(`${door} `));
  }
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function answerOf({ status, body, headers }: KeyedAnswer): Answer {
  return headers ? { status, body, headers } : { status, body };
}
