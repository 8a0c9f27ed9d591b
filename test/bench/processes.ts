import { cpus } from 'node:os';
import { expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { eventually } from '../support/drops.js';
import { written } from './drafted-log.js';
import { Fleet, spent } from './fleet.js';
import { reservations, runLoad } from './load-runner.js';
import { place, reserve } from './order-lives.js';
import { type Buyer, openProduct, populate } from './population.js';
import { type Payer, payerOf, startTimes } from './release.js';
import type { Result } from './results.js';

/** Beside the stores, their clients and the load generator, two cores have no room for four. */
const NUMBERS = cpus().length < 6 ? [1, 2] : [1, 2, 4];
const ACCOUNTS = 400;
const CONNECTIONS = 128;
const WARM_UP = 300;
const NO_FEE = 0;
/** The engines' emulators are slow. */
const AT_ONCE = 50;
const FIFTY = 50;

const ROUTINGS = ['by product', 'round robin'] as const;

/**
 * One and two API processes (four where there is room) on one log, with one hot product and with fifty, balanced by product as deploy/haproxy.cfg does and in
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
  const alone = new Map<number, Rush>();
  for (const number of NUMBERS) {
    await fleet.grow('api', number);
    await rush(fleet, people.slice(0, WARM_UP), 1, 'round robin');
    for (const products of [1, FIFTY]) {
      for (const routing of ROUTINGS.slice(0, number)) {
        const name = `${number} serving, ${products === 1 ? 'hot product' : `${products} products`}, ${routing}`;
        const rushed = await rush(fleet, people, products, routing);
        say(`${name}: ${inWords(rushed)}`);
        if (number === 1) alone.set(products, rushed);
        results.push(...rows(name, rushed, number > 1 ? alone.get(products) : undefined));
      }
    }
  }
  return results;
}

/** `alone`: the same by one process, which is the twin of several */
function rows(name: string, rushed: Rush, alone: Rush | undefined): Result[] {
  const beside = (what: string, figure: keyof Rush, unit = '') => {
    const row: Result = { name: `${name}${what}`, value: rushed[figure], unit };
    return alone ? { ...row, bare: alone[figure] } : row;
  };
  const { p50, p99, again, fairness } = rushed;
  return [
    { ...beside('', 'rate', '/s'), p50, p99 },
    beside(': processor time per reservation', 'cost', 'ms'),
    beside(': appends per 1,000', 'appends'),
    { name: `${name}: conflicts per 1,000`, value: rushed.conflicts, unit: '' },
    { name: `${name}: refused for now (503), of 1,000`, value: again, unit: '' },
    { name: `${name}: half way, least served process by most served`, value: fairness, unit: '' },
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
  const share = Math.ceil(everybody.length / (2 * NUMBERS.length));
  for (const [index, number] of NUMBERS.entries()) {
    // Every release has its own buyers: a buyer's security code is used up by an order.
    const people = everybody.slice(index * share, (index + 1) * share);
    const { last, cpu, appends, conflicts } = await releaseBy(fleet, number, people, payer);
    const per = (figure: number) => figure / people.length;
    const rate = 1_000 / per(last);
    say(`${number} working: ${Math.round(rate)} attempts/s, ${per(conflicts).toFixed(2)} conflicts an order`);
    results.push(
      { name: `${number} working: attempts begun`, value: rate, unit: '/s' },
      { name: `${number} working: processor time per order, mails included`, value: 1_000 * per(cpu), unit: 'ms' },
      { name: `${number} working: appends per order`, value: per(appends), unit: '' },
      { name: `${number} working: conflicts per order`, value: per(conflicts), unit: '' },
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
  await written(world, people, AT_ONCE, async (drafts, who) => {
    const { slot } = await reserve(drafts, productId, who, payer);
    await place(drafts, { ...slot, livemode: true, subject: `account-${who.accountId}` });
  });
  return productId;
}
