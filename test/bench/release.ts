import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { Api, expectOk } from '../support/api.js';
import { built } from '../support/built.js';
import { percentile } from '../support/crowd.js';
import { StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { written } from './drafted-log.js';
import { place, reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import { named } from './requests.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld, type World } from './world.js';

const ACCOUNTS = 500;
const AT_ONCE = 500;
const CONNECTIONS = 64;
export const KEY = 'the-retailer-of-the-benchmarks';

export type Payer = { customerId: string; paymentMethodId: string };

/** ms after the release, per order; mails' times come last */
interface Times {
  begun: number[];
  ended: number[];
  charged: number[];
  mailed: number[];
}
/** The server's processor time in seconds, by ms after the release. */
type Spent = (readonly [at: number, seconds: number])[];

/**
 * Orders due at one instant with an instant retailer, and a bare loop of the same requests before and after, so that a change of the
 * machine's speed shows in both.
 */
export async function release(orders: number, say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-release-'));
  const retailer = Program.start('test/dist/test/bench/instant-retailer.js', {});
  const port = await freePort();
  const stripe = await stripeBeside(directory, port);
  try {
    const [, url = ''] = await retailer.line(/listens on (http\S+)/);
    say(`${orders.toLocaleString('en-US')} orders are prepared`);
    const world = await openWorld(join(directory, 'data'));
    const productId = await prepare(world, orders, await payerOf(stripe));
    await world.close();
    say('the bare loop');
    const before = await bareLoop(url, orders);
    say('the release');
    const partners = { RETAILER_URL: url, RETAILER_KEY: KEY, ...stripe.settings };
    const settings = { JWT_SECRET, PORT: String(port), ...partners };
    const server = await ServerProcess.start(settings, join(directory, 'data'));
    const { startedAt, spent } = await run(server, productId).finally(() => server.stop());
    const begun = (await startTimes(url)).map((at) => at - startedAt);
    say('the bare loop again');
    const again = await bareLoop(url, orders);
    const bare = { rate: (before.rate + again.rate) / 2, each: (before.each + again.each) / 2 };
    const after = await openWorld(join(directory, 'data'));
    const times = await timesIn(after, startedAt).finally(() => after.close());
    return rows({ begun, ...times }, spent, { orders, bare });
  } finally {
    await Promise.all([retailer.kill(), stripe.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

/** Receives webhooks, as an endpoint configured at Stripe. */
export async function stripeBeside(directory: string, port: number): Promise<StripeProcess> {
  const { WEBHOOK_TYPES } =
    await built<typeof import('../../backend/src/stripe/webhook-record.js')>('stripe/webhook-record.js');
  const settings = { STRIPE_EMULATOR_WEBHOOK_EVENTS: WEBHOOK_TYPES.join() };
  return StripeProcess.start(join(directory, 'stripe'), `http://127.0.0.1:${port}/api/webhooks/stripe`, settings);
}

export async function prepare(world: World, orders: number, payer: Payer, atOnce = AT_ONCE): Promise<string> {
  const people = await populate(world, ACCOUNTS, orders, atOnce);
  const productId = await openProduct(world, orders);
  await written(world, people, atOnce, async (drafts, who) => {
    const { slot } = await reserve(drafts, productId, who, payer);
    await place(drafts, { ...slot, livemode: true, subject: `account-${who.accountId}` });
  });
  return productId;
}

export async function payerOf({ url, key }: StripeProcess): Promise<Payer> {
  const create = async (path: string, body: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(url + path, { method: 'POST', headers, body });
    return ((await answer.json()) as { id: string }).id;
  };
  const customerId = await create('/v1/customers', '');
  const paymentMethodId = await create('/v1/payment_methods/pm_card_visa/attach', `customer=${customerId}`);
  return { customerId, paymentMethodId };
}

/** purchases per second, and ms of processor time for each */
type Bare = Readonly<Record<'rate' | 'each', number>>;

async function bareLoop(url: string, orders: number): Promise<Bare> {
  const args = [url, String(orders), String(CONNECTIONS)];
  const program = Program.start('test/dist/test/bench/bare-release.js', {}, args);
  const { code } = await program.ended;
  if (code !== 0) throw new Error(`the bare loop failed: ${program.text}`);
  await startTimes(url);
  return JSON.parse(program.lines.at(-1) ?? '') as Bare;
}

export async function startTimes(url: string): Promise<number[]> {
  return expectOk(new Api(url).get<number[]>('/begun'));
}

/** `quiet`: ms without a new event; each of six samples meanwhile costs the server some processor time */
export async function run(server: ServerProcess, productId: string, quiet = 3_000) {
  const admin = await server.admin();
  const spent: [at: number, seconds: number][] = [];
  const metrics: string[] = [];
  const look = async () => {
    const { position } = await expectOk(server.anyone.get<{ position: number }>('/readyz'));
    const text = String(await expectOk(server.anyone.get('/metrics')));
    metrics.push(text);
    spent.push([Date.now(), Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])]);
    return position;
  };
  let head = await look();
  const startedAt = Date.now();
  await expectOk(admin.post(`/api/admin/products/${productId}/release`, {}));
  for (let since = Date.now(); Date.now() - since < quiet; await pause(quiet / 6)) {
    const position = await look();
    if (position !== head) [head, since] = [position, Date.now()];
  }
  const sinceThen: Spent = spent.map(([at, seconds]) => [at - startedAt, seconds]);
  return { startedAt, spent: sinceThen, before: metrics.at(0) ?? '', after: metrics.at(-1) ?? '' };
}

/** Reads the log, so the server must have stopped. */
export async function timesIn({ platform }: World, startedAt: number): Promise<Omit<Times, 'begun'>> {
  const times = { ended: [] as number[], charged: [] as number[], mailed: [] as number[] };
  for await (const { type, data, metadata } of platform.log.readAll()) {
    timesOf(times, type, data)?.push(metadata.recordedAt - startedAt);
  }
  return times;
}

function timesOf(times: Omit<Times, 'begun'>, type: string, data: RecordedEvent['data']): number[] | undefined {
  if (type === 'CheckoutSucceeded') return times.ended;
  if (type === 'FeeCharged') return times.charged;
  return type === 'MailSent' && data.kind === 'success' ? times.mailed : undefined;
}

function rows(times: Times, spent: Spent, { orders, bare }: { orders: number; bare: Bare }): Result[] {
  for (const [what, all] of Object.entries(times)) {
    if (all.length !== orders) throw new Error(`${what}: ${all.length} of ${orders}`);
  }
  const { begun, ended, charged, mailed } = times;
  const cost = (until: number) => (1_000 * secondsUntil(spent, until)) / orders;
  const measured: Result[] = [
    { name: 'attempts begun', ...rateOf(begun), bare: bare.rate },
    { name: 'last attempt begun', value: last(begun), unit: 'ms', bare: (orders * 1_000) / bare.rate },
    { name: 'attempts ended', ...rateOf(ended), bare: bare.rate },
    { name: 'fees charged', ...rateOf(charged) },
    { name: 'mails sent', ...rateOf(mailed) },
    { name: 'processor time per order until attempted', value: cost(last(ended)), unit: 'ms', bare: bare.each },
    {
      name: 'processor time per order, fees and mails included',
      value: cost(last(mailed)),
      unit: 'ms',
      bare: bare.each,
    },
  ];
  return measured.map((row) => ({ ...row, name: `release of ${named(orders)} orders: ${row.name}` }));
}

export const last = (all: readonly number[]) => percentile(all, 1);
export const rateOf = (all: readonly number[]) => ({
  value: (all.length * 1_000) / last(all),
  unit: '/s',
  ...both(all),
});
const both = (all: readonly number[]) => ({ p50: percentile(all, 0.5), p99: percentile(all, 0.99) });

/** processor time from the release to the first sample at or after `ms` */
export function secondsUntil(spent: Spent, ms: number): number {
  const [, before] = spent[0] ?? [0, 0];
  const [, then] = spent.find(([at]) => at >= ms) ?? spent.at(-1) ?? [0, 0];
  return then - before;
}
