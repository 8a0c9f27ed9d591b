import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '../../backend/src/platform/log/event-log.js';
import { each, percentile, range } from '../support/crowd.js';
import { allEvents, eventually } from '../support/drops.js';
import { ServerProcess } from '../support/server-process.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

/** ms from preparing the first release to when it is due, and from each release to the next */
const LEAD = 25_000;
const APART = 1_500;

/** Releases by the clock, each with its orders due: the first attempt's time less `releaseAt`. Fees are waived. */
export async function drift(releases: number, orders: number, say: (text: string) => void): Promise<Result> {
  say(`${releases} releases with ${orders} orders each`);
  const directory = await mkdtemp(join(tmpdir(), 'bench-drift-'));
  const world = await openWorld(directory);
  const first = Date.now() + LEAD;
  const products = await each(range(releases), releases, (index) =>
    openProduct(world, orders, { price: 0, releaseAt: first + index * APART }),
  );
  const people = await populate(world, 100, orders);
  for (const productId of products) await each(people, orders, (who) => reserve(world, productId, who));
  await world.close();
  const server = await ServerProcess.start({ JWT_SECRET }, directory);
  try {
    if (Date.now() > first) throw new Error('the first release was due before the server was ready');
    const admin = await server.admin();
    const events = await eventually('the releases have begun', LEAD + releases * APART + 60_000, async () => {
      if (Date.now() < first + releases * APART) return undefined;
      const all = await allEvents(admin);
      return delaysOf(all).length === releases ? all : undefined;
    });
    const delays = delaysOf(events);
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
    const must = ['p99 under 250 ms', p99 < 250] as const;
    const name = `first attempt after releaseAt, ${releases} releases, ${releases * orders} orders`;
    return { name, value: p50, unit: 'ms', p50, p99, must };
  } finally {
    await server.remove();
  }
}

/** Per product: when its first attempt was claimed, ms after `releaseAt`. */
function delaysOf(events: readonly RecordedEvent[]): number[] {
  const productOf = new Map<string, string>();
  const releaseAt = new Map<string, number>();
  const firsts = new Map<string, number>();
  for (const { type, stream, data, metadata } of events) {
    if (type === 'SlotReserved') productOf.set(`order-${data.orderId}`, stream);
    if (type === 'ReleaseStarted') releaseAt.set(stream, Number(data.releaseAt));
    const product = productOf.get(stream);
    if (type === 'CheckoutStarted' && product && !firsts.has(product)) firsts.set(product, metadata.recordedAt);
  }
  return [...firsts].map(([product, at]) => at - (releaseAt.get(product) ?? Number.NaN));
}
