import { expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { eventually } from '../support/drops.js';
import { Fleet, spent } from './fleet.js';
import { reservations, runLoad } from './load-runner.js';
import { place, reserve } from './order-lives.js';
import { type Buyer, openProduct, populate } from './population.js';
import { type Payer, payerOf, startTimes } from './release.js';
import type { Result } from './results.js';

const NUMBERS = [1, 2, 4];
const ACCOUNTS = 400;
const CONNECTIONS = 128;
const WARM_UP = 300;
const NO_FEE = 0;
/** The engines' emulators are slow. */
const AT_ONCE = 50;
const FIFTY = 50;
/** the processor time per reservation of four processes, relative to one */
const MORE = 1.1;

const ROUTINGS = ['by product', 'round robin'] as const;

/**
 * One, two and four API processes on one log, with one hot product and with fifty, balanced by product as deploy/haproxy.cfg does and in
 * turn; then as many workers, with a release each.
 */
export async function processes(count: number, say: (text: string) => void): Promise<Result[]> {
  const fleet = await Fleet.open();
  try {
    say(`${count.toLocaleString('en-US')} profiles of ${ACCOUNTS} accounts are prepared`);
    const people = await populate(fleet.world, ACCOUNTS, count, AT_ONCE);
    const rushes = await serving(fleet, people, say);
    await fleet.stopAll('api');
    return [...rushes, ...(await working(fleet, people, say))];
  } finally {
    await fleet.close();
  }
}

async function serving(fleet: Fleet, people: Buyer[], say: (text: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  const alone = new Map<number, number>();
  for (const number of NUMBERS) {
    await fleet.grow('api', number);
    await rush(fleet, people.slice(0, WARM_UP), 1, 'round robin');
    for (const products of [1, FIFTY]) {
      for (const routing of ROUTINGS.slice(0, number)) {
        const name = `${number} serving, ${products === 1 ? 'hot product' : `${products} products`}, ${routing}`;
        const rushed = await rush(fleet, people, products, routing);
        say(`${name}: ${inWords(rushed)}`);
        if (number === 1) alone.set(products, rushed.cost);
        const bound = MORE * (alone.get(products) ?? 0);
        const must = [`<= ${MORE} of one process`, rushed.cost <= bound] as const;
        results.push(...rows(name, rushed, number > 1 && routing === 'by product' ? { must } : {}));
      }
    }
  }
  return results;
}

function rows(name: string, rushed: Rush, must: Pick<Result, 'must'>): Result[] {
  const { rate, p50, p99, cost, appends, conflicts, again, fairness } = rushed;
  return [
    { name, value: rate, unit: '/s', p50, p99 },
    { name: '  processor time of all who serve, per reservation', value: cost, unit: 'ms', ...must },
    { name: '  appends per 1,000 reservations', value: appends, unit: '' },
    { name: '  conflicts per 1,000 reservations', value: conflicts, unit: '' },
    { name: '  refused for now (503), of 1,000', value: again, unit: '' },
    { name: '  half way, least served process by most served', value: fairness, unit: '' },
  ];
}

function inWords({ rate, p99, cost, appends, conflicts }: Rush): string {
  const each = `${cost.toFixed(1)} ms of processor each`;
  return `${Math.round(rate)}/s, p99 ${Math.round(p99)} ms, ${each}, ${Math.round(conflicts)} conflicts in ${Math.round(appends)} appends per 1,000`;
}

type Rush = Awaited<ReturnType<typeof rush>>;

async function rush(fleet: Fleet, people: Buyer[], products: number, routing: (typeof ROUTINGS)[number]) {
  const ids = await each(range(products), 10, () => openProduct(fleet.world, people.length));
  await fleet.quiet();
  const [first = '', ...others] = fleet.members.api.map(({ url }) => url);
  const number = others.length + 1;
  const job = reservations(first, (index) => ids[index % products] ?? '', people, CONNECTIONS);
  const requests = job.requests.map(([token, key, body], index) => {
    const turn = routing === 'by product' ? index % products : Math.floor(index / products);
    return [token, key, body, turn % number] as const;
  });
  const before = await fleet.figures('api');
  const { statuses, ms, p50, p99, halfWay } = await runLoad({ ...job, others, requests });
  const { cpu, appends, conflicts } = spent(before, await fleet.figures('api'));
  const done = statuses[200] ?? 0;
  // After too many conflicts the client repeats the request with the same key.
  const refused = statuses[503] ?? 0;
  if (done + refused !== people.length) throw new Error(`reservations failed: ${JSON.stringify(statuses)}`);
  const per = (figure: number) => (1_000 * figure) / done;
  return {
    rate: (done * 1_000) / ms,
    p50,
    p99,
    cost: per(cpu),
    appends: per(appends),
    conflicts: per(conflicts),
    again: per(refused),
    fairness: Math.min(...halfWay) / Math.max(...halfWay),
  };
}

async function working(fleet: Fleet, everybody: Buyer[], say: (text: string) => void): Promise<Result[]> {
  const payer = await payerOf(fleet.stripe);
  const results: Result[] = [];
  const share = Math.ceil(everybody.length / 6);
  for (const [index, number] of NUMBERS.entries()) {
    // Every release has its own buyers: a buyer's security code is used up by an order.
    const people = everybody.slice(index * share, (index + 1) * share);
    const { last, cpu, appends, conflicts } = await releaseBy(fleet, number, people, payer);
    const per = (figure: number) => figure / people.length;
    const rate = 1_000 / per(last);
    say(`${number} working: ${Math.round(rate)} attempts/s, ${per(conflicts).toFixed(2)} conflicts an order`);
    results.push(
      { name: `${number} working, ${people.length} orders: attempts begun`, value: rate, unit: '/s' },
      { name: '  processor time of all, per order, its mails included', value: 1_000 * per(cpu), unit: 'ms' },
      { name: '  appends per order', value: per(appends), unit: '' },
      { name: '  conflicts per order', value: per(conflicts), unit: '' },
    );
  }
  return results;
}

/** `last`: ms from the release to the start of the last attempt */
async function releaseBy(fleet: Fleet, number: number, people: readonly Buyer[], payer: Payer) {
  await fleet.stopAll('worker');
  const productId = await dueOrders(fleet, people, payer);
  await fleet.grow('worker', number);
  const [api] = await fleet.grow('api', 1);
  if (!api) throw new Error('no API process');
  await fleet.quiet();
  await startTimes(fleet.retailer);
  const before = await fleet.figures('worker');
  const admin = await api.admin();
  const startedAt = Date.now();
  await expectOk(admin.post(`/api/admin/products/${productId}/release`, {}));
  const begun: number[] = [];
  await eventually('every attempt begun', 300_000, async () => {
    begun.push(...(await startTimes(fleet.retailer)));
    return begun.length >= people.length || undefined;
  });
  await fleet.quiet();
  return { last: Math.max(...begun) - startedAt, ...spent(before, await fleet.figures('worker')) };
}

async function dueOrders({ world }: Fleet, people: readonly Buyer[], payer: Payer): Promise<string> {
  const productId = await openProduct(world, people.length, NO_FEE);
  await each(people, AT_ONCE, async (who) => {
    const { slot } = await reserve(world, productId, who, payer);
    await place(world, { ...slot, livemode: true, subject: `account-${who.accountId}` });
  });
  return productId;
}
