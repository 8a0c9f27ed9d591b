import type { StripeLedger } from '../../backend/src/audit/ledgers.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { built } from '../support/built.js';
import { allEvents, allOrders } from '../support/drops.js';
import { DATABASE, type Stage } from './stage.js';

/** A payment in a seller's account, in the ledger of the Stripe emulator. */
interface SellerPayment {
  status: string;
  token: string;
}
type Ledger = StripeLedger & { sellerPayments: readonly SellerPayment[] };

export interface Truth {
  /** sessions with an order in the shop's database */
  sold: string[];
  /** our orders that were bought, as we say */
  bought: number;
  otherSize: number;
  fees: number;
  /** sessions whose piece was sold and that we could not prove, so that they cost nothing, with what our log says of them */
  unproven: Map<string, string>;
  /** sessions with two orders, and orders bought or paid twice */
  doubled: string[];
  wrong: string[];
}

/** What the shop's database, the card processor's ledger and our log say of each other. */
export async function truthOf({ postgres, stripe, admin, clock }: Stage): Promise<Truth> {
  const rows = await postgres.ask(DATABASE, `select cart_id from order_cart where deleted_at is null`);
  const ledger = (await stripe.ledger()) as Ledger;
  const events = await allEvents(admin);
  const orderOf = ordersOfSessions(events);
  const sold = [...new Set(rows)];
  const soldOrders = sold.map((session) => orderOf.get(session) ?? session);
  const successes = events.filter(({ type }) => type === 'CheckoutSucceeded');
  const bought = successes.map(orderIn);
  const fees = events.filter(({ type }) => type === 'FeeCharged').map(orderIn);
  const captured = capturedOrders(ledger);
  const payments = ledger.sellerPayments.filter(({ status }) => status === 'succeeded').map(({ token }) => token);
  const { checkInvariants } =
    await built<typeof import('../../backend/src/audit/invariants.js')>('audit/invariants.js');
  const { EVENT_SCHEMA } =
    await built<typeof import('../../backend/src/server/event-schema.js')>('server/event-schema.js');
  const ledgers = { stripe: ledger, shown: await allOrders(admin) };
  const findings = checkInvariants(events, EVENT_SCHEMA, ledgers, clock.now());
  return {
    sold,
    bought: bought.length,
    otherSize: otherSizes(events, successes),
    fees: fees.length,
    unproven: new Map(
      sold
        .filter((session) => !bought.includes(orderOf.get(session) ?? session))
        .map((session) => [session, loggedOf(events, orderOf.get(session))]),
    ),
    doubled: [
      ...twice(rows, 'has two orders at the shop'),
      ...twice(soldOrders, 'was bought twice'),
      ...twice(captured, 'was paid twice'),
      ...twice(payments, 'was captured twice'),
      ...twice(fees, 'was charged twice'),
    ],
    wrong: [
      ...sold.filter((session) => !orderOf.has(session)).map((session) => `${session}: sold, and not named by the log`),
      ...without(fees, captured, 'was charged without a captured token'),
      ...without(fees, soldOrders, 'was charged for what the shop did not sell'),
      ...without(captured, soldOrders, 'paid for what the shop did not sell'),
      ...findings.filter(({ ok }) => !ok).map(({ name, detail }) => `not so: ${name}: ${detail}`),
    ],
  };
}

/** `canceled`: sessions that were canceled while they were bought; this shop may call them so for good. */
export function isSound({ bought, unproven, doubled, wrong }: Truth, canceled: readonly string[]): boolean {
  const isProven = [...unproven.keys()].every((session) => canceled.includes(session));
  return isProven && doubled.length + wrong.length === 0 && bought > 0;
}

const orderIn = ({ stream }: RecordedEvent) => stream.slice('order-'.length);

function ordersOfSessions(events: readonly RecordedEvent[]): Map<string, string> {
  const prepared = events.filter(({ type }) => type === 'CheckoutPrepared');
  return new Map(prepared.map((event) => [String(event.data.session), orderIn(event)]));
}

function loggedOf(events: readonly RecordedEvent[], orderId: string | undefined): string {
  const own = events.filter(({ stream }) => stream === `order-${orderId}`);
  return own.map(({ type, data }) => [type, data.reason].filter(Boolean).join(' ')).join(', ');
}

/** A reference is an order's id and the number of the attempt. */
function capturedOrders({ tokens = [] }: Ledger): string[] {
  return tokens.filter(({ captured }) => captured > 0).map(({ reference = '' }) => reference.replace(/:\d+$/, ''));
}

function otherSizes(events: readonly RecordedEvent[], successes: readonly RecordedEvent[]): number {
  const sizes = (type: string) =>
    new Map(events.filter((event) => event.type === type).map((event) => [orderIn(event), event.data.size]));
  const [wanted, attempted] = [sizes('OrderPlaced'), sizes('CheckoutStarted')];
  return successes.map(orderIn).filter((order) => wanted.get(order) !== attempted.get(order)).length;
}

function twice(names: readonly string[], what: string): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => `${name} ${what}`);
}

function without(names: readonly string[], others: readonly string[], what: string): string[] {
  return names.filter((name) => !others.includes(name)).map((name) => `${name} ${what}`);
}
