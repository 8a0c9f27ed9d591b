import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Api, expectOk } from '../support/api.js';
import { eventually } from '../support/drops.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import type { LoadJob, LoadResult } from './load.js';
import { reservations, runLoad } from './load-runner.js';
import { type Buyer, openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld, type World } from './world.js';

const ACCOUNTS = 600;
export const CONNECTIONS = 500;
const SLOTS = 100;
const WARM_UP = 3_000;
/** relative to the bare server in the same run, which removes the machine's speed */
const SHARE = 0.3;
/** p99 as a multiple of the median */
const TAIL = 2.5;

interface Scene<Products> {
  server: ServerProcess;
  people: Buyer[];
  products: Products;
}

/**
 * A rush for 100 slots; then one hot product over HTTP, with the bare server before and after, so that a change of the machine's speed shows
 * in both.
 */
export async function hotProduct(count: number, say: (text: string) => void): Promise<Result[]> {
  say(`${count.toLocaleString('en-US')} profiles of ${ACCOUNTS} accounts are prepared`);
  const { server, people, products } = await populated(count, async (world) => ({
    warmUp: await openProduct(world, count),
    hot: await openProduct(world, count * 2),
    scarce: await openProduct(world, SLOTS),
  }));
  try {
    say('warming up');
    await runLoad(reservations(server.url, products.warmUp, people.slice(0, WARM_UP), CONNECTIONS));
    await quiet(server);
    say('500 shoppers at once for 100 slots');
    const rushed = await rush(server, products.scarce, people.slice(0, CONNECTIONS));
    const job = reservations(server.url, products.hot, people, CONNECTIONS);
    say('the bare server');
    const before = await bareServer(job);
    say('reservations of one hot product');
    const spent = await cpuSeconds(server);
    const load = await runLoad(job);
    const perRequest = ((await cpuSeconds(server)) - spent) / count;
    say('the bare server again');
    const bare = mean(before, await bareServer(job));
    return [...throughput(load, bare), ...costs(perRequest, bare.perRequest), rushed];
  } finally {
    await server.remove();
  }
}

export async function populated<Products>(
  count: number,
  open: (world: World) => Promise<Products>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Scene<Products>> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-hot-'));
  const world = await openWorld(directory);
  const people = await populate(world, ACCOUNTS, count);
  const products = await open(world);
  await world.close();
  return { server: await ServerProcess.start({ JWT_SECRET, ...settings }, directory), people, products };
}

/** Resolves once the log has not grown for a second. */
export async function quiet({ anyone }: ServerProcess): Promise<void> {
  let [head, since] = [-1, Date.now()];
  await eventually('the log rests', 600_000, async () => {
    // A server on a slow disk may be unready for a moment, which is not idle.
    const { ok, body } = await anyone.get<{ position: number }>('/readyz');
    if (!ok || body.position !== head) [head, since] = [body.position, Date.now()];
    return Date.now() - since > 1_000 || undefined;
  });
}

/** Unlike a rate, processor time does not depend on the machine's load. */
export async function cpuSeconds({ anyone }: ServerProcess): Promise<number> {
  const text = String(await expectOk(anyone.get('/metrics')));
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

async function rush({ url, anyone }: ServerProcess, productId: string, people: Buyer[]): Promise<Result> {
  const { statuses, ms, p50, p99 } = await runLoad(reservations(url, productId, people, CONNECTIONS));
  const product = await expectOk(anyone.get<PublicProduct>(`/api/products/${productId}`));
  const isExact = statuses[200] === SLOTS && statuses[409] === CONNECTIONS - SLOTS && product.remaining === 0;
  if (!isExact) throw new Error(`not exactly ${SLOTS} slots were sold: ${JSON.stringify(statuses)}`);
  const must = ['under 1,000 ms', ms < 1_000] as const;
  return { name: '500 shoppers at once for 100 slots, settled', value: ms, unit: 'ms', p50, p99, must };
}

interface Bare extends Pick<LoadResult, 'p50' | 'p99' | 'busy'> {
  /** answers per second */
  rate: number;
  /** seconds of processor time */
  perRequest: number;
}

async function bareServer(job: LoadJob): Promise<Bare> {
  const path = await mkdtemp(join(tmpdir(), 'bench-bare-'));
  const program = Program.start('test/dist/test/bench/bare-server.js', { BARE_DIR: path, JWT_SECRET });
  try {
    const [, url = ''] = await program.line(/listens on (http\S+)/);
    const spent = async () => {
      const { user, system } = await expectOk(new Api(url).get<NodeJS.CpuUsage>('/cpu'));
      return (user + system) / 1_000_000;
    };
    await runLoad({ ...job, url, requests: job.requests.slice(0, WARM_UP) });
    const before = await spent();
    const load = await runLoad({ ...job, url });
    return { ...load, rate: rate(load), perRequest: ((await spent()) - before) / job.requests.length };
  } finally {
    await program.kill();
    await rm(path, { recursive: true, force: true });
  }
}

function mean(one: Bare, other: Bare): Bare {
  const of = (name: keyof Bare) => (one[name] + other[name]) / 2;
  return { rate: of('rate'), perRequest: of('perRequest'), p50: of('p50'), p99: of('p99'), busy: of('busy') };
}

function costs(ours: number, bare: number): Result[] {
  const [value, bareValue] = [ours * 1_000_000, bare * 1_000_000];
  return [
    { name: 'processor time per reservation, workers included', value, unit: 'us', ratioToBare: ours / bare },
    { name: 'processor time per request of the bare server', value: bareValue, unit: 'us' },
  ];
}

const rate = ({ statuses, ms }: LoadResult) => ((statuses[200] ?? 0) * 1_000) / ms;

function throughput(load: LoadResult, bare: Bare): Result[] {
  const [value, bareValue] = [rate(load), bare.rate];
  const others = Object.entries(load.statuses).filter(([status]) => status !== '200');
  if (others.length > 0) throw new Error(`not every reservation succeeded: ${JSON.stringify(load.statuses)}`);
  const isHeld = value / bareValue >= SHARE && load.p99 <= TAIL * load.p50;
  const must = [`${SHARE} of bare, p99 within ${TAIL} times the median`, isHeld] as const;
  const { p50, p99, busy } = load;
  return [
    { name: 'reservations of one hot product', value, unit: '/s', p50, p99, ratioToBare: value / bareValue, must },
    { name: 'bare server: Fastify, JWT, durable append', value: bareValue, unit: '/s', p50: bare.p50, p99: bare.p99 },
    { name: 'load generator busy, reservations', value: busy, unit: 'cores' },
    { name: 'load generator busy, bare server', value: bare.busy, unit: 'cores' },
  ];
}
