import { LRUCache } from 'lru-cache';
import { Refused } from '../decider.js';

interface Window {
  /** ms UTC */
  startedAt: number;
  before: number;
  now: number;
}

/** Counts under a name in a sliding window: the last whole window weighs as its overlap. Holds the 50,000 seen last. */
export class SlidingLimit {
  /** made by the first count: all places are set aside at once, which would take 5 ms of every start */
  private windows: LRUCache<string, Window> | undefined;

  constructor(
    private readonly options: { max: number; windowMs: number; names?: number },
    /** ms UTC */
    private readonly clock: () => number,
  ) {}

  count(name: string): void {
    const window = this.window(name);
    window.now += 1;
    this.windows ??= new LRUCache({ max: this.options.names ?? 50_000 });
    this.windows.set(name, window);
  }

  forget(name: string): void {
    this.windows?.delete(name);
  }

  /** @throws Refused 'too-many' once `max` has been counted */
  check(name: string): void {
    const { startedAt, before, now } = this.window(name);
    const { max, windowMs } = this.options;
    const elapsed = this.clock() - startedAt;
    if (now + before * (1 - elapsed / windowMs) < max) return;
    const text = 'Too many attempts. Please try again later.';
    throw new Refused('too-many', 'too-many', text, Math.max(1, Math.ceil((windowMs - elapsed) / 1_000)));
  }

  private window(name: string): Window {
    const { windowMs } = this.options;
    const startedAt = Math.floor(this.clock() / windowMs) * windowMs;
    const known = this.windows?.get(name);
    if (known?.startedAt === startedAt) return known;
    const before = known?.startedAt === startedAt - windowMs ? known.now : 0;
    return { startedAt, before, now: 0 };
  }
}
