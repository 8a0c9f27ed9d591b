import { type Static, Type } from 'typebox';
import { ORDER_STATUSES } from '../statuses.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from './primitives.js';
import { CheckedDrop } from './releases.js';

const RATE = orNull(Type.Number({ minimum: 0, maximum: 1 }));

/** What happened on one day of a time zone; test orders are left out. */
export const DayFigures = shape('DayFigures', {
  day: Type.String({ format: 'date' }),
  /** its first instant, and the first instant after it */
  startsAt: INSTANT,
  endsAt: INSTANT,
  reservations: COUNT,
  succeeded: COUNT,
  /** ended without success, and nothing charged */
  failed: COUNT,
  withdrawn: COUNT,
  /** of those that succeeded or failed; null: there were none */
  successRate: RATE,
  charges: COUNT,
  charged: PRICE,
  refunds: COUNT,
  refunded: PRICE,
  /** refunds of that day that failed later: the two before do not count them, the event log still has them */
  refundsFailed: COUNT,
});
export type DayFigures = Static<typeof DayFigures>;

export const ReleaseFigures = shape('ReleaseFigures', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: INSTANT,
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  /** slots that were held as it started */
  due: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  /** not ended yet */
  open: COUNT,
  successRate: RATE,
  /** ms from the release's time to the first attempt, and to the first attempt of the last order; null: none yet */
  firstAfter: orNull(COUNT),
  lastAfter: orNull(COUNT),
});
export type ReleaseFigures = Static<typeof ReleaseFigures>;

/** An order of a started release that has not ended, and until when it is promised to end. */
const OpenPromise = shape('OpenPromise', {
  orderId: TEXT,
  productTitle: TEXT,
  status: oneOf(ORDER_STATUSES),
  closesAt: INSTANT,
});
export type OpenPromise = Static<typeof OpenPromise>;

export const FIRST_STEPS = ['product', 'retailer', 'payments', 'mail', 'staff'] as const;
/** What a new installation still lacks, and whether it is there. */
const FirstStep = shape('FirstStep', { step: oneOf(FIRST_STEPS), isDone: FLAG });
export type FirstStep = Static<typeof FirstStep>;
export type FirstStepName = FirstStep['step'];

/** What waits for an operator, beside proofs and disputes. Each number is the total of the list that it leads to. */
const OperatorNeeds = shape('OperatorNeeds', {
  /** orders whose fee needs the cardholder */
  actionRequired: COUNT,
  /** orders that are owed what a failed refund did not pay */
  refundsFailed: COUNT,
  /** jobs that are parked after 20 failed attempts */
  parked: COUNT,
});

export const Board = shape('Board', {
  at: INSTANT,
  currency: TEXT,
  needs: OperatorNeeds,
  /** null once all of them are done, or a drop was released */
  firstSteps: orNull(listOf(FirstStep)),
  /** of the days below: the one asked for, or UTC where the server does not know it */
  zone: TEXT,
  today: DayFigures,
  /** orders of which money is to go back */
  refundsDue: COUNT,
  /** the soonest of all that are open */
  promises: shape('OpenPromises', { open: COUNT, soonest: listOf(OpenPromise) }),
  /** `soonestDueBy`: the next deadline for evidence; null: none is known */
  disputes: shape('OpenDisputes', { open: COUNT, soonestDueBy: orNull(INSTANT) }),
  /** mails that wait for a review */
  proofs: COUNT,
  /** the latest releases, newest first */
  releases: listOf(ReleaseFigures),
  /** the longest `firstAfter` of the releases of the last 30 days, ms; null: there were none */
  lateness: orNull(COUNT),
  /** the next drops, and what was found before each */
  drops: listOf(CheckedDrop),
  /** how many events the answering process has not folded yet */
  projectionLag: COUNT,
});
export type Board = Static<typeof Board>;
