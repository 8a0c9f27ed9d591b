import { isDeepStrictEqual } from 'node:util';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { type CaseFiles, dueOrders, openCaseFiles, stateAt } from '../../backend/src/audit/case-files.js';
import { checkInvariants, type Finding } from '../../backend/src/audit/invariants.js';
import { verifyLog } from '../../backend/src/audit/verify.js';
import { Sealer } from '../../backend/src/event-sourcing/sealer.js';
import type { Job } from '../../backend/src/jobs/jobs.projection.js';
import { statusOf } from '../../backend/src/orders/order-status.js';
import { fold } from '../../backend/src/projections/fold.js';
import { openEvents } from '../../backend/src/projections/recorded.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { due, PROJECTIONS } from '../../backend/src/server/projections.js';
import { memoryReadModels } from '../../backend/src/stores/read-models/sqlite-read-models.js';
import { Connection, Life } from './connection.js';
import { checkMails } from './mail-checks.js';
import { checkProofs, checkWebhooks } from './money-checks.js';
import {
  checkErased,
  checkLimits,
  checkOneEffect,
  checkPromos,
  checkRegistrations,
  checkSlots,
  movedSince,
  owedTo,
  unpaidOf,
} from './people-checks.js';
import { RandomSource } from './random-source.js';
import { SimVault } from './sim-vault.js';
import { checkCompletes, withShops } from './token-checks.js';
import { SKEW } from './trouble.js';
import { checkWaitingLists } from './waitlist-checks.js';
import type { World } from './world.js';

/** the most events of one order in a simulated day */
const EVENTS_PER_ORDER = 60;
/** ms that a due job may wait once nothing fails any more */
const OVERDUE = 20_000;
/** ms until it is looked again whether a drop's last order has ended */
const SUMS_WAIT = 300_000;

/** The invariants that hold at any moment, checked against the log and both emulators' ledgers. */
export async function checkNow(world: World, isAtRest = false): Promise<void> {
  const { stripe, ...ledgers } = await world.emulators.ledgers();
  // A process whose clock is ahead records later times than Stripe.
  const charges = stripe?.charges.map((one) => ({ ...one, created: one.created + SKEW / 1_000 })) ?? [];
  const books = { ...ledgers, ...(stripe ? { stripe: { ...stripe, charges } } : {}) };
  const events = world.log.after(0);
  const files = openCaseFiles(events, EVENT_SCHEMA);
  for (const finding of checkInvariants(events, EVENT_SCHEMA, books, Date.now())) {
    for (const problem of problemsOf(finding, files, isAtRest)) world.find(`${finding.name}: ${problem}`);
  }
  checkPromise(world, files);
  checkCompletes(world, files);
  checkSlots(world, files);
  checkLimits(world, files);
  checkRegistrations(world);
  checkOneEffect(world);
  checkWaitingLists(world, files);
  checkWebhooks(world);
  checkProofs(world);
}

/** An hour after the last fault an order of a release waits for its shopper only. */
export async function checkCalm(world: World): Promise<void> {
  const files = openCaseFiles(world.log.after(0), EVENT_SCHEMA);
  const open = withShops(files);
  const accounts = movedSince(Date.now() - OVERDUE, files, 'accountId');
  const drops = movedSince(Date.now() - SUMS_WAIT, files, 'productId');
  await checkDue(world, new Set([...owedTo(files), ...unpaidOf(files), ...accounts, ...drops, ...open]));
  for (const { orderId } of dueOrders(files)) {
    const status = statusOf(stateAt(files.orders.get(orderId) ?? []));
    if (status === 'pending' || (status === 'processing' && !open.has(orderId)))
      world.find(`${orderId}: still ${status}, after the last fault`);
  }
}

/** Returns the log's fingerprint. */
export async function checkAtRest(world: World): Promise<string> {
  await checkNow(world, true);
  const { broken, fingerprint } = await verifyLog(world.log.after(0), EVENT_SCHEMA);
  for (const { stream, revision, problem } of broken) world.find(`chain: ${stream} ${revision}: ${problem}`);
  await checkRebuilt(world);
  checkMails(world);
  checkPromos(world);
  const owed = owedTo(openCaseFiles(world.log.after(0), EVENT_SCHEMA));
  checkErased(world, owed);
  await checkDue(world, owed);
  for (const failure of world.emulators.failures) world.find(`a partner failed: ${String(failure)}`);
  return fingerprint.digest;
}

/** The webhook that reports what the bank did to a refund may be on its way. */
const WEBHOOK_PENDING = /: done here, (failed|canceled) at Stripe$/;

/** When the bank accepts no refund, the order stays open and is shown as owed. */
function problemsOf({ ok, detail }: Finding, { orders }: CaseFiles, isAtRest: boolean): string[] {
  if (ok) return [];
  return detail.split('; ').filter((problem) => {
    if (!isAtRest && WEBHOOK_PENDING.test(problem)) return false;
    const [, orderId = ''] = /^(\S+): still refund_pending/.exec(problem) ?? [];
    return !(orderId && stateAt(orders.get(orderId) ?? []).owed > 0);
  });
}

function checkPromise(world: World, { products, orders }: CaseFiles): void {
  for (const [productId, events] of products) {
    for (const event of events) {
      if (event.type !== 'ReleaseStarted') continue;
      const { startedAt, closesAt } = event.data;
      if (closesAt - startedAt !== PROMISE_MS) world.find(`${productId}: closes after ${closesAt - startedAt} ms`);
    }
  }
  for (const [orderId, events] of orders) {
    if (events.length > EVENTS_PER_ORDER) world.find(`${orderId}: more than ${EVENTS_PER_ORDER} events`);
  }
}

/** Every live read model equals its rebuild, row by row. */
async function checkRebuilt(world: World): Promise<void> {
  const still = { isStill: true, result: () => ({ kind: 'fine', ms: 0 }) as const, isClear: () => true };
  const sealer = new Sealer(
    new SimVault(world.vault, new Connection(still, new Life(), 'vault', new RandomSource('checks'))),
  );
  const opened = await openEvents(world.log.after(0), sealer, EVENT_SCHEMA);
  const again = memoryReadModels();
  await again.open(PROJECTIONS);
  for (const projection of PROJECTIONS) {
    await fold(again, projection, opened);
    const [live, rebuilt] = await Promise.all([world.models.find(projection), again.find(projection)]);
    if (!isDeepStrictEqual(live, rebuilt)) {
      world.find(`live = rebuilt: ${projection.name} has ${live.length} rows, ${rebuilt.length} rebuilt`);
    }
  }
}

async function checkDue({ models, find }: World, owed: ReadonlySet<string>): Promise<void> {
  for (const { kind, id, dueAt } of await models.find<Job>(due)) {
    // The proof of an order is `{orderId}.{record}`.
    if (owed.has(id) || owed.has(id.split('.')[0] ?? '')) continue;
    if (dueAt < Date.now() - OVERDUE) find(`due for ${Math.round((Date.now() - dueAt) / 1_000)} s: ${kind} ${id}`);
  }
}
