import { LRUCache } from 'lru-cache';

const one = () => 1;

/** An LRU cache that allocates as it grows: lru-cache's `max` preallocates, which costs some ms per cache. */
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
