import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import { BOUNCE_REASONS, type OrderMailKind } from '@supreme-access/contract/event-names.js';
import {
  ATTEMPT_ANSWERS,
  type FiledEntry,
  type FromEvent,
  MAIL_STATES,
  type MoneyMove,
  type OrderAttempt,
  type OrderEvidence,
  type OrderFile,
  type OrderMailFact,
  type OrderMoney,
  PROOF_KINDS,
} from '@supreme-access/contract/order-file.js';
import { LISTED_DUE } from '../../platform/due/listed-due.js';
import {
  COUNT,
  type Fields,
  FLAG,
  INSTANT,
  listOf,
  oneOf,
  orNull,
  PRICE,
  shape,
  TEXT,
} from '../../platform/http/answer-schemas.js';
import { schemaOf } from '../../platform/http/answers.js';
import { STORY_FIELDS } from '../order-answers.js';

const EVENT_NAME = schemaOf<StoryEventName>({ ...TEXT, description: "the event's name in the log" });
const FROM_EVENT: Fields<FromEvent> = { eventId: TEXT, at: INSTANT, by: TEXT };

const MOVE = shape<MoneyMove>('MoneyMove', {
  ...FROM_EVENT,
  type: EVENT_NAME,
  amount: orNull(PRICE),
  note: orNull(TEXT),
});
const MONEY = shape<OrderMoney>('OrderMoney', {
  currency: TEXT,
  listPrice: PRICE,
  discount: PRICE,
  promoCode: orNull(TEXT),
  price: PRICE,
  charged: PRICE,
  refunded: PRICE,
  settled: PRICE,
  refundsUnderWay: PRICE,
  remains: PRICE,
  moves: listOf(MOVE),
});
const EVIDENCE = shape<OrderEvidence>('OrderEvidence', {
  ...FROM_EVENT,
  kind: oneOf(PROOF_KINDS),
  reference: TEXT,
  sha256: TEXT,
  late: FLAG,
});
const ATTEMPT = shape<OrderAttempt>('OrderAttempt', {
  ...FROM_EVENT,
  attempt: COUNT,
  reference: TEXT,
  size: TEXT,
  style: TEXT,
  claimedBy: TEXT,
  leaseUntil: INSTANT,
  answer: oneOf(ATTEMPT_ANSWERS),
  reason: orNull(TEXT),
  answeredAt: orNull(INSTANT),
  retryAt: orNull(INSTANT),
});
const BOUNCE = shape<NonNullable<OrderMailFact['bounce']>>('Bounce', { reason: oneOf(BOUNCE_REASONS), reply: TEXT });
const MAIL = shape<OrderMailFact>('OrderMail', {
  ...FROM_EVENT,
  mailId: TEXT,
  kind: schemaOf<OrderMailKind>(TEXT),
  state: oneOf(MAIL_STATES),
  messageId: TEXT,
  bounce: orNull(BOUNCE),
});
const CAUSE = shape<NonNullable<FiledEntry['cause']>>('Cause', { eventId: TEXT, type: EVENT_NAME });

export const ORDER_FILE = shape<OrderFile>('OrderFile', {
  money: MONEY,
  evidence: orNull(EVIDENCE),
  attempts: listOf(ATTEMPT),
  mails: listOf(MAIL),
  due: listOf(LISTED_DUE),
  story: listOf(shape<FiledEntry>('FiledEntry', { ...STORY_FIELDS, eventId: TEXT, cause: orNull(CAUSE) })),
});
