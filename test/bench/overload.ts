import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { type Api, expectOk } from '../support/api.js';
import { each, percentile, range } from '../support/crowd.js';
import { allEvents } from '../support/drops.js';
import { RetailerProcess } from '../support/emulator-processes.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { delaysOf } from './drift.js';
import type { LoadResult } from './load.js';
import { reservations, runLoad } from './load-runner.js';
import { reserve } from './order-lives.js';
import { type Buyer, openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

/** concurrent shoppers, and concurrent requests for lists */
const [SHOPPERS, LISTS] = [50, 64];
/** reservations before the measurement */
const WARM_UP = 2_000;
/** orders of the release in the middle */
const DUE = 30;
/** ms until the release */
const LEAD = 1_500;
/** ms between two requests for a list */
const PAUSE = 20;
const LIST = '/api/admin/orders?range=%5B0%2C99%5D&filter=%7B%22q%22%3A%22some%22%7D';

interface Products {
  warmUp: string;
  hot: [string, string];
  due: [string, string];
}
interface Lists {
  /** ms, of answered and of refused requests */
  answered: number[];
  sentAway: number[];
}

/** Floods the lists beside reservations and a release: how fast requests are refused, and how much the others slow down. */
export async function overload(count: number, say: (text: string) => void): Promise<Result[]> {
  say(
    `${count.toLocaleString('en-US')} reservations over ${SHOPPERS} connections, alone and beside ${LISTS} that ask for lists`,
  );
  const directory = await mkdtemp(join(tmpdir(), 'bench-overload-'));
  const { people, products } = await prepare(join(directory, 'server'), count);
  const retailer = await RetailerProcess.start(join(directory, 'retailer'));
  const server = await ServerProcess.start({ JWT_SECRET, ...retailer.settings }, join(directory, 'server'));
  const stop = new AbortController();
  try {
    const { token } = await expectOk(server.anyone.post<{ token: string }>('/login', ADMIN));
    const admin = server.anyone.as(token);
    await runLoad(reservations(server.url, products.warmUp, people.slice(0, WARM_UP), SHOPPERS));
    const rush = async (nth: 0 | 1) => {
      await releaseSoon(admin, products.due[nth]);
      // Beside lists a reservation may take ten times as long.
      const some = nth === 0 ? people : people.slice(0, Math.ceil(count / 3));
      return runLoad(reservations(server.url, products.hot[nth], some, SHOPPERS));
    };
    const alone = await rush(0);
    const besideLists = rush(1).finally(() => stop.abort());
    const [beside, lists] = await Promise.all([besideLists, flood(server.url, token, stop.signal)]);
    return rows(alone, beside, lists, await lateness(admin));
  } finally {
    stop.abort();
    await Promise.all([server.kill(), retailer.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

async function prepare(directory: string, count: number): Promise<{ people: Buyer[]; products: Products }> {
  const world = await openWorld(directory);
  const people = await populate(world, 100, count);
  const open = () => openProduct(world, count * 2, 0);
  const products: Products = {
    warmUp: await open(),
    hot: [await open(), await open()],
    due: [await open(), await open()],
  };
  for (const productId of products.due) await each(people.slice(0, DUE), DUE, (who) => reserve(world, productId, who));
  await world.close();
  return { people, products };
}

async function releaseSoon(admin: Api, productId: string): Promise<void> {
  const releaseAt = new Date(Date.now() + LEAD).toISOString();
  await expectOk(admin.post('/api/admin/products/edit', { productId, releaseAt }));
}

async function flood(url: string, token: string, signal: AbortSignal): Promise<Lists> {
  const lists: Lists = { answered: [], sentAway: [] };
  const headers = { authorization: `Bearer ${token}` };
  await each(range(LISTS), LISTS, async () => {
    const client = new Client(url, { pipelining: 1 });
    while (!signal.aborted) {
      const sentAt = performance.now();
      const { statusCode, body } = await client.request({ path: LIST, method: 'GET', headers });
      await body.dump();
      (statusCode === 503 ? lists.sentAway : lists.answered).push(performance.now() - sentAt);
      await wait(PAUSE);
    }
    await client.destroy();
  });
  return lists;
}

/** ms from each release to its first attempt */
async function lateness(admin: Api): Promise<number[]> {
  await wait(LEAD);
  return delaysOf(await allEvents(admin));
}

function rows(alone: LoadResult, beside: LoadResult, { answered, sentAway }: Lists, late: readonly number[]): Result[] {
  const of = (ms: readonly number[]) => ({ p50: percentile([...ms], 0.5), p99: percentile([...ms], 0.99) });
  const [first = Number.NaN, second = Number.NaN] = late;
  const rate = ({ statuses, ms }: LoadResult) => ((statuses[200] ?? 0) * 1_000) / ms;
  return [
    {
      name: 'reservations beside lists',
      value: rate(beside),
      unit: '/s',
      p50: beside.p50,
      p99: beside.p99,
      bare: rate(alone),
    },
    { name: 'reservations beside lists: p99', value: beside.p99, unit: 'ms', bare: alone.p99 },
    { name: 'lists refused', value: sentAway.length, unit: '', ...of(sentAway) },
    { name: 'lists answered', value: answered.length, unit: '', ...of(answered) },
    { name: 'first attempt after releaseAt, beside lists', value: second, unit: 'ms', bare: first },
  ];
}
