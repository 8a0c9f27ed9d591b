import { allOrders } from '../support/drops.js';
import { Closing } from './closing.js';
import { killWhileBuying, listDrops, release, reserve, settle } from './drop.js';
import type { LossyProxy } from './lossy-proxy.js';
import { installMedusa } from './medusa.js';
import { findPostgres } from './postgres.js';
import { openStage, type Stage } from './stage.js';
import { isSound, type Truth, truthOf } from './truth.js';

const USAGE = `usage: npm run test:shops
Buys two drops of 20 at a Medusa shop on PostgreSQL, over UCP and over ACP, while answers are lost, sessions are canceled
and the server is killed. It needs Debian's postgresql, installs Medusa once below node_modules/.cache, and takes some minutes.`;

const SHOPPERS = 20;
/** pieces by size; 20 of the 40 slots want s */
const STOCK = { s: 12, m: 20, l: 20 };
/** ms for all but the installation and the start; each part ends sooner without progress */
const AT_MOST = 1_800_000;
/** lines of the server's output, where a drop came no further */
const LINES = 20;

const say = (text: string) => console.log(text);

async function main(): Promise<boolean> {
  if (process.argv.length > 2) throw new Error(USAGE);
  const programs = await findPostgres();
  if (programs === undefined) {
    say('Skipped: no PostgreSQL below /usr/lib/postgresql. apt-get install postgresql');
    return true;
  }
  const closing = new Closing();
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(signal)));
  });
  try {
    return await Promise.race([run(programs, closing), stopped]);
  } finally {
    // Else the shop and its database would stay.
    await closing.close();
  }
}

async function run(programs: string, closing: Closing): Promise<boolean> {
  await installMedusa(say, closing);
  say('PostgreSQL, Medusa, the Stripe emulator and our server start');
  const stage = await openStage(programs, STOCK, closing);
  const over = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not over within ${AT_MOST} ms`)), AT_MOST);
  });
  try {
    return await Promise.race([play(stage), over]);
  } catch (error) {
    await reportStill(stage);
    throw error;
  }
}

/** What stands where it came no further. */
async function reportStill({ admin, proxy, server }: Stage): Promise<void> {
  const orders = await allOrders(admin).catch(() => []);
  const statuses = orders.map(({ status }) => status).toSorted();
  say(`${proxy.completed} purchases were asked for, and the orders are ${statuses.join(' ')}`);
  reportRefusals(proxy);
  say(server.output.split('\n').slice(-LINES).join('\n'));
}

async function play(stage: Stage): Promise<boolean> {
  const drops = await listDrops(stage, SHOPPERS);
  const slots = await reserve(stage, drops, SHOPPERS);
  say(`${slots} slots are reserved for ${SHOPPERS} shoppers; ${STOCK.s} pieces of s, which ${slots / 2} want`);
  await release(stage, drops);
  const began = Date.now();
  const kills = await killWhileBuying(stage);
  const left = await settle(stage);
  const truth = await truthOf(stage);
  report(stage, truth, { slots, kills, left, ms: Date.now() - began });
  return isSound(truth, stage.proxy.met.canceled);
}

interface Run {
  slots: number;
  kills: number;
  left: number;
  ms: number;
}

function report({ proxy }: Stage, truth: Truth, { slots, kills, left, ms }: Run): void {
  const { met, canceled } = proxy;
  const [before, after] = [met['lost-before'].length, met['lost-after'].length];
  const soldYet = canceled.filter((session) => truth.sold.includes(session)).length;
  const notCanceled = [...truth.unproven].filter(([session]) => !met.canceled.includes(session));
  const calledCanceled = truth.unproven.size - notCanceled.length;
  const rows: [string, number, string][] = [
    [
      'pieces bought',
      truth.bought,
      `of ${slots} wanted, ${truth.otherSize} in another size, in ${Math.round(ms / 1_000)} s`,
    ],
    ['answers lost', before + after, `${before} before the request reached the shop, ${after} after`],
    [
      'cancel races',
      met.canceled.length,
      `${canceled.length} cancellations were confirmed, ${soldYet} of these are orders`,
    ],
    ['server killed', kills, 'while it was buying'],
    ['left to the 72 hours', left, 'whose outcome nobody told'],
    ['sold, not proven', truth.unproven.size, `uncharged; ${calledCanceled} were canceled while they were bought`],
    ['fees charged', truth.fees, 'each with a captured token'],
    ['doubled', truth.doubled.length, `orders at the shop: ${truth.sold.length}`],
  ];
  for (const [name, count, note] of rows) say(`  ${name.padEnd(22)}${String(count).padStart(4)}   ${note}`);
  reportRefusals(proxy);
  for (const [session, logged] of notCanceled) say(`  NOT PROVEN: ${session}: ${logged}`);
  for (const problem of [...truth.doubled, ...truth.wrong]) say(`  WRONG: ${problem}`);
}

function reportRefusals({ refusals }: LossyProxy): void {
  say('Refused by the shop:');
  for (const [text, count] of refusals) say(`  ${String(count).padStart(4)} x ${text}`);
}

main().then(
  // What was given up may still wait for an answer.
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
