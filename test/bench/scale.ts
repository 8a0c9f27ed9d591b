import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { type Api, expectOk } from '../support/api.js';
import { built } from '../support/built.js';
import { range } from '../support/crowd.js';
import { ServerProcess } from '../support/server-process.js';
import { desk, seedCatalogue } from './desk.js';
import { reservations, runLoad } from './load-runner.js';
import { simulateOrders } from './order-lives.js';
import { type Buyer, openProduct, populate } from './population.js';
import { isReported, ownMemory, withMemory } from './process-figures.js';
import { started } from './ready.js';
import { bareRequests, beside, durations, named } from './requests.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld, type World } from './world.js';

const RUSH = { accounts: 600, orders: 5_000, connections: 500 };
const REQUESTS = 40;
const PAGE = 25;
/** ms of rest before a memory sample */
const REST = 10_000;
/** the bare twin of folding writes at most so many events */
const [BARE_EVENTS, BARE_BATCH] = [50_000, 500];
/** ms */
const FOLDED_WITHIN = 600_000;

interface Scene {
  directory: string;
  orders: number;
  rush: { people: Buyer[]; productId: string };
  /** the admin's pages are measured as well */
  isFull: boolean;
}

/** A log with some ten events per order: start, memory, disk and requests; with `isFull` the admin's pages as well. */
export async function scale(orders: number, isFull: boolean, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  try {
    say(`a log of ${named(orders)} orders`);
    const scene = { directory, orders, rush: Math.min(RUSH.orders, orders), isFull };
    const { rush, ...log } = await grow(scene);
    say(`${named(log.events)} events are folded`);
    const folded = await fold(scene, log);
    say('a server on it');
    return [folded, ...(await measure({ ...scene, rush }))];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The admin's and auditors' pages by themselves. */
export async function admin(orders: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-admin-'));
  try {
    say(`a log of ${named(orders)} orders`);
    await grow({ directory, orders, rush: 0, isFull: true });
    say('the desk asks');
    const server = await ServerProcess.start({ JWT_SECRET }, directory, FOLDED_WITHIN);
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
  directory: string;
  orders: number;
  /** people prepared for a rush */
  rush: number;
  isFull: boolean;
}

async function grow({ directory, orders, rush, isFull }: Growth) {
  const world = await openWorld(directory);
  try {
    await simulateOrders(world, orders);
    if (isFull) await seedCatalogue(world);
    const people = await populate(world, RUSH.accounts, rush);
    const productId = await openProduct(world, Math.max(1, rush));
    return { rush: { people, productId }, events: await world.platform.log.head(), bare: await bareFold(world) };
  } finally {
    await world.close();
  }
}

/** Events a second of a first start, which folds all of them and notes in the vault what each installation's vault has noted. */
async function fold(
  { directory, orders }: Growth,
  { events, bare }: { events: number; bare: number },
): Promise<Result> {
  const began = performance.now();
  const server = await ServerProcess.start({ JWT_SECRET }, directory, FOLDED_WITHIN);
  const value = (events * 1_000) / (performance.now() - began);
  await server.stop();
  return { name: `read models folded and on the disk, ${named(orders)} orders`, value, unit: 'events/s', bare };
}

/** Events a second: the same log read, and each event put into one table as it is. */
async function bareFold({ platform: { log } }: World): Promise<number> {
  const { SqliteDatabase } = await built<typeof import('../../backend/src/stores/read-models/sqlite-database.js')>(
    'stores/read-models/sqlite-database.js',
  );
  const directory = await mkdtemp(join(tmpdir(), 'bench-bare-'));
  const db = new SqliteDatabase(join(directory, 'bare.db'), null);
  db.exec('CREATE TABLE events (id TEXT PRIMARY KEY, document TEXT)');
  const put = (events: readonly RecordedEvent[]) => {
    for (const event of events) db.run('INSERT INTO events VALUES (?, ?)', [event.id, JSON.stringify(event)]);
  };
  try {
    const began = performance.now();
    let [events, waiting]: [number, RecordedEvent[]] = [0, []];
    for await (const event of log.readAll({ limit: BARE_EVENTS })) {
      events += 1;
      if (waiting.push(event) === BARE_BATCH) db.transaction(() => put(waiting.splice(0)));
    }
    db.transaction(() => put(waiting));
    return (events * 1_000) / (performance.now() - began);
  } finally {
    db.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(scene: Scene): Promise<Result[]> {
  const { directory, orders, isFull } = scene;
  const { server: again, ready } = await started(`ready after a start, ${named(orders)} orders`, directory);
  await again.kill();
  const { server, ready: afterKill } = await started(`ready after a kill, ${named(orders)} orders`, directory);
  try {
    const admin = await server.admin();
    return [
      ready,
      afterKill,
      ...(await onDisk(scene)),
      ...(await atRest(server, scene)),
      ...(await questions(admin, scene)),
      ...(isFull ? await desk(admin, orders) : []),
      // Last, because it leaves thousands of mails to be sent.
      ...(await inRush(server, scene)),
    ];
  } finally {
    await server.kill();
  }
}

async function onDisk({ directory, orders }: Scene): Promise<Result[]> {
  const stores = ['log', 'vault', 'read-models'];
  const sizes = await Promise.all(stores.map((store) => sizeOf(join(directory, store))));
  return stores.map((store, index) => {
    const value = (sizes[index] ?? 0) / orders / 1_024;
    return { name: `disk of ${store} by order, ${named(orders)} orders`, value, unit: 'KiB' };
  });
}

/** Nothing where the system does not report it. */
async function atRest({ pid }: ServerProcess, { orders }: Scene): Promise<Result[]> {
  if (!isReported) return [];
  await pause(REST);
  return [{ name: `memory at rest, ${named(orders)} orders`, value: await ownMemory(pid), unit: 'MiB' }];
}

async function inRush({ pid, url }: ServerProcess, { orders, rush }: Scene): Promise<Result[]> {
  const load = reservations(url, rush.productId, rush.people, RUSH.connections);
  const { memory: value } = await withMemory(pid, () => runLoad(load));
  return isReported ? [{ name: `memory in a rush, ${named(orders)} orders`, value, unit: 'MiB' }] : [];
}

async function questions(admin: Api, { orders }: Scene): Promise<Result[]> {
  const list = (from: number, filter: object = {}) =>
    `/api/admin/orders?range=[${from},${from + PAGE - 1}]&filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const some = await expectOk(admin.get<Order[]>(list(Math.floor(orders / 2))));
  const pages = range(REQUESTS).map((n) => list(Math.floor((n * Math.min(orders, 5_000)) / REQUESTS)));
  const words = some.map(({ email }) => list(0, { q: email?.split('@')[0] }));
  const stories = some.map(({ orderId }) => `/api/admin/orders/${orderId}/story`);
  const at = `${named(orders)} orders`;
  return beside(await bareRequests(), [
    await durations(`admin list, ${at}, p95`, admin, pages),
    await durations(`search for one person, ${at}, p95`, admin, words),
    await durations(`search for what everyone has, ${at}, p95`, admin, [list(0, { q: 'some' })]),
    await durations(`an order's story, ${at}, p95`, admin, stories),
    await durations(`export of all, ${at}`, admin, ['/api/admin/orders/export']),
  ]);
}

async function sizeOf(directory: string): Promise<number> {
  const files = await readdir(directory);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(directory, file))).blocks * 512));
  return sizes.reduce((sum, size) => sum + size, 0);
}
