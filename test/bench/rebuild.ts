import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../support/crowd.js';
import { ServerProcess } from '../support/server-process.js';
import { simulateOrders } from './order-lives.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

/** Rebuilds every read model from a log of the demo's mix, sealed, one subject per order; then measures a start on it. */
export async function rebuild(orders: number, times: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-rebuild-'));
  try {
    say(`a log of ${orders.toLocaleString('en-US')} orders is written`);
    const writing = await openWorld(directory);
    await simulateOrders(writing, orders);
    await writing.close();
    say('the read models are rebuilt from it');
    const rates: number[] = [];
    let events = 0;
    for (let time = 0; time < times; time += 1) {
      await rm(join(directory, 'read-models'), { recursive: true, force: true });
      const world = await openWorld(directory);
      events = await world.platform.log.head();
      const began = performance.now();
      await world.platform.projector.start();
      await world.platform.projector.reachEnd();
      rates.push((events * 1_000) / (performance.now() - began));
      await world.close();
    }
    const value = percentile(rates, 0.5);
    const must = ['40,000/s', value >= 40_000] as const;
    const count = events.toLocaleString('en-US');
    return [
      { name: `rebuild of all read models, ${count} events`, value, unit: 'events/s', must },
      await ready(`ready after a start on ${count} events`, directory, 8),
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function ready(name: string, directory: string | undefined, limit: number): Promise<Result> {
  const began = performance.now();
  const server = await ServerProcess.start({ JWT_SECRET }, directory);
  const value = (performance.now() - began) / 1_000;
  await server.remove();
  return { name, value, unit: 's', must: [`${limit} s`, value < limit] };
}
