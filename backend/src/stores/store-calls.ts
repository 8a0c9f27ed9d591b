import { Store } from '../telemetry/outages.js';
import { currentRequest, type RequestContext } from '../telemetry/request-context.js';
import { isAway, StoreUnavailable } from '../telemetry/store-unavailable.js';
import { withTimeout } from './with-timeout.js';

/** ms without an answer until readiness fails */
export const HUNG_AFTER = 5_000;
/** ms until a call fails */
const GIVEN_UP_AFTER = 10_000;
/** ms of silence until an expired request counts as an outage */
const LISTENED = 1_000;
/** ms between checks */
const LOOK = 100;
const MOST = 10_000;

export function noAnswer(store: Store): StoreUnavailable {
  return new StoreUnavailable(`no answer from ${store}`);
}

interface Call {
  what: string;
  /** ms, as `StoreCalls.time` counts */
  since: number;
  giveUp: ((error: Error) => void) | undefined;
  request: RequestContext | undefined;
}

interface UnderWay {
  reads: Set<Call>;
  writes: Set<Call>;
  /** ms of the last answer and write: a hung disk may still answer reads */
  answeredAt: number;
  wroteAt: number;
}

export interface StoreListener {
  broke(store: Store, reason: string): void;
  answered(store: Store): void;
}

export interface MakeOptions {
  /** true: the caller fails after 10 s or at its deadline, and the call continues */
  mayRepeat?: boolean;
  writes?: boolean;
}

/** A hung store throws nothing: only the age of its calls shows it. */
export class StoreCalls {
  private readonly underWay: Readonly<Record<Store, UnderWay>> = {
    'the event log': nothing(),
    'the read models': nothing(),
    'the vault': nothing(),
  };
  private looking: NodeJS.Timeout | undefined;
  private listening = 0;
  /** ms in which the event loop could receive answers */
  private listened = 0;
  private lookedAt = 0;
  readonly counts = new Map<string, { store: Store; call: string; of: string; count: number }>();

  constructor(private readonly listener?: StoreListener) {}

  /** @throws StoreUnavailable, also for too many calls */
  make<T>(store: Store, what: string, call: () => Promise<T>, options: MakeOptions = {}): Promise<T> {
    const { mayRepeat = true, writes = false } = options;
    const underWay = this.underWay[store];
    const calls = writes ? underWay.writes : underWay.reads;
    if (underWay.reads.size + underWay.writes.size >= MOST) {
      return Promise.reject(new StoreUnavailable(`${MOST} calls to ${store} are unanswered`));
    }
    const request = currentRequest();
    if (mayRepeat && request?.left === 0) return Promise.reject(noAnswer(store));
    const answer = call();
    return new Promise((resolve, reject) => {
      this.look();
      const one: Call = { what, since: this.listened, giveUp: mayRepeat ? reject : undefined, request };
      calls.add(one);
      const settled = (isAnswer: boolean) => {
        calls.delete(one);
        if (!isAnswer) return;
        underWay.answeredAt = this.time();
        this.listener?.answered(store);
        if (writes) underWay.wroteAt = underWay.answeredAt;
      };
      answer.then(
        (value) => {
          settled(true);
          resolve(value);
        },
        (error: unknown) => {
          settled(!(error instanceof StoreUnavailable));
          if (isAway(error)) this.listener?.broke(store, error.message);
          reject(error);
        },
      );
    });
  }

  /** Null: the answer is late, but the store is up or this process was busy. @throws StoreUnavailable */
  async soon<T>(store: Store, ms: number, answer: Promise<T>): Promise<T | null> {
    this.listening += 1;
    this.look();
    const since = this.listened;
    const late = noAnswer(store);
    try {
      return await withTimeout(ms, answer, () => late);
    } catch (error) {
      if (error === late && this.silence(since, this.underWay[store].answeredAt) < ms - LOOK) return null;
      throw error;
    } finally {
      this.listening -= 1;
    }
  }

  count(store: Store, call: string, of: string): void {
    const key = `${store}:${call}:${of}`;
    const counted = this.counts.get(key);
    if (counted) counted.count += 1;
    else this.counts.set(key, { store, call, of, count: 1 });
  }

  hung(): string | null {
    for (const [store, { reads, writes, answeredAt, wroteAt }] of Object.entries(this.underWay)) {
      for (const [calls, lately] of [
        [reads, answeredAt],
        [writes, wroteAt],
      ] as const) {
        const [oldest] = calls;
        const silence = oldest ? this.silence(oldest.since, lately) : 0;
        if (oldest && silence >= HUNG_AFTER) {
          return `no answer from ${store} for ${Math.floor(silence / 1_000)} s (${oldest.what})`;
        }
      }
    }
    return null;
  }

  private silence(since: number, answeredAt: number): number {
    return this.time() - Math.max(since, answeredAt);
  }

  /** ms; a turn that blocks longer than a check counts as one check */
  private time(): number {
    return this.listened + Math.min(performance.now() - this.lookedAt, LOOK);
  }

  private look(): void {
    this.looking ??= this.begin();
    const now = performance.now();
    const passed = now - this.lookedAt;
    this.listened += passed > 2 * LOOK ? LOOK : passed;
    this.lookedAt = now;
  }

  private begin(): NodeJS.Timeout {
    this.lookedAt = performance.now();
    const looking = setInterval(() => {
      this.look();
      this.giveUp();
      const isIdle = Object.values(this.underWay).every(({ reads, writes }) => reads.size + writes.size === 0);
      if (!isIdle || this.listening > 0) return;
      clearInterval(looking);
      this.looking = undefined;
    }, LOOK).unref();
    return looking;
  }

  private giveUp(): void {
    const limit = this.listened - GIVEN_UP_AFTER;
    for (const [name, { reads, writes, answeredAt }] of Object.entries(this.underWay)) {
      const store = name as Store;
      for (const call of [...reads, ...writes]) {
        if (!call.giveUp || (call.since > limit && call.request?.left !== 0)) continue;
        const late = noAnswer(store);
        if (this.silence(call.since, answeredAt) >= LISTENED) this.listener?.broke(store, late.message);
        call.giveUp(late);
        call.giveUp = undefined;
      }
    }
  }
}

function nothing(): UnderWay {
  const longAgo = Number.NEGATIVE_INFINITY;
  return { reads: new Set(), writes: new Set(), answeredAt: longAgo, wroteAt: longAgo };
}
