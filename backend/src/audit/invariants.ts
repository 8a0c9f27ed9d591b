import type { Schema } from '../event-sourcing/codec.js';
import type { OrderEvent, OrderState } from '../orders/order.js';
import { isDisputeLost } from '../orders/order-dispute.js';
import { isEnded, statusOf } from '../orders/order-status.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { type CaseFiles, dueOrders, openCaseFiles, SlotCount, stateAt } from './case-files.js';
import { feesOf } from './fees.js';
import { compareLedgers, compareSessions, type Ledgers, ordersOfIntents } from './ledgers.js';
import { compareTokens } from './tokens/token-ledger.js';
import { readTokens } from './tokens/token-rules.js';

export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

interface Look {
  files: CaseFiles;
  ledgers: Ledgers;
  now: number;
}
interface Report {
  looked: string;
  problems: string[];
}

const TAKEN_UP = new Set<string>(['CheckoutStarted', 'OrderClosed', 'OrderWithdrawn'] satisfies OrderEvent['type'][]);
/** ms that closing may take after the deadline */
const GRACE = 60_000;
const LISTED = 5;

interface Rule {
  code: string;
  says: string;
  judge: (look: Look) => Report;
}

const OF_DROPS: readonly Rule[] = [
  { code: 'oversold', says: 'never oversold', judge: neverOversold },
  { code: 'second-slot', says: 'one slot per product and profile, and per product and person', judge: oneSlotEach },
];
const OF_ORDERS: readonly Rule[] = [
  {
    code: 'fee-without-evidence',
    says: 'a fee is charged only after success with evidence',
    judge: chargedAfterEvidence,
  },
  {
    code: 'charged-wrongly',
    says: 'one intent per order, one success of the agreed price, refunds within the charge',
    judge: oneCharge,
  },
  { code: 'not-attempted-once', says: 'every order of a release attempted, none bought twice', judge: attemptedOnce },
  { code: 'not-ended-in-time', says: 'every order ended 72 hours after its release', judge: endedInTime },
  { code: 'token-misused', says: 'a shop is paid by one token, within the agreed limit', judge: tokensKept },
];

export function isOfOrders(code: string): boolean {
  return OF_ORDERS.some((rule) => rule.code === code);
}

/** `now` (ms UTC) defaults to the time of the last event. */
export function checkInvariants(
  events: Iterable<RecordedEvent>,
  schema: Schema,
  ledgers: Ledgers = {},
  now?: number,
): Finding[] {
  const files = openCaseFiles(events, schema);
  const look: Look = { files, ledgers, now: now ?? files.until };
  const { stripe, retailer, shown } = ledgers;
  return [
    ...[...OF_DROPS, ...OF_ORDERS].map(({ says, judge }) => finding(says, judge(look))),
    ...(stripe || retailer ? [finding('the ledgers of Stripe and the retailer say the same', sameLedgers(look))] : []),
    ...(shown ? [finding('what is shown is what the log says', shownAsLogged(look, shown))] : []),
  ];
}

/** `problem` is `{id of the product or order}: {what}`. */
export type Found = (code: string, problem: string) => void;

export function examineDrop(files: CaseFiles, found: Found): void {
  examine(OF_DROPS, { files, ledgers: {}, now: files.until }, found);
}

export function examineOrders(files: CaseFiles, now: number, found: Found): void {
  examine(OF_ORDERS, { files, ledgers: {}, now }, found);
}

function examine(rules: readonly Rule[], look: Look, found: Found): void {
  for (const { code, judge } of rules) for (const problem of judge(look).problems) found(code, problem);
}

function finding(name: string, { looked, problems }: Report): Finding {
  const more = problems.length > LISTED ? `; and ${problems.length - LISTED} more` : '';
  const ok = problems.length === 0;
  return { name, ok, detail: ok ? looked : `${problems.slice(0, LISTED).join('; ')}${more}` };
}

