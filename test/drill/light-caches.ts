import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';

/**
 * The program's caches set all their places aside at once, by way of `Array.from({ length })`. That is nothing to a process, and
 * a third of the time of a drill, which starts many: here they grow instead.
 */
const from = Array.from;
Array.from = ((source: ArrayLike<unknown>, ...more: []) => {
  const isMany = more.length === 0 && !(Symbol.iterator in Object(source)) && source.length >= 1_000;
  return isMany ? [] : from(source, ...more);
}) as typeof Array.from;

/** Watching garbage and delays never ends, and holds each process that has died for as long as this one lives. */
const silent = class {
  observe(): void {}
};
Object.assign(perfHooks, { monitorEventLoopDelay: undefined, PerformanceObserver: silent });
syncBuiltinESMExports();
