import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../support/crowd.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { openWorld } from './world.js';

const PER_SECOND = 500;
const WARM_UP = 500;

/** At 500 appends a second: from the command to its row in the read model, including the durable append. */
export async function visible(seconds: number): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-visible-'));
  const world = await openWorld(directory);
  try {
    const count = PER_SECOND * seconds + WARM_UP;
    const people = await populate(world, 100, count);
    const products = await Promise.all(Array.from({ length: 10 }, () => openProduct(world, count)));
    const { projector } = world.platform;
    await projector.start();
    await world.platform.projector.reachEnd();
    const delays: number[] = [];
    const one = async (who: (typeof people)[0], index: number) => {
      const began = performance.now();
      const { position } = await reserve(world, products[index % 10] ?? '', who);
      await projector.passed(position, 10_000);
      if (index >= WARM_UP) delays.push(performance.now() - began);
    };
    const began = performance.now();
    const all = people.map(async (who, index) => {
      await pause(began + (index * 1_000) / PER_SECOND - performance.now());
      await one(who, index);
    });
    await Promise.all(all);
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
    const must = ['p99 under 50 ms', p99 < 50] as const;
    return { name: 'command to visible in the read models, 500/s', value: p50, unit: 'ms', p50, p99, must };
  } finally {
    await world.close();
    await rm(directory, { recursive: true, force: true });
  }
}
