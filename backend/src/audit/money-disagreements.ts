import type { OrderEvent } from '../orders/order.js';
import { type Dated, stateAt } from './case-files.js';
import type { OrderMoney } from './ledgers.js';

/** Where log and Stripe differ about an order's money. While a charge or a refund is under way, Stripe may know more. */
export function moneyDisagreements(
  orderId: string,
  events: readonly Dated<OrderEvent>[],
  money: OrderMoney = { intents: [], charges: [], refunds: [] },
): string[] {
  const problems: string[] = [];
  const { intents, charges } = money;
  if (intents.length > 1) problems.push(`${intents.length} intents at Stripe`);
  if (charges.length > 1) problems.push(`charged ${charges.length} times at Stripe`);
  for (const { amount, refunded } of charges)
    if (refunded > amount) problems.push(`${refunded} of ${amount} refunded at Stripe`);
  problems.push(...chargeProblems(events, money), ...refundProblems(events, money));
  return problems.map((problem) => `${orderId}: ${problem}`);
}

function chargeProblems(events: readonly Dated<OrderEvent>[], { charges }: OrderMoney): string[] {
  const logged = new Map(
    events.flatMap((event) => (event.type === 'FeeCharged' ? [[event.data.chargeId, event.data.amount]] : [])),
  );
  const isOpen = stateAt(events).charge !== null;
  const unknown = charges
    .filter(({ id }) => !logged.has(id) && !isOpen)
    .map(({ id }) => `${id} at Stripe is not in the log`);
  const wrong = [...logged].flatMap(([id, amount]) => {
    const charge = charges.find((one) => one.id === id);
    if (!charge) return [`${id} in the log is not at Stripe`];
    return charge.amount === amount ? [] : [`${id} is ${amount} in the log and ${charge.amount} at Stripe`];
  });
  return [...unknown, ...wrong];
}

function refundProblems(events: readonly Dated<OrderEvent>[], { refunds }: OrderMoney): string[] {
  const logged = new Map(
    events.flatMap((event) => (event.type === 'FeeRefunded' ? [[event.data.stripeRefundId, event.data.amount]] : [])),
  );
  const isOpen = stateAt(events).refunds.some(({ status }) => status === 'requested' || status === 'started');
  const unknown = refunds
    .filter(({ id, isGone }) => !isGone && !logged.has(id) && !isOpen)
    .map(({ id }) => `${id} was refunded at Stripe but is not in the log`);
  const wrong = [...logged].flatMap(([id, amount]) => {
    const refund = refunds.find((one) => one.id === id);
    if (!refund) return [`${id} in the log was never refunded at Stripe`];
    return refund.amount === amount ? [] : [`${id} is ${amount} in the log and ${refund.amount} at Stripe`];
  });
  return [...unknown, ...wrong];
}
