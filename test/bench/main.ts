import { parseArgs } from 'node:util';
import { drift } from './drift.js';
import { perEngine } from './engines.js';
import { hotProduct } from './hot-product.js';
import { jwtVerify } from './jwt.js';
import { ready, rebuild } from './rebuild.js';
import { machine, printResults, type Result, writeResults } from './results.js';
import { visible } from './visible.js';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const isQuick = values.quick === true;
const began = Date.now();
const say = (text: string) => console.log(`${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${text}`);

const BENCHMARKS: Record<string, () => Promise<Result[]>> = {
  hot: () => hotProduct(isQuick ? 10_000 : 30_000, say),
  rebuild: () => rebuild(isQuick ? 2_000 : 8_000, isQuick ? 1 : 3, say),
  visible: async () => [await visible(isQuick ? 3 : 8)],
  drift: async () => [await drift(isQuick ? 5 : 25, isQuick ? 30 : 80, say)],
  start: async () => [await ready('ready after a start on nothing', undefined, 5)],
  engines: () => perEngine(isQuick ? 1_000 : 4_000, say),
  jwt: () => jwtVerify(isQuick ? 0.5 : 1.5),
};

console.log(`Benchmarks${isQuick ? ', short' : ''}: ${machine()}`);
const results: Result[] = [];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (values.only !== undefined && values.only !== name) continue;
  say(name);
  results.push(...(await benchmark()));
}
printResults(results);
if (values.only === undefined) await writeResults(results);
