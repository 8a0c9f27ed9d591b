import { type Api, expectOk } from '../support/api.js';
import { percentile } from '../support/crowd.js';
import type { Result } from './results.js';

const P95_MUST = 50;
const WARM_UP = 5;

/** The durations of sequential requests. */
export async function durations(name: string, admin: Api, paths: readonly string[]): Promise<Result> {
  const times: number[] = [];
  for (const path of paths.slice(0, WARM_UP)) await expectOk(admin.get(path));
  for (const path of paths) {
    const began = performance.now();
    await expectOk(admin.get(path));
    times.push(performance.now() - began);
  }
  const [value, p50] = [percentile(times, 0.95), percentile(times, 0.5)];
  return { name, value, unit: 'ms', p50, must: under(P95_MUST, value) };
}

export const under = (most: number, value: number) => [`at most ${most}`, value <= most] as const;
export const named = (count: number) => count.toLocaleString('en-US');
