import { isDeepStrictEqual } from 'node:util';
import { checkInvariants } from '../../backend/src/audit/invariants.js';
import { verifyLog } from '../../backend/src/audit/verify.js';
import { fold } from '../../backend/src/platform/projections/fold.js';
import { openEvents } from '../../backend/src/platform/projections/recorded.js';
import { memoryReadModels } from '../../backend/src/platform/read-models/memory-read-models.js';
import { Sealer } from '../../backend/src/platform/vault/sealer.js';
import { EVENT_SCHEMA } from '../../backend/src/start/event-schema.js';
import { PROJECTIONS } from '../../backend/src/start/projections.js';
import { Dice } from './dice.js';
import { Life, Line } from './line.js';
import { SimVault } from './sim-vault.js';
import type { World } from './world.js';

/** s that clocks differ at most */
const SKEW = 5;

/** What must hold at any moment, from the log and the partners' ledgers. */
export async function checkNow(world: World): Promise<void> {
  const { stripe, ...ledgers } = await world.partners.ledgers();
  // A process whose clock is ahead writes down a later time than Stripe does.
  const charges = stripe?.charges.map((one) => ({ ...one, created: one.created + SKEW })) ?? [];
  const books = { ...ledgers, ...(stripe ? { stripe: { ...stripe, charges } } : {}) };
  for (const { name, ok, detail } of checkInvariants(world.log.after(0), EVENT_SCHEMA, books, Date.now())) {
    if (!ok) world.find(`${name}: ${detail}`);
  }
}

/** What must hold once all is quiet. */
export async function checkAtRest(world: World): Promise<string> {
  await checkNow(world);
  const { broken, fingerprint } = await verifyLog(world.log.after(0), EVENT_SCHEMA);
  for (const { stream, revision, problem } of broken) world.find(`chain: ${stream} ${revision}: ${problem}`);
  await checkRebuilt(world);
  checkMails(world);
  return fingerprint.digest;
}

/** Live = rebuilt, row by row. */
async function checkRebuilt(world: World): Promise<void> {
  const events = world.log.after(0);
  const still = { isStill: true, fate: () => ({ kind: 'fine', ms: 0 }) as const };
  const sealer = new Sealer(new SimVault(world.vault, new Line(still, new Life(), 'vault', new Dice('checks'))));
  const opened = await openEvents(events, sealer, EVENT_SCHEMA);
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

/** One mail of an order or account has one Message-ID, and two mails have two. */
function checkMails({ post, find }: World): void {
  const named = new Map<string, string>();
  for (const { messageId, to, kind, subject } of post.taken) {
    const what = JSON.stringify([to, kind, subject]);
    const before = named.get(messageId);
    if (before !== undefined && before !== what) find(`two mails under ${messageId}: ${before} and ${what}`);
    named.set(messageId, what);
  }
}
