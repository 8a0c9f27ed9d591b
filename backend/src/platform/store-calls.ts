import { StoreUnavailable } from './store-unavailable.js';

/** ms without an answer after which a store counts as hung, and readiness says so: one that is well takes no call as long */
export const HUNG_AFTER = 5_000;
/** ms after which a caller hears that the store does not answer */
const GIVEN_UP_AFTER = 10_000;
/** ms between two looks at who has waited too long */
const LOOK = 250;
/** calls that may be under way to one store: what hangs keeps what it was given */
const MOST = 10_000;

export type Store = 'the event log' | 'the read models' | 'the vault';

/** what a caller hears who waits no longer */
export function noAnswer(store: Store): StoreUnavailable {
  return new StoreUnavailable(`no answer from ${store}`);
}

interface Call {
  what: string;
  /** ms of the monotonic clock */
  since: number;
  giveUp: ((error: Error) => void) | undefined;
}

/** Every call to a store that is under way. A store that hangs throws nothing: only the age of its calls tells. */
export class StoreCalls {
  /** oldest first; those that were given up stay until they settle */
  private readonly underWay: Readonly<Record<Store, Set<Call>>> = {
    'the event log': new Set(),
    'the read models': new Set(),
    'the vault': new Set(),
  };
  private looking: NodeJS.Timeout | undefined;
  /** since the start, by store, what was asked, and of what */
  readonly counts = new Map<string, { store: Store; call: string; of: string; count: number }>();

  /**
   * What the call comes to. One that may be repeated is given up after 10 s, and goes on; `mayRepeat` false: the caller is
   * left waiting. @throws StoreUnavailable, also before the call is made, when too many are under way
   */
  make<T>(store: Store, what: string, call: () => Promise<T>, mayRepeat = true): Promise<T> {
    const calls = this.underWay[store];
    if (calls.size >= MOST) {
      return Promise.reject(new StoreUnavailable(`${MOST} calls to ${store} are unanswered`));
    }
    const answer = call();
    return new Promise((resolve, reject) => {
      const one: Call = { what, since: performance.now(), giveUp: mayRepeat ? reject : undefined };
      calls.add(one);
      this.looking ??= setInterval(() => this.look(), LOOK).unref();
      answer.then(
        (value) => {
          calls.delete(one);
          resolve(value);
        },
        (error: unknown) => {
          calls.delete(one);
          reject(error);
        },
      );
    });
  }

  /** `of`: a category of streams, a collection or a kind of records */
  count(store: Store, call: string, of: string): void {
    const key = `${store}:${call}:${of}`;
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else this.counts.set(key, { store, call, of, count: 1 });
  }

  /** Which store has left a call unanswered for longer than it takes, in words; null while all answer. */
  hung(): string | null {
    for (const [store, calls] of Object.entries(this.underWay)) {
      const [oldest] = calls;
      const age = performance.now() - (oldest?.since ?? Number.POSITIVE_INFINITY);
      if (oldest && age >= HUNG_AFTER) {
        return `no answer from ${store} for ${Math.floor(age / 1_000)} s (${oldest.what})`;
      }
    }
    return null;
  }

  private look(): void {
    const limit = performance.now() - GIVEN_UP_AFTER;
    for (const [store, calls] of Object.entries(this.underWay)) {
      for (const call of calls) {
        if (call.since > limit) break;
        call.giveUp?.(noAnswer(store as Store));
        call.giveUp = undefined;
      }
    }
    if (Object.values(this.underWay).some(({ size }) => size > 0)) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }
}
