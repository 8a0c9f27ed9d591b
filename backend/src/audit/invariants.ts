import { EVIDENCE_KINDS, type EvidenceKind } from '../orders/evidence.js';
import type { OrderEvent, OrderState } from '../orders/order.js';
import { isDisputeLost } from '../orders/order-dispute.js';
import { isEnded, statusOf } from '../orders/order-status.js';
import type { Schema } from '../platform/log/codec.js';
import type { RecordedEvent } from '../platform/log/event-log.js';
import { type CaseFiles, type Dated, dueOrders, openCaseFiles, stateAt } from './case-files.js';
import { type Ledgers, moneyByOrder, type OrderMoney } from './ledgers.js';
import { moneyDisagreements } from './money-disagreements.js';

/**
 * What must hold whatever happens: six sentences, checked from the log alone and, where given, the other sides' ledgers; a
 * seventh where the product's own lists are given.
 */
export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

interface Look {
  files: CaseFiles;
  ledgers: Ledgers;
  money: Map<string, OrderMoney> | undefined;
  now: number;
}
interface Report {
  looked: string;
  problems: string[];
}

/** kinds of evidence that the retailer's refusal of the same reference outranks */
const OUTRANKED: readonly EvidenceKind[] = ['signed-email', 'reviewed'];
const TAKEN_UP = new Set<string>(['CheckoutStarted', 'OrderClosed', 'OrderWithdrawn'] satisfies OrderEvent['type'][]);
/** ms the closing may take once it is due */
const GRACE = 60_000;
const LISTED = 5;

/** `now` (ms UTC) is the time of the last event unless it is given. */
export function checkInvariants(
  events: Iterable<RecordedEvent>,
  schema: Schema,
  ledgers: Ledgers = {},
  now?: number,
): Finding[] {
  const files = openCaseFiles(events, schema);
  const money = ledgers.stripe && moneyByOrder(ledgers.stripe);
  const look: Look = { files, ledgers, money, now: now ?? files.until };
  return [
    finding('never oversold', neverOversold(look)),
    finding('one slot per product and profile, and per product and person', oneSlotEach(look)),
    finding('a fee is charged only after success with evidence', chargedAfterEvidence(look)),
    finding('one intent per order, one success, refunds within the charge', oneCharge(look)),
    finding('every order of a release attempted, none bought twice', attemptedOnce(look)),
    finding('every order ended 72 hours after its release', endedInTime(look)),
    ...(ledgers.shown ? [finding('what is shown is what the log says', shownAsLogged(look, ledgers.shown))] : []),
  ];
}

/** What is wrong of a rule, as `{id of the product or order}: {what}`. */
export interface Examined {
  name: string;
  problems: string[];
}

/** Of one product's whole stream, whatever orders there are. */
export function examineDrop(files: CaseFiles): Examined[] {
  const look: Look = { files, ledgers: {}, money: undefined, now: files.until };
  return [
    { name: 'oversold', ...neverOversold(look) },
    { name: 'second-slot', ...oneSlotEach(look) },
  ];
}

/** Of some orders, and of a product's stream as far as it concerns them. `now` ms UTC */
export function examineOrders(files: CaseFiles, now: number): Examined[] {
  const look: Look = { files, ledgers: {}, money: undefined, now };
  return [
    { name: 'fee-without-evidence', ...chargedAfterEvidence(look) },
    { name: 'charged-wrongly', ...oneCharge(look) },
    { name: 'not-attempted-once', ...attemptedOnce(look) },
    { name: 'not-ended-in-time', ...endedInTime(look) },
  ];
}

function finding(name: string, { looked, problems }: Report): Finding {
  const more = problems.length > LISTED ? `; and ${problems.length - LISTED} more` : '';
  const ok = problems.length === 0;
  return { name, ok, detail: ok ? looked : `${problems.slice(0, LISTED).join('; ')}${more}` };
}

function neverOversold({ files }: Look): Report {
  const problems: string[] = [];
  for (const [productId, events] of files.products) {
    const active = new Set<string>();
    let stock = 0;
    for (const event of events) {
      if (event.type === 'ProductCreated') stock = event.data.totalStock;
      if (event.type === 'ProductEdited') stock = event.data.changes.totalStock ?? stock;
      if (event.type === 'SlotReserved') active.add(event.data.orderId);
      if (event.type === 'SlotReleased') active.delete(event.data.orderId);
      if (event.type === 'SlotOffered') active.add(offerOf(event));
      if (event.type === 'OfferLapsed' || event.type === 'WaitlistLeft') active.delete(offerOf(event));
      if (active.size > stock) problems.push(`${productId}: ${active.size} of ${stock} at revision ${event.revision}`);
    }
  }
  return { looked: `${files.products.size} products at every revision`, problems };
}

