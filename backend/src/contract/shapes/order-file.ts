import { type Static, Type } from 'typebox';
import { BOUNCE_REASONS, type OrderMailKind } from '../event-names.js';
import { EVENT_NAME, STORY_FIELDS } from './orders.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from './primitives.js';
import { ListedJob } from './system.js';

/** `by`: `worker checkout`, `admin <uuid>`. */
const fromEvent = { eventId: TEXT, at: INSTANT, by: TEXT };

const MoneyMove = shape('MoneyMove', { ...fromEvent, type: EVENT_NAME, amount: orNull(PRICE), note: orNull(TEXT) });
export type MoneyMove = Static<typeof MoneyMove>;
export const OrderMoney = shape('OrderMoney', {
  currency: TEXT,
  listPrice: PRICE,
  /** list price minus agreed price; negative if more was agreed */
  discount: PRICE,
  promoCode: orNull(TEXT),
  price: PRICE,
  charged: PRICE,
  refunded: PRICE,
  settled: PRICE,
  refundsUnderWay: PRICE,
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
  /** it arrived after the order had ended; never charged */
  late: FLAG,
});
export type OrderEvidence = Static<typeof OrderEvidence>;

const OrderAttempt = shape('OrderAttempt', {
  ...fromEvent,
  attempt: COUNT,
  reference: TEXT,
  size: TEXT,
  style: TEXT,
  claimedBy: TEXT,
  leaseUntil: INSTANT,
  answer: oneOf(['open', 'unknown', 'refused', 'bought']),
  reason: orNull(TEXT),
  answeredAt: orNull(INSTANT),
  retryAt: orNull(INSTANT),
});
export type OrderAttempt = Static<typeof OrderAttempt>;

const OrderMailFact = shape('OrderMail', {
  ...fromEvent,
  mailId: TEXT,
  kind: Type.Unsafe<OrderMailKind>(TEXT),
  state: oneOf(['asked-for', 'being-sent', 'sent', 'bounced', 'suppressed']),
  messageId: TEXT,
  bounce: orNull(shape('Bounce', { reason: oneOf(BOUNCE_REASONS), reply: TEXT })),
});
export type OrderMailFact = Static<typeof OrderMailFact>;

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
  due: listOf(ListedJob),
  story: listOf(FiledEntry),
});
export type OrderFile = Static<typeof OrderFile>;
