import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Api, expectOk } from '../support/api.js';
import { eventually } from '../support/drops.js';
import { ServerProcess } from '../support/server-process.js';
import { withBareServer } from './bare.js';
import type { LoadJob, LoadResult } from './load.js';
import { reservations, runLoad } from './load-runner.js';
import { type Buyer, openProduct, populate } from './population.js';
import { spentBy, threadTimes, withMemory } from './process-figures.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld, type World } from './world.js';

const ACCOUNTS = 600;
export const CONNECTIONS = 500;
const SLOTS = 100;
const WARM_UP = 2_000;

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
    const ours = await loaded(server.pid, job, () => cpuSeconds(server));
    say('the bare server again');
    return [...rows(ours, mean(before, await bareServer(job))), rushed];
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
  return { name: '500 shoppers at once for 100 slots, settled', value: ms, unit: 'ms', p50, p99 };
}

interface Loaded extends Pick<LoadResult, 'p50' | 'p99' | 'busy'> {
  /** successes per second */
  rate: number;
  /** us of processor time per request: of the process, of its main thread, of its busiest other thread */
  each: number;
  answering: number;
  busiest: number;
  /** MiB */
  memory: number;
}

/** `cpu`: seconds of the process */
async function loaded(pid: number | undefined, job: LoadJob, cpu: () => Promise<number>): Promise<Loaded> {
  const [before, threads] = [await cpu(), await threadTimes(pid)];
  const { done, memory } = await withMemory(pid, () => runLoad(job));
  const { main, busiest } = spentBy(pid, threads, await threadTimes(pid));
  const per = (seconds: number) => (seconds * 1_000_000) / job.requests.length;
  const each = per((await cpu()) - before);
  const { statuses, ms, p50, p99, busy } = done;
  if (statuses[200] !== job.requests.length) throw new Error(`not all succeeded: ${JSON.stringify(statuses)}`);
  const rate = (job.requests.length * 1_000) / ms;
  return { p50, p99, busy, rate, each, answering: per(main), busiest: per(busiest), memory };
}

function bareServer(job: LoadJob): Promise<Loaded> {
  return withBareServer(async (url, pid) => {
    const spent = async () => {
      const { user, system } = await expectOk(new Api(url).get<NodeJS.CpuUsage>('/cpu'));
      return (user + system) / 1_000_000;
    };
    await runLoad({ ...job, url, requests: job.requests.slice(0, WARM_UP) });
    return loaded(pid, { ...job, url }, spent);
  });
}

function mean(one: Loaded, other: Loaded): Loaded {
  const figures = Object.entries(one).map(([name, value]) => [name, (value + other[name as keyof Loaded]) / 2]);
  return Object.fromEntries(figures) as Loaded;
}

function rows(ours: Loaded, bare: Loaded): Result[] {
  const beside = (name: string, figure: keyof Loaded, unit: string) =>
    ({ name, value: ours[figure], unit, bare: bare[figure] }) satisfies Result;
  const { p50, p99 } = ours;
  const measured: Result[] = [
    { ...beside('reservations of one hot product', 'rate', '/s'), p50, p99 },
    {
      name: 'reservations of one hot product: p99 of the median',
      value: p99 / p50,
      unit: 'x',
      bare: bare.p99 / bare.p50,
    },
    beside('processor time per reservation, work included', 'each', 'us'),
    beside("the answering thread's processor time per reservation", 'answering', 'us'),
    { name: "the busiest other thread's, per reservation", value: ours.busiest, unit: 'us' },
    beside('memory in a rush', 'memory', 'MiB'),
    beside('load generator busy', 'busy', 'cores'),
  ];
  return measured.filter(({ value }) => Number.isFinite(value));
}
