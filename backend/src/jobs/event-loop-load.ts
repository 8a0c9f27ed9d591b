import { performance } from 'node:perf_hooks';

/** ms over which the load is judged */
export const LOAD_WINDOW = 200;
/** share of the time that the event loop worked */
const HIGH = 0.85;

/** Tells whether the event loop has had next to no rest of late. */
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
