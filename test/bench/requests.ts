import { Api, expectOk } from '../support/api.js';
import { percentile } from '../support/crowd.js';
import { withBareServer } from './bare.js';
import type { Result } from './results.js';

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
  return { name, value, unit: 'ms', p50 };
}

export const named = (count: number) => count.toLocaleString('en-US');

const REQUESTS = 40;

/** The 95th percentile of requests that the bare server answers from memory, ms. */
export async function bareRequests(): Promise<number> {
  return withBareServer(async (url) => {
    const paths = Array.from({ length: REQUESTS }, () => '/healthz');
    return (await durations('bare', new Api(url), paths)).value;
  });
}

export function beside(bare: number, rows: readonly Result[]): Result[] {
  return rows.map((row) => ({ ...row, bare }));
}
