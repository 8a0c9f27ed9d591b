import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { type Api, expectOk } from '../support/api.js';
import { range } from '../support/crowd.js';
import { ServerProcess } from '../support/server-process.js';
import { desk, seedCatalogue } from './desk.js';
import { quiet } from './hot-product.js';
import { reservations, runLoad } from './load-runner.js';
import { simulateOrders } from './order-lives.js';
import { type Buyer, openProduct, populate } from './population.js';
import { durations, named, under } from './requests.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

const RUSH = { accounts: 600, orders: 10_000, connections: 500 };
const NOBODY = { people: [], productId: '' };
const READY_MUST = 3;
const MEMORY_MUST = { rest: 300, rush: 400 };
const REQUESTS = 60;
const PAGE = 25;
/** ms of rest before a memory sample, and between two samples in a rush */
const REST = 15_000;
const LOOK = 100;

interface Scene {
  directory: string;
  orders: number;
  events: number;
  rush: { people: Buyer[]; productId: string };
  /** at the full size the admin's pages are measured as well */
  isFull: boolean;
}

/** A log that grows tenfold twice, with some eleven events per order; measures start, memory, disk and requests at each size. */
export async function scale(orders: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  const results: Result[] = [];
  try {
    let before = 0;
    for (const [stage, size] of [orders / 100, orders / 10, orders].map(Math.round).entries()) {
      const isFull = stage === 2;
      say(`the log grows to ${size.toLocaleString('en-US')} orders`);
      const rush = stage === 0 ? 0 : Math.min(RUSH.orders, size);
      const scene = await grow(directory, { orders: size, more: size - before, rush, isFull }, results);
      before = size + rush;
      say(`a server on ${scene.events.toLocaleString('en-US')} events`);
      results.push(...(await measure(scene)));
    }
    return results;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The admin's and auditors' pages by themselves, without `scale`. */
export async function admin(orders: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-admin-'));
  try {
    say(`a log of ${named(orders)} orders`);
    await grow(directory, { orders, more: orders, rush: 0, isFull: true }, []);
    say('the desk asks');
    const server = await ServerProcess.start({ JWT_SECRET }, directory);
    try {
      return await desk(await server.admin(), orders);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface Growth {
  orders: number;
  more: number;
  /** people prepared for a rush */
  rush: number;
  isFull: boolean;
}

async function grow(directory: string, { orders, more, rush, isFull }: Growth, results: Result[]): Promise<Scene> {
  const world = await openWorld(directory);
  const { log, projector } = world.platform;
  const head = await log.head();
  if (more > 0) await simulateOrders(world, more);
  if (isFull) await seedCatalogue(world);
  const ready = {
    people: await populate(world, RUSH.accounts, rush),
    productId: await openProduct(world, Math.max(1, rush)),
  };
  const events = await log.head();
  const began = performance.now();
  await projector.start();
  await projector.reachEnd();
  await world.close();
  const value = ((events - head) * 1_000) / (performance.now() - began);
  results.push({ name: `${named(events - head)} events folded and on the disk`, value, unit: 'events/s' });
  return { directory, orders, events, rush: rush === 0 ? NOBODY : ready, isFull };
}

async function measure(scene: Scene): Promise<Result[]> {
  const { directory, events } = scene;
  const began = performance.now();
  const server = await ServerProcess.start({ JWT_SECRET }, directory);
  const ready = (performance.now() - began) / 1_000;
  const must = [`${READY_MUST} s`, ready <= READY_MUST] as const;
  try {
    const admin = await server.admin();
    return [
      { name: `ready after a start on ${named(events)} events`, value: ready, unit: 's', must },
      ...(await onDisk(scene)),
      ...(await memory(server, scene)),
      ...(await questions(admin, scene)),
      ...(scene.isFull ? await desk(admin, scene.orders) : []),
    ];
  } finally {
    await server.stop();
  }
}

async function onDisk({ directory, orders }: Scene): Promise<Result[]> {
  const stores = ['log', 'vault', 'read-models'];
  const sizes = await Promise.all(stores.map((store) => sizeOf(join(directory, store))));
  return stores.map((store, i) => {
    const value = (sizes[i] ?? 0) / orders / 1_024;
    return { name: `disk of ${store} by order, ${named(orders)} orders`, value, unit: 'KiB' };
  });
}

/** Resident memory without mapped files; nothing where the system does not report it. */
async function memory(server: ServerProcess, { orders, rush }: Scene): Promise<Result[]> {
  if (!existsSync('/proc/self/status')) return [];
  await new Promise((resolve) => setTimeout(resolve, REST));
  const rest = await ownMemory(server);
  const resting = { name: `memory at rest, ${named(orders)} orders`, value: rest, unit: 'MiB' };
  const first = { ...resting, must: under(MEMORY_MUST.rest, rest) };
  if (rush.people.length === 0) return [first];
  let most = 0;
  const looking = setInterval(async () => {
    most = Math.max(most, await ownMemory(server).catch(() => 0));
  }, LOOK);
  try {
    await runLoad(reservations(server.url, rush.productId, rush.people, RUSH.connections));
  } finally {
    clearInterval(looking);
  }
  // Otherwise the requests and the next start would compete with ten thousand mails.
  await quiet(server);
  return [
    first,
    {
      name: `memory in a rush, ${named(orders)} orders`,
      value: most,
      unit: 'MiB',
      must: under(MEMORY_MUST.rush, most),
    },
  ];
}

async function ownMemory({ pid }: ServerProcess): Promise<number> {
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

async function questions(admin: Api, { orders }: Scene): Promise<Result[]> {
  const list = (from: number, filter: object = {}) =>
    `/api/admin/orders?range=[${from},${from + PAGE - 1}]&filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const some = await expectOk(admin.get<Order[]>(list(Math.floor(orders / 2))));
  const pages = range(REQUESTS).map((n) => list(Math.floor((n * Math.min(orders, 5_000)) / REQUESTS)));
  const words = some.map(({ email }) => list(0, { q: email?.split('@')[0] }));
  const stories = some.map(({ orderId }) => `/api/admin/orders/${orderId}/story`);
  const at = `${named(orders)} orders`;
  return [
    await durations(`admin list, a page of ${PAGE}, ${at}, p95`, admin, pages),
    await durations(`search for one person, ${at}, p95`, admin, words),
    {
      ...(await durations(`search for what everyone has, ${at}, p95`, admin, [list(0, { q: 'some' })])),
      must: undefined,
    },
    await durations(`order's story, ${at}, p95`, admin, stories),
    { ...(await durations(`export of all, ${at}`, admin, ['/api/admin/orders/export'])), must: undefined },
  ];
}

async function sizeOf(directory: string): Promise<number> {
  const files = await readdir(directory);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(directory, file))).blocks * 512));
  return sizes.reduce((sum, size) => sum + size, 0);
}
