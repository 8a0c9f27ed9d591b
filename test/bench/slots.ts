import { range } from '../support/crowd.js';
import type { ServerProcess } from '../support/server-process.js';
import { CONNECTIONS, cpuSeconds, populated, quiet } from './hot-product.js';
import { reservations, runLoad } from './load-runner.js';
import { type Buyer, openProduct } from './population.js';
import { named } from './requests.js';
import type { Result } from './results.js';
import type { World } from './world.js';

const PARTS = 5;
/** reservations of another product before the measurement */
const WARM_UP = 2_000;
/** reservations of another product after each start */
const OTHERS = 100;

/** The cost of a reservation with few and with many slots, and of the first one after a start. */
export async function slots(count: number, say: (text: string) => void): Promise<Result[]> {
  say(`${count.toLocaleString('en-US')} profiles are prepared`);
  const open = async (world: World) => ({
    warmUp: await openProduct(world, count),
    hot: await openProduct(world, count * 2),
    other: await openProduct(world, count),
  });
  // Placing orders and mailing would continue after each part and is not the cost of a slot.
  const { server, people, products } = await populated(count + 1 + OTHERS, open, { WORK: 'off' });
  try {
    const later = people.splice(count);
    say('warming up');
    await runLoad(reservations(server.url, products.warmUp, people.slice(0, WARM_UP), CONNECTIONS));
    const costs: number[] = [];
    for (const part of range(PARTS)) {
      await quiet(server);
      const some = people.slice((part * count) / PARTS, ((part + 1) * count) / PARTS);
      costs.push(await costOf(server, products.hot, some, say));
    }
    return [...growth(costs, count), ...(await firstAfterStart(server, products, later, say))];
  } finally {
    await server.remove();
  }
}

async function costOf(server: ServerProcess, productId: string, people: Buyer[], say: (text: string) => void) {
  const spent = await cpuSeconds(server);
  const { statuses, ms, p50, p99 } = await runLoad(reservations(server.url, productId, people, CONNECTIONS));
  if (statuses[200] !== people.length) throw new Error(`not every reservation succeeded: ${JSON.stringify(statuses)}`);
  const each = (((await cpuSeconds(server)) - spent) / people.length) * 1_000_000;
  const rate = Math.round((people.length * 1_000) / ms);
  say(`${Math.round(each)} us of processor time each, ${rate}/s, p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`);
  return each;
}

function growth(costs: readonly number[], count: number): Result[] {
  const [first = 0, last = 0] = [costs[0], costs.at(-1)];
  const name = `the last ${named(count / PARTS)} slots of ${named(count)}: processor time per reservation`;
  return [{ name, value: last, unit: 'us', bare: first }];
}

/** A restart folds the product from its first event. */
async function firstAfterStart(
  server: ServerProcess,
  products: { hot: string; other: string },
  later: Buyer[],
  say: (text: string) => void,
): Promise<Result[]> {
  say('killed and started again');
  await server.kill();
  await server.again();
  await quiet(server);
  // Another product first, so that loading and compiling are not measured.
  const { p50: bare } = await runLoad(reservations(server.url, products.other, later.splice(-OTHERS), 1));
  const { p50: value } = await runLoad(reservations(server.url, products.hot, later.splice(0, 1), 1));
  return [
    { name: 'the first reservation of a large product after a start, beside one of a small', value, unit: 'ms', bare },
  ];
}
