import type { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { boundedCache } from '../../stores/bounded-cache.js';
import type { LimitStore } from './limits.js';

/** names per limit; beyond it the least recently seen one is evicted */
const NAMES = 50_000;

export const memoryLimits: LimitStore = ({ name, max, seconds }) =>
  new BoundedMemory({ keyPrefix: name, points: max, duration: seconds });

class BoundedMemory extends RateLimiterMemory {
  /** created at the first count, because the allocation takes 5 ms */
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
