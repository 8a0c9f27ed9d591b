import { parseArgs } from 'node:util';
import { drift } from './drift.js';
import { releaseThroughEngines } from './engine-release.js';
import { perEngine } from './engines.js';
import { hotProduct } from './hot-product.js';
import { jwtVerify } from './jwt.js';
import { eventToStream } from './live.js';
import { outage } from './outage.js';
import { overload } from './overload.js';
import { pages } from './pages.js';
import { processes } from './processes.js';
import { ready, rebuild } from './rebuild.js';
import { release } from './release.js';
import { machine, printResults, type Result, writeResults } from './results.js';
import { admin, scale } from './scale.js';
import { slots } from './slots.js';
import { timing } from './timing.js';
import { visible } from './visible.js';

const USAGE =
  'usage: npm run bench -- [--quick] [--only hot | slots | release | rebuild | visible | drift | start | engines | jwt | overload | outage | processes | scale | admin | timing | pages, or several: hot,release] [--orders N of release, engines, outage, processes, scale or admin]';
const BENCHMARKS: Readonly<Record<string, () => Promise<Result[]>>> = {
  hot: () => hotProduct(isQuick ? 10_000 : 30_000, say),
  slots: () => slots(isQuick ? 20_000 : 50_000, say),
  release: () => release(orders ?? (isQuick ? 3_000 : 10_000), say),
  rebuild: () => rebuild(isQuick ? 2_000 : 8_000, isQuick ? 1 : 3, say),
  visible: async () => [await visible(isQuick ? 3 : 8)],
  drift: async () => [await drift(isQuick ? 5 : 25, isQuick ? 30 : 80, say)],
  start: async () => [await ready('ready after a start on nothing', undefined, 5)],
  engines: async () => [
    ...(await releaseThroughEngines(orders ?? (isQuick ? 500 : 3_000), say)),
    ...(isQuick ? [] : await perEngine(4_000, say)),
  ],
  jwt: () => jwtVerify(isQuick ? 0.5 : 1.5),
  overload: () => overload(isQuick ? 3_000 : 10_000, say),
  outage: () => outage(orders ?? (isQuick ? 50 : 500), say),
  processes: () => processes(orders ?? (isQuick ? 600 : 2_000), say),
  scale: () => scale(orders ?? (isQuick ? 2_000 : 100_000), say),
  admin: async () => (isAsked('scale') ? [] : admin(orders ?? (isQuick ? 2_000 : 100_000), say)),
  timing: () => timing(isQuick ? 4 : 25, say),
  pages: async () => [...(await pages(say)), ...(await eventToStream(say))],
};
const { isQuick, only, orders } = readOptions();
const began = Date.now();
const say = (text: string) => console.log(`${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${text}`);
const isAsked = (name: string) => only === undefined || only.includes(name);

function readOptions(): { isQuick: boolean; only: string[] | undefined; orders: number | undefined } {
  const text = { type: 'string' } as const;
  const options = { quick: { type: 'boolean' }, only: text, orders: text, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ options });
    if (values.help) end(USAGE, 0);
    const only = values.only?.split(',');
    if (only?.some((name) => !Object.hasOwn(BENCHMARKS, name))) end(USAGE, 1);
    const orders = values.orders === undefined ? undefined : Number(values.orders);
    if (orders !== undefined && !(Number.isSafeInteger(orders) && orders > 0)) end(USAGE, 1);
    return { isQuick: values.quick === true, only, orders };
  } catch {
    return end(USAGE, 1);
  }
}

function end(text: string, code: number): never {
  process.stdout.write(`${text}\n`);
  process.exit(code);
}

async function main(): Promise<never> {
  console.log(`Benchmarks${isQuick ? ', short' : ''}: ${machine()}`);
  const results: Result[] = [];
  let failed = 0;
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (!isAsked(name)) continue;
    say(name);
    try {
      results.push(...(await benchmark()));
    } catch (error) {
      // The other results stay. An unreachable server is a sentence; only LOG_LEVEL=debug shows the stack.
      if (process.env.LOG_LEVEL === 'debug') console.error(error);
      say(`${name} ended: ${error instanceof Error ? error.message : String(error)}`);
      failed += 1;
    }
  }
  if (results.length > 0) printResults(results);
  if (only === undefined && failed === 0) await writeResults(results);
  process.exit(failed === 0 ? 0 : 1);
}

await main();