function neverOversold({ files }: Look): Report {
  const problems: string[] = [];
  for (const [productId, events] of files.products) {
    const slots = new SlotCount();
    for (const event of events) {
      slots.take(event);
      const { active, stock } = slots;
      if (active > stock) problems.push(`${productId}: ${active} of ${stock} at revision ${event.revision}`);
    }
  }
  const reserved = new Set(slotsIn(files).map(({ data }) => data.orderId));
  for (const [orderId, events] of files.orders) {
    const placed = events.find((event) => event.type === 'OrderPlaced')?.data;
    if (placed?.livemode && !reserved.has(orderId))
      problems.push(`${placed.productId}: order ${orderId} was given no slot`);
  }
  return { looked: `${files.products.size} products at every revision`, problems };
}

function slotsIn({ products }: CaseFiles) {
  return [...products.values()].flat().filter((event) => event.type === 'SlotReserved');
}

function oneSlotEach({ files }: Look): Report {
  const problems: string[] = [];
  let slots = 0;
  for (const [productId, events] of files.products) {
    const held = new Map<string, { profileId: string; person: string }>();
    const taken = new Set<string>();
    for (const event of events) {
      if (event.type !== 'SlotReserved' && event.type !== 'SlotReleased') continue;
      const { orderId } = event.data;
      const before = held.get(orderId);
      if (before) for (const name of namesOf(before)) taken.delete(name);
      if (event.type === 'SlotReleased') continue;
      const names = namesOf(event.data);
      if (names.some((name) => taken.has(name))) {
        problems.push(`${productId}: order ${orderId} is a second slot of its profile or person`);
      }
      for (const name of names) taken.add(name);
      held.set(orderId, event.data);
      slots += 1;
    }
  }
  return { looked: `${slots} slots`, problems };
}

function namesOf({ profileId, person }: { profileId: string; person: string }): string[] {
  return [`profile ${profileId}`, `person ${person}`];
}

function chargedAfterEvidence({ files, ledgers: { stripe } }: Look): Report {
  const problems: string[] = [];
  for (const [orderId, events] of files.orders) {
    for (const type of feesOf(events).unproven) problems.push(`${orderId}: ${type} without proof of a purchase`);
  }
  const orderOf = ordersOfIntents(stripe ?? { intents: [] });
  for (const { id, status, created, payment_intent } of stripe?.charges ?? []) {
    const orderId = orderOf.get(payment_intent ?? '') ?? '';
    const proven = files.orders.get(orderId)?.find(({ type }) => type === 'CheckoutSucceeded');
    const isBefore = !proven || Math.floor(proven.at / 1000) > created;
    if (status === 'succeeded' && isBefore)
      problems.push(`${orderId}: ${id} was charged before the purchase was proven`);
  }
  return { looked: `${files.orders.size} orders`, problems };
}

function oneCharge({ files }: Look): Report {
  const problems: string[] = [];
  let charged = 0;
  const prices = new Map(slotsIn(files).map(({ data }) => [data.orderId, data.price]));
  for (const [orderId, events] of files.orders) {
    const intents = new Set<string>();
    const charges: string[] = [];
    let [paid, back] = [0, 0];
    let agreed = prices.get(orderId);
    const refunds = new Map<string, number>();
    for (const event of events) {
      if (event.type === 'OrderPlaced') agreed ??= event.data.price;
      if (event.type === 'PriceOverridden') agreed = event.data.to;
      if (event.type === 'FeeChargeStarted' || event.type === 'FeeCharged') intents.add(event.data.intentId);
      if (event.type === 'FeeCharged') {
        const { amount, chargeId } = event.data;
        charges.push(chargeId);
        paid += amount;
        if (amount !== agreed) problems.push(`${orderId}: charged ${amount}, agreed were ${agreed}`);
      }
      if (event.type === 'RefundRequested') refunds.set(event.data.refundId, event.data.amount);
      if (event.type === 'RefundFailed') refunds.delete(event.data.refundId);
      back = Math.max(back, [...refunds.values()].reduce((sum, amount) => sum + amount, 0) - paid);
    }
    charged += charges.length;
    if (intents.size > 1) problems.push(`${orderId}: ${intents.size} intents`);
    if (charges.length > 1) problems.push(`${orderId}: charged ${charges.length} times`);
    if (back > 0) problems.push(`${orderId}: refunds exceed the charge by ${back}`);
  }
  return { looked: `${charged} charges`, problems };
}

