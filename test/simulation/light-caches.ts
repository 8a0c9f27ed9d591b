import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';

/**
 * The program's caches preallocate by `Array.from({ length })`, which took a third of the time of a simulation with its many starts: here
 * they grow instead.
 */
const from = Array.from;
Array.from = ((source: ArrayLike<unknown>, ...more: []) => {
  const isMany = more.length === 0 && !(Symbol.iterator in Object(source)) && source.length >= 1_000;
  return isMany ? [] : from(source, ...more);
}) as typeof Array.from;

/** Observers of garbage collection and delays never end, and keep a killed process in memory. */
const silent = class {
  observe(): void {}
};
Object.assign(perfHooks, { monitorEventLoopDelay: undefined, PerformanceObserver: silent });
syncBuiltinESMExports();
