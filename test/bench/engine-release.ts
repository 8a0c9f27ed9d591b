import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { assertEmpty, type EngineUnderTest, production } from './engines.js';
import {
  KEY,
  last,
  payerOf,
  prepare,
  rateOf,
  run,
  secondsUntil,
  startTimes,
  stripeBeside,
  timesIn,
} from './release.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

/** The emulators are slow. */
const AT_ONCE = 100;
/** ms without a new event, at the end */
const QUIET = 10_000;
const [RATE_MUST, COST_MUST, DONE_MUST, REBUILD_MUST] = [250, 14, 150, 15_000];

/** A release through EventStoreDB and MongoDB, or their emulators, with one server process in all roles; then every read model is rebuilt. */
export async function releaseThroughEngines(orders: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-engines-'));
  const engine = await production();
  const retailer = Program.start('test/dist/test/bench/instant-retailer.js', {});
  const port = await freePort();
  const stripe = await stripeBeside(directory, port);
  try {
    const [, url = ''] = await retailer.line(/listens on (http\S+)/);
    say(`${engine.name}: ${orders.toLocaleString('en-US')} orders are prepared`);
    const world = await openWorld(join(directory, 'prepared'), engine.settings);
    await assertEmpty(world);
    const productId = await prepare(world, orders, await payerOf(stripe), AT_ONCE);
    await world.close();
    say('the release');
    const partners = { RETAILER_URL: url, RETAILER_KEY: KEY, ...stripe.settings };
    const settings = { ...(engine.settings as Record<string, string>), ...partners, JWT_SECRET, PORT: String(port) };
    const server = await ServerProcess.start(settings, join(directory, 'data'));
    const ran = await run(server, productId, QUIET).finally(() => server.stop());
    const begun = (await startTimes(url)).map((at) => at - ran.startedAt);
    say('all read models are rebuilt');
    const { times, rebuild } = await afterwards(directory, engine, ran.startedAt);
    const results = [...rows({ begun, ...times }, ran, orders), ...calls(ran, orders), rebuild];
    return results.map((row) => ({ ...row, name: `${engine.name}: ${row.name}` }));
  } finally {
    await Promise.all([retailer.kill(), stripe.stop(), engine.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

async function afterwards(directory: string, engine: EngineUnderTest, startedAt: number) {
  const world = await openWorld(join(directory, 'prepared'), engine.settings);
  const { log, models, projector } = world.platform;
  try {
    const times = await timesIn(world, startedAt);
    let events = 0;
    for await (const _ of log.readAll()) events += 1;
    for (const collection of await models.list()) await models.drop(collection);
    const began = performance.now();
    await projector.start();
    await projector.reachEnd();
    const value = (events * 1_000) / (performance.now() - began);
    const must = ['15,000/s', value >= REBUILD_MUST] as const;
    const name = `rebuild of all read models, ${events.toLocaleString('en-US')} events`;
    return { times, rebuild: { name, value, unit: 'events/s', must } };
  } finally {
    await world.close();
  }
}

type Ran = Awaited<ReturnType<typeof run>>;
type Times = Awaited<ReturnType<typeof timesIn>> & { begun: number[] };

function rows(times: Times, { spent }: Ran, orders: number): Result[] {
  for (const [what, all] of Object.entries(times)) {
    if (all.length !== orders) throw new Error(`${what}: ${all.length} of ${orders}`);
  }
  const { begun, ended, charged, mailed } = times;
  const cost = (until: number) => (1_000 * secondsUntil(spent, until)) / orders;
  const rate = (all: readonly number[], must: number) => {
    const rated = rateOf(all);
    return { ...rated, must: [`${must}/s`, rated.value >= must] as const };
  };
  const all = cost(Number.POSITIVE_INFINITY);
  return [
    { name: `release of ${orders} orders: attempts begun`, ...rate(begun, RATE_MUST) },
    { name: 'attempts ended', ...rateOf(ended) },
    { name: 'fees charged, from the release on', ...rate(charged, DONE_MUST) },
    { name: 'mails sent, from the release on', ...rate(mailed, DONE_MUST) },
    { name: 'our processor time per order until the last attempt ended', value: cost(last(ended)), unit: 'ms' },
    {
      name: 'our processor time per order, fees and mails included',
      value: all,
      unit: 'ms',
      must: [`<= ${COST_MUST} ms`, all <= COST_MUST],
    },
  ];
}

/** Calls of each kind per order, as the server process counts them. */
function calls({ before, after }: Ran, orders: number): Result[] {
  const [then, now] = [counted(before), counted(after)];
  const rows = [...now].map(([name, count]) => ({
    name: `  ${name}, per order`,
    value: (count - (then.get(name) ?? 0)) / orders,
    unit: '',
  }));
  return rows.filter(({ value }) => value >= 0.005);
}

function counted(metrics: string): Map<string, number> {
  const found = metrics.matchAll(/^store_calls_total\{store="([^"]+)",call="([^"]+)",of="([^"]*)"\} (\d+)/gm);
  return new Map([...found].map(([, store, call, of, count]) => [`${store}: ${call} ${of}`.trim(), Number(count)]));
}
