import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { type Api, expectOk } from '../support/api.js';
import { each, percentile, range } from '../support/crowd.js';
import { allEvents, eventually } from '../support/drops.js';
import { RetailerProcess } from '../support/emulator-processes.js';
import { ServerProcess } from '../support/server-process.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

/** ms before the first release, and between releases */
const LEAD = 3_000;
const APART = 1_000;

/** Scheduled releases: the time of the first attempt less `releaseAt`. Fees are waived. */
export async function drift(releases: number, orders: number, say: (text: string) => void): Promise<Result[]> {
  say(`${releases} releases with ${orders} orders each`);
  const directory = await mkdtemp(join(tmpdir(), 'bench-drift-'));
  const products = await prepare(join(directory, 'server'), releases, orders);
  // A claim needs the retailer's stock, so its answers have no delay.
  const retailer = await RetailerProcess.start(join(directory, 'retailer'));
  const server = await ServerProcess.start({ JWT_SECRET, ...retailer.settings }, join(directory, 'server'));
  try {
    const delays = await release(await server.admin(), products);
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
    const name = `first attempt after releaseAt, ${releases} releases, ${releases * orders} orders`;
    return [{ name, value: p50, unit: 'ms', p50, p99 }];
  } finally {
    await Promise.all([server.kill(), retailer.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

async function prepare(directory: string, releases: number, orders: number): Promise<string[]> {
  const world = await openWorld(directory);
  const products = await each(range(releases), releases, () => openProduct(world, orders, 0));
  const people = await populate(world, 100, orders);
  for (const productId of products) await each(people, orders, (who) => reserve(world, productId, who));
  await world.close();
  return products;
}

async function release(admin: Api, products: readonly string[]): Promise<number[]> {
  const first = Date.now() + LEAD;
  await each(products, products.length, (productId, index) => {
    const releaseAt = new Date(first + index * APART).toISOString();
    return expectOk(admin.post('/api/admin/products/edit', { productId, releaseAt }));
  });
  const duration = LEAD + products.length * APART;
  return eventually('the releases have begun', duration + 60_000, async () => {
    if (Date.now() < first + duration) return undefined;
    const delays = delaysOf(await allEvents(admin));
    return delays.length === products.length ? delays : undefined;
  });
}

/** ms after `releaseAt` of each product's first claim */
export function delaysOf(events: readonly RecordedEvent[]): number[] {
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
