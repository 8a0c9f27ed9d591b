import { performance } from 'node:perf_hooks';

/** ms */
export const LOAD_WINDOW = 200;
const HIGH = 0.85;

export function eventLoopLoad(): () => boolean {
  let since = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let isHigh = false;
  return () => {
    const now = performance.now();
    if (now - measuredAt <= LOAD_WINDOW) return isHigh;
    isHigh = performance.eventLoopUtilization(since).utilization > HIGH;
    since = performance.eventLoopUtilization();
    measuredAt = now;
    return isHigh;
  };
}
