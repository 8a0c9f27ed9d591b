import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, expectOk } from '../support/api.js';
import { percentile } from '../support/crowd.js';
import { eventually } from '../support/drops.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { CONNECTIONS } from './hot-product.js';
import { listenTo } from './live.js';
import type { LoadResult } from './load.js';
import { reservations, runLoad } from './load-runner.js';
import { type Buyer, openProduct, populate } from './population.js';
import { KEY, type Payer, payerOf, prepare, startTimes, stripeBeside, timesIn } from './release.js';
import { named } from './requests.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

const ACCOUNTS = 600;
const WARM_UP = 2_000;
/** reservations for each order of the release, so that the rush lasts longer */
const RUSH = 2;
/** ms until the release */
const [LEAD, HOUR] = [1_500, 3_600_000];
/** shoppers who reserve one after another and look at their orders, and ms between them */
const [LOOKERS, APART] = [300, 50];

/** A rush for one product, alone and beside the release of another; both while 400 streams are open. */
export async function besideRelease(orders: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-beside-'));
  const retailer = Program.start('test/dist/test/bench/instant-retailer.js', {});
  const port = await freePort();
  const stripe = await stripeBeside(directory, port);
  try {
    const [, url = ''] = await retailer.line(/listens on (http\S+)/);
    say(`${named(orders)} orders and ${named(orders * RUSH)} shoppers are prepared`);
    const scene = await prepared(join(directory, 'data'), orders, await payerOf(stripe));
    const partners = { RETAILER_URL: url, RETAILER_KEY: KEY, ...stripe.settings };
    const settings = { JWT_SECRET, TRUSTED_PROXIES: '127.0.0.1', PORT: String(port), ...partners };
    const server = await ServerProcess.start(settings, join(directory, 'data'));
    const ran = await run(server, scene, say).finally(() => server.stop());
    const first = Math.min(...(await startTimes(url))) - ran.releaseAt;
    const world = await openWorld(join(directory, 'data'));
    const { ended } = await timesIn(world, 0).finally(() => world.close());
    const notified = ran.listeners.row(ended.sort((a, b) => a - b));
    return [...rows(ran, first), notified].map((row) => ({
      ...row,
      name: `beside a release of ${named(orders)}: ${row.name}`,
    }));
  } finally {
    await Promise.all([retailer.kill(), stripe.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

type Scene = Awaited<ReturnType<typeof prepared>>;
type Ran = Awaited<ReturnType<typeof run>>;

async function prepared(directory: string, orders: number, payer: Payer) {
  const world = await openWorld(directory);
  try {
    const due = await prepare(world, orders, payer);
    const people = await populate(world, ACCOUNTS, orders * RUSH + LOOKERS);
    const open = () => openProduct(world, 2 * people.length);
    const products = { warmUp: await open(), alone: await open(), beside: await open() };
    return { due, people, lookers: people.splice(-LOOKERS), products };
  } finally {
    await world.close();
  }
}

async function run(server: ServerProcess, { due, people, lookers, products }: Scene, say: (text: string) => void) {
  const stop = new AbortController();
  try {
    const listeners = await listenTo(server, due, stop.signal);
    say('warming up');
    await runLoad(reservations(server.url, products.warmUp, people.slice(0, WARM_UP), CONNECTIONS));
    say('a rush alone');
    const alone = await rush(server, products.alone, people, lookers);
    say('a rush beside the release');
    const admin = await server.admin();
    // Once the rush before it is folded, the new time is known at once, as it is of a release that was planned.
    await moveRelease(admin, due, HOUR);
    const releaseAt = await moveRelease(admin, due, LEAD);
    const beside = await rush(server, products.beside, people, lookers);
    await listeners.over();
    return { releaseAt, alone, beside, listeners };
  } finally {
    stop.abort();
  }
}

/** Resolves to the new time, ms UTC, once it is shown. */
async function moveRelease(admin: Api, productId: string, inMs: number): Promise<number> {
  const releaseAt = new Date(Date.now() + inMs);
  const edit = { productId, releaseAt: releaseAt.toISOString() };
  await expectOk(admin.post('/api/admin/products/edit', edit));
  return eventually('the new time of the release', HOUR / 60, async () => {
    const shown = await expectOk(admin.get<{ releaseAt: string }>(`/api/admin/products/${productId}`));
    return shown.releaseAt === edit.releaseAt ? releaseAt.getTime() : undefined;
  });
}

type Rush = LoadResult & { visible: number[] };

async function rush(
  server: ServerProcess,
  productId: string,
  people: Buyer[],
  lookers: readonly Buyer[],
): Promise<Rush> {
  const over = new AbortController();
  const looking = look(server, productId, lookers, over.signal);
  const load = await runLoad(reservations(server.url, productId, people, CONNECTIONS)).finally(() => over.abort());
  if (load.statuses[200] !== people.length) throw new Error(`not all succeeded: ${JSON.stringify(load.statuses)}`);
  return { ...load, visible: await looking };
}

/** ms from the answer to a reservation until its shopper was shown it */
async function look(
  server: ServerProcess,
  productId: string,
  lookers: readonly Buyer[],
  over: AbortSignal,
): Promise<number[]> {
  const delays: number[] = [];
  for (const { token, profileId } of lookers) {
    if (over.aborted) break;
    const api = server.anyone.as(token);
    await expectOk(api.post('/api/checkout/withprofile', { productId, profileId, size: 'm', style: 'Ink' }));
    const began = performance.now();
    await expectOk(api.get('/api/user/orders'));
    delays.push(performance.now() - began);
    await pause(APART);
  }
  return delays;
}

function rows({ alone, beside }: Ran, first: number): Result[] {
  const rate = ({ statuses, ms }: Rush) => ((statuses[200] ?? 0) * 1_000) / ms;
  const middle = ({ visible }: Rush) => percentile(visible, 0.5);
  const visible = { p50: middle(beside), p99: percentile(beside.visible, 0.99) };
  return [
    { name: "reservations' p99", value: beside.p99, unit: 'ms', p50: beside.p50, p99: beside.p99, bare: alone.p99 },
    { name: 'reservations', value: rate(beside), unit: '/s', bare: rate(alone) },
    { name: 'first attempt after releaseAt', value: first, unit: 'ms' },
    { name: 'command to visible', value: middle(beside), unit: 'ms', ...visible, bare: middle(alone) },
  ];
}
