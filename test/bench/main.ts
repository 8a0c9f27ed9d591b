import { parseArgs } from 'node:util';
import { besideRelease } from './beside-release.js';
import { drift } from './drift.js';
import { releaseThroughEngines } from './engine-release.js';
import { perEngine } from './engines.js';
import { hotProduct } from './hot-product.js';
import { jwtVerify } from './jwt.js';
import { eventToStream } from './live.js';
import { model } from './model.js';
import { outage } from './outage.js';
import { overload } from './overload.js';
import { pages } from './pages.js';
import { processes } from './processes.js';
import { readyOnNothing } from './ready.js';
import { release } from './release.js';
import { LATEST, machine, printChanges, printResults, type Result, readResults, writeResults } from './results.js';
import { admin, scale } from './scale.js';
import { slots } from './slots.js';
import { stream } from './stream.js';
import { timing } from './timing.js';
import { visible } from './visible.js';

const USAGE =
  'usage: npm run bench -- [--quick] [--only hot | slots | stream | release | beside | visible | drift | start | engines | jwt | overload | outage | processes | scale | million | admin | timing | pages | model, or several: hot,release] [--orders N of release, beside, engines, outage, processes, scale, million or admin] [--compare FILE of earlier results] [--write FILE for these]';
const BENCHMARKS: Readonly<Record<string, () => Promise<Result[]>>> = {
  hot: () => hotProduct(isQuick ? 10_000 : 30_000, say),
  slots: () => slots(isQuick ? 15_000 : 30_000, say),
  stream: () => stream(isQuick ? 5_000 : 20_000),
  release: () => release(orders ?? (isQuick ? 3_000 : 10_000), say),
  beside: () => besideRelease(orders ?? (isQuick ? 500 : 3_000), say),
  visible: () => visible(isQuick ? 3 : 8),
  drift: () => drift(isQuick ? 5 : 25, isQuick ? 30 : 80, say),
  start: () => readyOnNothing(),
  engines: async () => [
    ...(await releaseThroughEngines(orders ?? (isQuick ? 500 : 3_000), say)),
    ...(isQuick ? [] : await perEngine(4_000, say)),
  ],
  jwt: () => jwtVerify(isQuick ? 0.5 : 1),
  overload: () => overload(isQuick ? 3_000 : 6_000, say),
  outage: () => outage(orders ?? (isQuick ? 30 : 100), say),
  processes: () => processes(orders ?? (isQuick ? 600 : 2_000), say),
  scale: () => scale(orders ?? (isQuick ? 1_000 : 10_000), false, say),
  million: () => scale(orders ?? (isQuick ? 2_000 : 100_000), true, say),
  admin: async () => (isSelected('million') ? [] : admin(orders ?? (isQuick ? 2_000 : 100_000), say)),
  timing: () => timing(isQuick ? 4 : 16, say),
  pages: async () => [...(await pages(say)), ...(await eventToStream(say))],
  model: async () => (only === undefined ? [] : model(await readResults(LATEST))),
};
const { isQuick, only, orders, compare, write } = readOptions();
const began = Date.now();
const say = (text: string) => console.log(`${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${text}`);
const isSelected = (name: string) => only === undefined || only.includes(name);

function readOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { quick: flag, only: text, orders: text, compare: text, write: text, help: flag } as const;
  try {
    const { values } = parseArgs({ options });
    if (values.help) end(USAGE, 0);
    const only = values.only?.split(',');
    if (only?.some((name) => !Object.hasOwn(BENCHMARKS, name))) end(USAGE, 1);
    const orders = values.orders === undefined ? undefined : Number(values.orders);
    if (orders !== undefined && !(Number.isSafeInteger(orders) && orders > 0)) end(USAGE, 1);
    const { quick: isQuick = false, compare, write } = values;
    return { isQuick, only, orders, compare, write };
  } catch {
    return end(USAGE, 1);
  }
}

function end(text: string, code: number): never {
  process.stdout.write(`${text}\n`);
  process.exit(code);
}

/** Its rows; undefined when it failed, which leaves the others' results. */
async function measured(name: string, benchmark: () => Promise<Result[]>): Promise<Result[] | undefined> {
  say(name);
  try {
    return await benchmark();
  } catch (error) {
    // An unreachable server is a sentence; only LOG_LEVEL=debug shows the stack.
    if (process.env.LOG_LEVEL === 'debug') console.error(error);
    say(`${name} ended: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function main(): Promise<never> {
  const earlier = compare === undefined ? undefined : await readResults(compare);
  console.log(`Benchmarks${isQuick ? ', short' : ''}: ${machine()}`);
  const results: Result[] = [];
  const took: number[] = [];
  let failed = 0;
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (!isSelected(name)) continue;
    const since = Date.now();
    const rows = await measured(name, benchmark);
    took.push((Date.now() - since) / 1_000);
    results.push(...(rows ?? []));
    if (!rows) failed += 1;
  }
  const isWhole = only === undefined && failed === 0;
  if (isWhole) results.push(...durationsOf(took));
  if (results.length > 0) printResults(results);
  if (earlier) printChanges(results, earlier);
  const file = write ?? (isWhole && !isQuick ? LATEST : undefined);
  if (file !== undefined) await writeResults(results, file);
  process.exit(failed === 0 ? 0 : 1);
}

function durationsOf(took: readonly number[]): Result[] {
  return [
    { name: 'the longest benchmark', value: Math.max(...took), unit: 's' },
    { name: 'the whole table', value: took.reduce((sum, one) => sum + one, 0), unit: 's' },
  ];
}

await main();
