import './light-caches.js';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Catalogue } from '../../backend/src/catalogue/products/catalogue.js';
import { NewProductBody } from '../../backend/src/catalogue/products/product-form.js';
import { readAs } from '../../backend/src/http/validation.js';
import { type OrderDoc, ordersProjection } from '../../backend/src/orders/orders.projection.js';
import { checkAtRest } from './checks.js';
import { Connection, type FaultPlan, Life, type Service } from './connection.js';
import { seedEntropy } from './entropy.js';
import { fetchOver } from './network.js';
import { Person } from './person.js';
import { RandomSource } from './random-source.js';
import { Shopper } from './shopper.js';
import { VirtualTime } from './virtual-time.js';
import { World } from './world.js';

/** A drop during which one partner is unreachable for 60 of the 72 hours, in virtual time; prints one line of JSON. */

const START = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RELEASE = START + 2 * HOUR;
const AWAY = 60 * HOUR;
const PROMISE = 72 * HOUR;
/** ms until a call to an unreachable partner fails */
const BREAKS_AFTER = 3_000;
const AT_ONCE = 100;
/** The first hours are simulated whole, of each later one a part; the clock jumps over the rest. */
const WHOLE = 4 * HOUR;
const PART = 5 * MINUTE;
const ENDED = new Set(['success', 'fail', 'refunded', 'withdrawn']);

class OneAway implements FaultPlan {
  isStill = false;

  constructor(private readonly away: Service) {}

  isClear(): boolean {
    return false;
  }

  result(service: Service) {
    const since = Date.now() - RELEASE;
    if (service === this.away && since >= 0 && since < AWAY) return { kind: 'lost', ms: BREAKS_AFTER } as const;
    return { kind: 'fine', ms: service === 'retailer' || service === 'stripe' ? 20 : 0 } as const;
  }
}

async function drop(away: Service, orders: number): Promise<World> {
  const time = VirtualTime.begin(START);
  seedEntropy(away);
  const world = new World(new RandomSource(away), new OneAway(away), () => time.lived);
  await world.start({ name: 'one', role: 'all', skew: 0 });
  const random = world.random.of('life');
  const toUs = new Connection(world.faultPlan, new Life(), 'stripe', world.random.of('webhooks'));
  globalThis.fetch = fetchOver(toUs, (request) => world.receive(request, random));
  await time.pass(MINUTE, () => world.processes.every((one) => one.serves));
  let isReserved = false;
  void reserveAll(world, orders).then(() => {
    isReserved = true;
  });
  if (!(await time.pass(HOUR, () => isReserved))) throw new Error('the crowd is late');
  time.jump(RELEASE - MINUTE - Date.now());
  await time.pass(MINUTE);
  const before = world.log.after(0).length;
  await time.pass(WHOLE);
  await until(time, RELEASE + AWAY);
  say({ grown: world.log.after(0).length - before, most: mostOfAnOrder(world), ...(await heapOf(world)) });
  await until(time, RELEASE + PROMISE);
  await time.pass(15 * MINUTE);
  say(await heapOf(world));
  await checkAtRest(world);
  return world;
}

async function until(time: VirtualTime, end: number): Promise<void> {
  while (Date.now() < end) {
    await time.pass(PART);
    time.jump(Math.max(0, Math.min(HOUR - PART, end - Date.now())));
  }
}

async function reserveAll(world: World, count: number): Promise<void> {
  const admin = new Person(world, 'admin', 'admin');
  const releaseAt = new Date(RELEASE).toISOString();
  const facts = {
    productTitle: 'Box Hoodie',
    price: 25,
    totalStock: count,
    styles: 'Ink, Fog',
    releaseAt,
    releaseTz: 'UTC',
  };
  const body = readAs(NewProductBody, facts);
  if (!body) throw new Error('no such drop');
  const made = await admin.ask('create', (api, { metadata }) => api.get(Catalogue).create(body, metadata));
  if (!made) throw new Error('no drop was made');
  let next = 0;
  const queue = async () => {
    while (next < count) {
      const shopper = new Shopper(world, `ada${next++}`);
      if (!(await shopper.signUp()) || !(await shopper.reserve(made.productId, null)))
        throw new Error('no reservation');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, queue));
}

function mostOfAnOrder({ log }: World): number {
  const counts = new Map<string, number>();
  for (const { stream } of log.after(0)) {
    if (stream.startsWith('order-')) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

async function endings(world: World): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const { status } of await world.models.find<OrderDoc>(ordersProjection))
    statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

/** The used heap, and the text that other systems would hold, which is less than its objects take here. */
async function heapOf({ log, emulators, post, notes }: World): Promise<{ megabytes: number; others: number }> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed } = process.memoryUsage();
  const held = [...log.after(0), await emulators.ledgers(), post.taken, notes];
  const text = held.reduce((sum: number, one) => sum + JSON.stringify(one).length, 0);
  return { megabytes: Math.round(heapUsed / 2 ** 20), others: Math.round(text / 2 ** 20) };
}

const say = (figures: object) => process.stdout.write(`${JSON.stringify(figures)}\n`);

const { values } = parseArgs({ options: { away: { type: 'string' }, orders: { type: 'string' } } });
const began = performance.now();
const world = await drop(values.away === 'stripe' ? 'stripe' : 'retailer', Number(values.orders ?? 200));
const statuses = await endings(world);
const open = Object.entries(statuses).reduce((sum, [status, count]) => (ENDED.has(status) ? sum : sum + count), 0);
const seconds = Math.round((performance.now() - began) / 1_000);
say({ statuses, open, most: mostOfAnOrder(world), findings: world.findings, seconds });
process.exit(0);
