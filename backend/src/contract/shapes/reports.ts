import { type Static, Type } from 'typebox';
import { ORDER_STATUSES } from '../statuses.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from './primitives.js';
import { CheckedDrop } from './releases.js';

const RATE = orNull(Type.Number({ minimum: 0, maximum: 1 }));

/** Figures of one day in a time zone, without test orders. */
export const DayFigures = shape('DayFigures', {
  day: Type.String({ format: 'date' }),
  /** `endsAt` is exclusive */
  startsAt: INSTANT,
  endsAt: INSTANT,
  reservations: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  withdrawn: COUNT,
  /** share of succeeded and failed; null: none */
  successRate: RATE,
  charges: COUNT,
  charged: PRICE,
  refunds: COUNT,
  refunded: PRICE,
  /** later failures, excluded from `refunds` and `refunded` */
  refundsFailed: COUNT,
});
export type DayFigures = Static<typeof DayFigures>;

export const ReleaseFigures = shape('ReleaseFigures', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: INSTANT,
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  due: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  open: COUNT,
  successRate: RATE,
  /** ms after the release time: the first attempt, and the last order's first attempt; null: none */
  firstAfter: orNull(COUNT),
  lastAfter: orNull(COUNT),
});
export type ReleaseFigures = Static<typeof ReleaseFigures>;

const OpenPromise = shape('OpenPromise', {
  orderId: TEXT,
  productTitle: TEXT,
  status: oneOf(ORDER_STATUSES),
  closesAt: INSTANT,
});
export type OpenPromise = Static<typeof OpenPromise>;

export const FIRST_STEPS = ['product', 'retailer', 'payments', 'mail', 'staff'] as const;
const FirstStep = shape('FirstStep', { step: oneOf(FIRST_STEPS), isDone: FLAG });
export type FirstStep = Static<typeof FirstStep>;
export type FirstStepName = FirstStep['step'];

const OperatorNeeds = shape('OperatorNeeds', {
  actionRequired: COUNT,
  refundsFailed: COUNT,
  unsettled: COUNT,
  parked: COUNT,
});

export const Board = shape('Board', {
  at: INSTANT,
  currency: TEXT,
  needs: OperatorNeeds,
  /** null once all are done, or after the first release */
  firstSteps: orNull(listOf(FirstStep)),
  /** the requested zone, or UTC if the server does not know it */
  zone: TEXT,
  today: DayFigures,
  refundsDue: COUNT,
  promises: shape('OpenPromises', { open: COUNT, soonest: listOf(OpenPromise) }),
  disputes: shape('OpenDisputes', { open: COUNT, soonestDueBy: orNull(INSTANT) }),
  proofs: COUNT,
  releases: listOf(ReleaseFigures),
  /** ms; the longest `firstAfter` of the last 30 days; null: no releases */
  lateness: orNull(COUNT),
  drops: listOf(CheckedDrop),
  projectionLag: COUNT,
});
export type Board = Static<typeof Board>;
