import type { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { boundedCache } from '../../stores/bounded-cache.js';
import type { LimitStore } from './limits.js';

/** names that one limit counts under: whoever has more addresses than this makes it forget the one seen longest ago */
const NAMES = 50_000;

/** Counts in this process: a restart forgets them. */
export const memoryLimits: LimitStore = ({ name, max, seconds }) =>
  new BoundedMemory({ keyPrefix: name, points: max, duration: seconds });

class BoundedMemory extends RateLimiterMemory {
  /** made by the first count: all places are set aside at once, which would take 5 ms of every start */
  private names: LRUCache<string, true> | undefined;

  override consume(key: string, points?: number, options?: object) {
    this.see(key);
    return super.consume(key, points, options);
  }

  override penalty(key: string, points?: number, options?: object) {
    this.see(key);
    return super.penalty(key, points, options);
  }

  private see(key: string): void {
    this.names ??= boundedCache(NAMES, (forgotten) => void this.delete(forgotten));
    this.names.set(key, true);
  }
}
