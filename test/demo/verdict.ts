import type { Finding } from '../../backend/src/audit/invariants.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { built } from '../support/built.js';
import { allOrders } from '../support/drops.js';
import { type Drops, idsOf } from './drops.js';
import type { Figures } from './figures.js';
import type { Rush } from './rush.js';
import type { Stage } from './stage.js';

/** Checks the invariants and hash chains by the event feed and, where available, the ledgers of the retailer and Stripe. */
export async function judge({ own, admin }: Stage, events: readonly RecordedEvent[], drops: Drops): Promise<Finding[]> {
  const { checkInvariants } =
    await built<typeof import('../../backend/src/audit/invariants.js')>('audit/invariants.js');
  const { verifyLog } = await built<typeof import('../../backend/src/audit/verify.js')>('audit/verify.js');
  const { EVENT_SCHEMA } =
    await built<typeof import('../../backend/src/server/event-schema.js')>('server/event-schema.js');
  const shown = (await allOrders(admin)).filter(({ productId }) => idsOf(drops).has(productId));
  const ledgers = own ? { retailer: await own.retailer.ledger(), stripe: await own.stripe.ledger() } : {};
  const { broken, streams } = await verifyLog(events, EVENT_SCHEMA);
  const chains = broken.length === 0 ? `${events.length} events in ${streams} streams` : `${broken.length} breaks`;
  return [
    ...checkInvariants(events, EVENT_SCHEMA, { ...ledgers, shown }, own?.clock.now()),
    { name: 'every hash chain holds', ok: broken.length === 0, detail: chains },
  ];
}

/** Compares the shoppers' answers with the log. */
export function compare({ repeats, bad, reserved }: Rush, figures: Figures, paid: number): Finding {
  const problems = [
    repeats.sameOrder === repeats.sent ? '' : 'a repeated key was answered with another order',
    bad.refused === bad.sent ? '' : 'a bad request was not refused',
    figures.reserved === reserved ? '' : `${reserved} slots were acknowledged, ${figures.reserved} are in the log`,
    figures.paidLater >= paid ? '' : 'a fee that was paid again is not in the log',
  ].filter((problem) => problem !== '');
  const detail = problems.length === 0 ? `${reserved} acknowledged slots` : problems.join('; ');
  return { name: 'shoppers’ answers agree with the log', ok: problems.length === 0, detail };
}