function attemptedOnce({ files }: Look): Report {
  const due = dueOrders(files);
  const judged = due.filter(({ isFinished }) => isFinished);
  const problems = judged.flatMap(({ orderId }) => {
    const events = files.orders.get(orderId) ?? [];
    // An order withdrawn in time can still hold its slot.
    return events.some(({ type }) => TAKEN_UP.has(type)) ? [] : [`${orderId}: never attempted`];
  });
  for (const [orderId, events] of files.orders) {
    const bought = events.filter(({ type }) => type === 'CheckoutSucceeded').length;
    if (bought > 1) problems.push(`${orderId}: bought ${bought} times`);
  }
  return { looked: `${judged.length} of ${due.length} due orders in finished releases`, problems };
}

function tokensKept({ files }: Look): Report {
  let looked = 0;
  const problems = [...files.orders].flatMap(([orderId, events]) => {
    const { attempts, problems } = readTokens(events);
    looked += attempts.length;
    return problems.map((problem) => `${orderId}: ${problem}`);
  });
  return { looked: `${looked} attempts that a token pays for`, problems };
}

function sameLedgers({ files, ledgers, now }: Look): Report {
  const orders = new Map([...files.orders].map(([orderId, events]) => [orderId, stateAt(events)]));
  const { stripe, retailer } = ledgers;
  const purchases = (retailer?.references.length ?? 0) + (retailer?.sessions?.length ?? 0);
  const looked = `${stripe?.intents.length ?? 0} intents and ${purchases} purchases`;
  const attempts = new Map([...files.orders].map(([orderId, events]) => [orderId, readTokens(events).attempts]));
  const ofTokens = stripe?.tokens ? compareTokens(attempts, { tokens: stripe.tokens, sales: retailer?.sessions }) : [];
  const ofSessions = retailer ? compareSessions(attempts, retailer) : [];
  return { looked, problems: [...compareLedgers(orders, ledgers, now), ...ofTokens, ...ofSessions] };
}

function endedInTime({ files, now }: Look): Report {
  const over = dueOrders(files).filter(({ closesAt }) => closesAt + GRACE <= now);
  const problems = over.flatMap(({ orderId, closesAt }) => {
    const state = stateAt(files.orders.get(orderId) ?? [], closesAt + GRACE);
    return isEnded(state) || isLeftToPeople(state)
      ? []
      : [`${orderId}: still ${statusOf(state)} 72 hours after the release`];
  });
  for (const [orderId, events] of files.orders) {
    const state = stateAt(events);
    const isKept = state.closed !== null && statusOf(state) === 'success' && !isDisputeLost(state);
    if (isKept) problems.push(`${orderId}: closed, and its money is kept`);
  }
  return { looked: `${over.length} orders whose 72 hours are over`, problems };
}

/** After a charge in time, staff decide on later refunds, and on refunds that the bank returned. */
function isLeftToPeople({ charged, closed, refunds }: OrderState): boolean {
  return charged !== null && (closed === null || refunds.some(({ status }) => status === 'failed'));
}

function shownAsLogged({ files }: Look, shown: NonNullable<Ledgers['shown']>): Report {
  const problems = shown.flatMap(({ orderId, status }) => {
    const logged = statusOf(stateAt(files.orders.get(orderId) ?? []));
    return logged === status ? [] : [`${orderId}: shown as ${status}, ${logged} in the log`];
  });
  return { looked: `${shown.length} orders`, problems };
}
