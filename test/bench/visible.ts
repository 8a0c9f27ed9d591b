import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../support/crowd.js';
import { openBareLog, TEXT } from './bare-log.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { openWorld } from './world.js';

const PER_SECOND = 500;
const WARM_UP = 500;

/** At 500 appends a second: from the command to its row in the read model, including the durable append; beside a bare append. */
export async function visible(seconds: number): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-visible-'));
  const world = await openWorld(join(directory, 'ours'));
  const bare = openBareLog(join(directory, 'bare'));
  try {
    const count = PER_SECOND * seconds + WARM_UP;
    const people = await populate(world, 100, count);
    const products = await Promise.all(Array.from({ length: 10 }, () => openProduct(world, count)));
    const { projector } = world.platform;
    await projector.start();
    await projector.reachEnd();
    const ours = await paced(people, async (who, index) => {
      const { position } = await reserve(world, products[index % 10] ?? '', who);
      await projector.passed(position, 10_000);
    });
    const twin = await paced(people, () => bare.append(TEXT));
    const [p50, p99] = [percentile(ours, 0.5), percentile(ours, 0.99)];
    const name = 'command to visible in the read models, 500/s';
    return [{ name, value: p50, unit: 'ms', p50, p99, bare: percentile(twin, 0.5) }];
  } finally {
    await Promise.all([world.close(), bare.close()]);
    await rm(directory, { recursive: true, force: true });
  }
}

/** ms that each took, after a warm-up */
async function paced<T>(items: readonly T[], work: (item: T, index: number) => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  const all = items.map(async (item, index) => {
    await pause(began + (index * 1_000) / PER_SECOND - performance.now());
    const since = performance.now();
    await work(item, index);
    return performance.now() - since;
  });
  return (await Promise.all(all)).slice(WARM_UP);
}
