import { openCaseFiles } from '../../backend/src/audit/case-files.js';
import { EVENT_SCHEMA } from '../../backend/src/start/event-schema.js';
import type { World } from './world.js';

/** What was answered with a 200 is in the log. */
export function checkWebhooks({ partners, log, find }: World): void {
  for (const id of partners.delivered()) {
    if (log.ofStream(`stripe-${id}`).length === 0) find(`${id} was answered as stored, and the log does not have it`);
  }
}

/** What Stripe told by webhook alone is in the log: refunds that failed later. */
export async function checkStripe(world: World): Promise<void> {
  const { stripe } = await world.partners.ledgers();
  const failed = new Set<string>();
  const charged = new Map<string, string>();
  for (const [orderId, events] of openCaseFiles(world.log.after(0), EVENT_SCHEMA).orders) {
    for (const { type, data } of events) {
      if (type === 'RefundFailed') failed.add(orderId);
      if (type === 'FeeCharged') charged.set(data.chargeId, orderId);
    }
  }
  for (const { id, status, charge } of stripe?.refunds ?? []) {
    const orderId = charged.get(charge) ?? '';
    if (status === 'failed' && !failed.has(orderId)) world.find(`${orderId}: the log does not know that ${id} failed`);
  }
}
