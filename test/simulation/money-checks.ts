import { openCaseFiles } from '../../backend/src/audit/case-files.js';
import { readTokens } from '../../backend/src/audit/tokens/token-rules.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import type { World } from './world.js';

/** Every webhook that was answered with 200 is in the log. */
export function checkWebhooks({ emulators, log, find }: World): void {
  for (const id of emulators.delivered()) {
    if (log.ofStream(`stripe-${id}`).length === 0) find(`${id} was answered as stored, and the log does not have it`);
  }
}

/** A proof by mail is also a sale in the retailer's ledger. */
export function checkProofs(world: World): void {
  const sales = new Set(world.emulators.sales().map(({ orderId, orderNumber }) => `${orderId} ${orderNumber}`));
  const orders = world.emulators.shops.orders();
  for (const [orderId, events] of openCaseFiles(world.log.after(0), EVENT_SCHEMA).orders) {
    for (const { prepared } of readTokens(events).attempts) {
      const own = orders.filter(({ session }) => session?.id === prepared?.data.session);
      for (const { orderNumber } of own) sales.add(`${orderId} ${orderNumber}`);
    }
    for (const { type, data } of events) {
      // The books of Stripe are compared with captures.
      if (type !== 'CheckoutSucceeded' || data.evidence.kind === 'card-charge') continue;
      if (sales.has(`${orderId} ${data.evidence.reference}`)) continue;
      world.find(`${orderId}: ${data.evidence.kind} ${data.evidence.reference} proves what was never sold`);
    }
  }
}
