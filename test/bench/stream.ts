import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { each } from '../support/crowd.js';
import { openBareLog, TEXT } from './bare-log.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { openWorld } from './world.js';

const IN_FLIGHT = 512;
const WARM_UP = 2_000;

/** What the one stream of a product bounds: reservations decided and durable a second, in process and without HTTP, as one thread can. */
export async function stream(count: number): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-stream-'));
  const world = await openWorld(join(directory, 'ours'));
  const bare = openBareLog(join(directory, 'bare'));
  try {
    const people = await populate(world, 600, count);
    const [warmUp, hot] = [await openProduct(world, count), await openProduct(world, count)];
    await timed(people.slice(0, WARM_UP), (who) => reserve(world, warmUp, who));
    const ours = await timed(people, (who) => reserve(world, hot, who));
    const twin = await timed(people, () => bare.append(TEXT));
    const per = (us: number) => us / count;
    return [
      {
        name: "decisions on one product's stream",
        value: rate(count, ours.ms),
        unit: '/s',
        bare: rate(count, twin.ms),
      },
      { name: 'processor time per decision', value: per(ours.us), unit: 'us', bare: per(twin.us) },
    ];
  } finally {
    await Promise.all([world.close(), bare.close()]);
    await rm(directory, { recursive: true, force: true });
  }
}

const rate = (count: number, ms: number) => (count * 1_000) / ms;

async function timed<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<{ ms: number; us: number }> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await each(items, IN_FLIGHT, work);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, us: user + system };
}
