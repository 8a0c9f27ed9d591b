import { type CaseFiles, stateAt } from '../../backend/src/audit/case-files.js';
import { readTokens } from '../../backend/src/audit/tokens/token-rules.js';
import type { OpenCheckout } from '../../backend/src/orders/checkout-facts.js';
import type { World } from './world.js';

/** A repeat of a purchase has the same bytes under the same key, and none is sent before the log names session and token. */
export function checkCompletes({ emulators, find }: World, { orders }: CaseFiles): void {
  const named = new Set(
    [...orders.values()].flatMap((events) =>
      readTokens(events).attempts.flatMap(({ prepared, made }) => (prepared && made ? [prepared.data.session] : [])),
    ),
  );
  const first = new Map<string, { key: string | undefined; body: string }>();
  for (const { session, key, body } of emulators.shops.completes) {
    if (!named.has(session)) find(`${session}: completed, and the log does not name it`);
    const before = first.get(session) ?? { key, body };
    first.set(session, before);
    if (before.key !== key) find(`${session}: a repeat under another key`);
    if (before.body !== body) find(`${session}: a repeat with another body`);
  }
}

/** It needs no claim any more, whoever holds it. */
export function isOnlyLookedAt(checkout: OpenCheckout | null): boolean {
  const { inDoubt, sold, escalated, answered } = checkout?.paying ?? {};
  return (inDoubt ?? sold ?? escalated ?? answered) !== undefined;
}

/** Orders that are only looked at until the 72 hours end, because nothing proves what the shop did; with their drops and accounts. */
export function withShops({ orders }: CaseFiles): Set<string> {
  const open = new Set<string>();
  for (const [orderId, events] of orders) {
    const { checkout, placed } = stateAt(events);
    const { token, prepared } = checkout?.paying ?? {};
    // What was answered may not have been recorded, and after its hour a token pays for no repeat.
    const isOver = token !== undefined && (prepared?.tokenExpiresAt ?? 0) <= Date.now();
    if (isOver || isOnlyLookedAt(checkout))
      open
        .add(orderId)
        .add(placed?.productId ?? '')
        .add(placed?.accountId ?? '');
  }
  return open;
}
