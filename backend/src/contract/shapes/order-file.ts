import { type Static, Type } from 'typebox';
import { BOUNCE_REASONS, type OrderMailKind } from '../event-names.js';
import { EVENT_NAME, STORY_FIELDS } from './orders.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from './primitives.js';
import { ListedDue } from './system.js';

/** What is known of one order beside itself; each fact names the event that it stands in. */

/** `by` is who: `worker checkout`, `admin <uuid>`. */
const fromEvent = { eventId: TEXT, at: INSTANT, by: TEXT };

/** One event about money. `amount` null: none moved. */
const MoneyMove = shape('MoneyMove', { ...fromEvent, type: EVENT_NAME, amount: orNull(PRICE), note: orNull(TEXT) });
export type MoneyMove = Static<typeof MoneyMove>;
export const OrderMoney = shape('OrderMoney', {
  currency: TEXT,
  listPrice: PRICE,
  /** list price less what is to be paid; below 0 where more was agreed */
  discount: PRICE,
  promoCode: orNull(TEXT),
  price: PRICE,
  charged: PRICE,
  refunded: PRICE,
  /** of failed refunds, and paid another way */
  settled: PRICE,
  /** asked for, and not at the card yet */
  refundsUnderWay: PRICE,
  /** of the charge */
  remains: PRICE,
  moves: listOf(MoneyMove),
});
export type OrderMoney = Static<typeof OrderMoney>;

const OrderEvidence = shape('OrderEvidence', {
  ...fromEvent,
  kind: oneOf(['retailer', 'signed-email', 'reviewed', 'card-charge']),
  reference: TEXT,
  /** of the receipt, the mail or the statement line; base64url */
  sha256: TEXT,
  /** it came after the order had ended: kept, never charged */
  late: FLAG,
});
export type OrderEvidence = Static<typeof OrderEvidence>;

/** One attempt at the retailer; `at` and `by` are of its start. */
const OrderAttempt = shape('OrderAttempt', {
  ...fromEvent,
  attempt: COUNT,
  reference: TEXT,
  size: TEXT,
  style: TEXT,
  /** who holds the claim, and until when nobody else may take it over */
  claimedBy: TEXT,
  leaseUntil: INSTANT,
  answer: oneOf(['open', 'unknown', 'refused', 'bought']),
  reason: orNull(TEXT),
  answeredAt: orNull(INSTANT),
  retryAt: orNull(INSTANT),
});
export type OrderAttempt = Static<typeof OrderAttempt>;

/** `at` and `by` are of the last event about it. */
const OrderMailFact = shape('OrderMail', {
  ...fromEvent,
  mailId: TEXT,
  kind: Type.Unsafe<OrderMailKind>(TEXT),
  state: oneOf(['asked-for', 'being-sent', 'sent', 'bounced', 'suppressed']),
  messageId: TEXT,
  bounce: orNull(shape('Bounce', { reason: oneOf(BOUNCE_REASONS), reply: TEXT })),
});
export type OrderMailFact = Static<typeof OrderMailFact>;

/** `cause`: the event of this order that it follows from; null where somebody asked for it, or the log does not say. */
const FiledEntry = shape('FiledEntry', {
  ...STORY_FIELDS,
  eventId: TEXT,
  cause: orNull(shape('Cause', { eventId: TEXT, type: EVENT_NAME })),
});
export type FiledEntry = Static<typeof FiledEntry>;

export const OrderFile = shape('OrderFile', {
  money: OrderMoney,
  evidence: orNull(OrderEvidence),
  attempts: listOf(OrderAttempt),
  mails: listOf(OrderMailFact),
  due: listOf(ListedDue),
  story: listOf(FiledEntry),
});
export type OrderFile = Static<typeof OrderFile>;