/** What is offered is as good as held. */
function offerOf({ data }: { data: { place: number } }): string {
  return `offer ${data.place}`;
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

function chargedAfterEvidence({ files, money }: Look): Report {
  const problems: string[] = [];
  for (const [orderId, events] of files.orders) {
    let isProven = false;
    const refused = new Set<string>();
    for (const event of events) {
      if (event.type === 'CheckoutRefused') refused.add(event.data.reference);
      if (event.type === 'CheckoutSucceeded') {
        const { evidence, reference } = event.data;
        isProven = isEvidence(event) && !(OUTRANKED.includes(evidence.kind) && refused.has(reference));
      }
      const isMoney = event.type === 'FeeChargeStarted' || event.type === 'FeeCharged';
      if (isMoney && !isProven) problems.push(`${orderId}: ${event.type} without proof of a purchase`);
    }
  }
  for (const [orderId, { charges }] of money ?? []) {
    const proven = files.orders.get(orderId)?.find(({ type }) => type === 'CheckoutSucceeded');
    for (const { id, created } of charges) {
      const isBefore = !proven || Math.floor(proven.at / 1000) > created;
      if (isBefore) problems.push(`${orderId}: ${id} was charged before the purchase was proven`);
    }
  }
  return { looked: `${files.orders.size} orders`, problems };
}

function isEvidence({ data }: Extract<Dated<OrderEvent>, { type: 'CheckoutSucceeded' }>): boolean {
  const { kind, reference, sha256 } = data.evidence;
  return EVIDENCE_KINDS.includes(kind) && reference !== '' && sha256 !== '';
}

function oneCharge({ files, money }: Look): Report {
  const problems: string[] = [];
  let charged = 0;
  for (const [orderId, events] of files.orders) {
    const intents = new Set<string>();
    const charges: string[] = [];
    let [paid, back] = [0, 0];
    const refunds = new Map<string, number>();
    for (const event of events) {
      if (event.type === 'FeeChargeStarted' || event.type === 'FeeCharged') intents.add(event.data.intentId);
      if (event.type === 'FeeCharged') charges.push(event.data.chargeId);
      if (event.type === 'FeeCharged') paid += event.data.amount;
      if (event.type === 'RefundRequested') refunds.set(event.data.refundId, event.data.amount);
      if (event.type === 'RefundFailed') refunds.delete(event.data.refundId);
      back = Math.max(back, [...refunds.values()].reduce((sum, amount) => sum + amount, 0) - paid);
    }
    charged += charges.length;
    if (intents.size > 1) problems.push(`${orderId}: ${intents.size} intents`);
    if (charges.length > 1) problems.push(`${orderId}: charged ${charges.length} times`);
    if (back > 0) problems.push(`${orderId}: refunds exceed the charge by ${back}`);
    if (money) problems.push(...moneyDisagreements(orderId, events, money.get(orderId)));
  }
  for (const orderId of money?.keys() ?? []) {
    if (!files.orders.has(orderId)) problems.push(`Stripe has an intent of ${orderId || 'no order'}, the log has none`);
  }
  return { looked: `${charged} charges${money ? ', each in the ledger of Stripe' : ''}`, problems };
}

function attemptedOnce(look: Look): Report {
  const { files } = look;
  const due = dueOrders(files);
  const judged = due.filter(({ isFinished }) => isFinished);
  const problems = judged.flatMap(({ orderId }) => {
    const events = files.orders.get(orderId) ?? [];
    // An order is closed unattempted only when nothing can be attempted any more; one that was withdrawn in time can hold its slot still.
    return events.some(({ type }) => TAKEN_UP.has(type)) ? [] : [`${orderId}: never attempted`];
  });
  for (const [orderId, events] of files.orders) {
    const bought = events.filter(({ type }) => type === 'CheckoutSucceeded').length;
    if (bought > 1) problems.push(`${orderId}: bought ${bought} times`);
  }
  const looked = `${judged.length} of ${due.length} due orders in finished releases`;
  return { looked, problems: [...problems, ...sales(look)] };
}

/** Where log and retailer differ. While a checkout is under way, the retailer may know more. */
function sales({ files, ledgers }: Look): string[] {
  if (!ledgers.retailer) return [];
  const sold = new Map<string, string[]>();
  const receipts = new Map(ledgers.retailer.references.map(({ orderNumber, sha256 }) => [orderNumber, sha256]));
  for (const { orderId, outcome, orderNumber = '' } of ledgers.retailer.references) {
    if (outcome === 'succeeded') sold.set(orderId, [...(sold.get(orderId) ?? []), orderNumber]);
  }
  const problems = [...sold].flatMap(([orderId, numbers]) => {
    if (numbers.length > 1) return [`${orderId}: bought ${numbers.length} times at the retailer`];
    const { bought, checkout } = stateAt(files.orders.get(orderId) ?? []);
    return bought || checkout ? [] : [`${orderId}: bought at the retailer, but not in the log`];
  });
  for (const [orderId, events] of files.orders) {
    const evidence = stateAt(events).bought?.evidence;
    const isThere = evidence?.kind !== 'retailer' || sold.get(orderId)?.includes(evidence.reference);
    if (!isThere) problems.push(`${orderId}: the retailer knows nothing of ${evidence?.reference}`);
    const receipt = receipts.get(evidence?.reference);
    if (receipt !== undefined && receipt !== evidence?.sha256)
      problems.push(`${orderId}: the evidence is not the retailer's receipt`);
  }
  return problems;
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

/** Paid in time, it was kept: when money goes back later, and what a bank sends back, is decided by people. */
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
