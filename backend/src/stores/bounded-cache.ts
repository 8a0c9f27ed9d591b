import { LRUCache } from 'lru-cache';

const one = () => 1;

/**
 * The `entries` that were used last, in memory that is taken as they come: lru-cache's own `max` sets all of it aside at once, which
 * costs a start some milliseconds for each cache. `evicted` hears of each entry that makes room for another.
 */
export function boundedCache<Value extends NonNullable<unknown>>(
  entries: number,
  evicted?: (key: string) => void,
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({
    maxSize: entries,
    sizeCalculation: one,
    ...(evicted && { dispose: (_, key, reason) => void (reason === 'evict' && evicted(key)) }),
  });
}
