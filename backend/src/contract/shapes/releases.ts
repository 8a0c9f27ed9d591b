import { type Static, Type } from 'typebox';
import { CHECK_LEVELS, CHECKED_AT, CHECKS } from '../checks.js';
import { SLOT_STATES } from '../statuses.js';
import { OrderChange } from './orders.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, type Shape, shape, TEXT, type ValuesOf } from './primitives.js';
import { PublicProduct } from './products.js';

/** All counts here exclude test orders. */

export const CheckFinding = shape('CheckFinding', {
  check: oneOf(CHECKS),
  level: oneOf(CHECK_LEVELS),
  reason: orNull(TEXT),
  count: orNull(COUNT),
});
export type CheckFinding = Static<typeof CheckFinding>;
export const DropCheck = shape('DropCheck', {
  at: oneOf(CHECKED_AT),
  checkedAt: INSTANT,
  /** null: checked by hand */
  releaseAt: orNull(INSTANT),
  findings: listOf(CheckFinding),
});
export type DropCheck = Static<typeof DropCheck>;
export const CheckedDrop = shape('CheckedDrop', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: orNull(INSTANT),
  check: orNull(DropCheck),
});
export type CheckedDrop = Static<typeof CheckedDrop>;

const PER_SECOND = orNull(Type.Number({ minimum: 0 }));
const RehearsedPace = shape('RehearsedPace', {
  measured: { ...COUNT, description: 'purchases or fees that it was measured on; 0: assumed' },
  p50: { ...COUNT, description: 'ms' },
  p95: { ...COUNT, description: 'ms' },
  perSecond: { ...PER_SECOND, description: 'null: none was seen to wait' },
  places: { ...COUNT, description: 'at once, in the beginning' },
});
export const RehearsalFigures = shape('RehearsalFigures', {
  slots: COUNT,
  beside: { ...COUNT, description: 'slots of other drops at the same retailer and time' },
  withoutCode: COUNT,
  withoutItem: COUNT,
  belowPrice: COUNT,
  firstAfter: { ...COUNT, description: 'ms after the release' },
  lastAfter: { ...COUNT, description: 'ms after the release, of the last attempt' },
  chargedAfter: { ...COUNT, description: 'ms after the release, of the last fee' },
  perSecond: { ...PER_SECOND, description: 'attempts; null: there is one' },
  bound: oneOf(['retailer', 'server']),
  feesBound: oneOf(['stripe', 'checkouts']),
  retailer: RehearsedPace,
  stripe: RehearsedPace,
});
export type RehearsalFigures = Static<typeof RehearsalFigures>;
export const Rehearsal = shape('Rehearsal', {
  rehearsedAt: INSTANT,
  stale: { ...FLAG, description: 'the product or its slots changed since' },
  figures: RehearsalFigures,
});
export type Rehearsal = Static<typeof Rehearsal>;

const MS = { ...orNull(COUNT), description: 'ms; null: none yet' };
export const ReleaseOutcome = shape('ReleaseOutcome', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: INSTANT,
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  due: COUNT,
  started: COUNT,
  bought: COUNT,
  nextSize: COUNT,
  soldOut: COUNT,
  overLimit: COUNT,
  unknown: COUNT,
  charged: COUNT,
  declined: COUNT,
  /** after the release time: the first attempt, and the last order's first attempt */
  firstAfter: MS,
  lastAfter: MS,
  answerP50: MS,
  answerP95: MS,
});
export type ReleaseOutcome = Static<typeof ReleaseOutcome>;

const SlotCell = shape('SlotCell', { slot: COUNT, state: oneOf(SLOT_STATES) });
export type SlotCell = Static<typeof SlotCell>;
/** Of each order the last answer; `within` ms, null: longer than all others. */
const AnswersWithin = shape('AnswersWithin', { within: orNull(COUNT), bought: COUNT, refused: COUNT });
export const ControlRoom = shape('ControlRoom', {
  productId: TEXT,
  asOf: INSTANT,
  stock: COUNT,
  counts: listOf(shape('SlotsInState', { state: oneOf(SLOT_STATES), count: COUNT })),
  /** held slots by number; null: the drop has more than 400 */
  cells: orNull(listOf(SlotCell)),
  /** slots that are held now, by when they were reserved */
  steps: listOf(shape('HeldSince', { at: INSTANT, held: COUNT })),
  answers: listOf(AnswersWithin),
});
export type ControlRoom = Static<typeof ControlRoom>;

/** The event of `GET /api/admin/releases/stream`; it also lists releases that ended since the connection. */
export const RunningReleases = shape('RunningReleases', { releases: listOf(ReleaseOutcome) });
export type RunningReleases = Static<typeof RunningReleases>;

const schedule = {
  productId: TEXT,
  releaseAt: orNull(INSTANT),
  releaseTz: orNull(TEXT),
  reservationClosesAt: orNull(INSTANT),
};
const ReleaseProgress = shape('ReleaseProgress', {
  productId: TEXT,
  due: COUNT,
  attempted: COUNT,
  checkedOut: COUNT,
});
export type Progress = Static<typeof ReleaseProgress>;

/**
 * Events of `GET /api/products/{id}/stream` and `GET /api/shop/stream`. A stream starts with the current state:
 * `product`, `slots` and the phase of the release; the shop's starts with `products`, newest first.
 */
export const DROP_EVENTS = {
  slots: shape('Slots', { productId: TEXT, reserved: COUNT, remaining: COUNT }),
  product: PublicProduct,
  gone: shape('DropGone', { productId: TEXT }),
  scheduled: shape('DropScheduled', schedule),
  moved: shape('DropMoved', schedule),
  started: shape('ReleaseStarted', { productId: TEXT, startedAt: INSTANT, due: COUNT }),
  /** at most four a second; the last is always sent */
  progress: ReleaseProgress,
  finished: shape('ReleaseFinished', { productId: TEXT, finishedAt: INSTANT }),
  'sold-out': shape('SoldOut', { productId: TEXT }),
  'slot-freed': shape('SlotFreed', { productId: TEXT, remaining: COUNT }),
};
export type LiveEvents = ValuesOf<typeof DROP_EVENTS> & { products: PublicProduct[] };
export type LiveEventName = keyof LiveEvents;
export type Schedule = LiveEvents['scheduled'];

const ofDrops: Shape[] = Object.values(DROP_EVENTS);
const ofShop = [...ofDrops, listOf(PublicProduct)];
const TopicRefused = shape('TopicRefused', { topic: TEXT, code: TEXT });
export const DropEvent = { oneOf: ofDrops };
export const ShopEvent = { oneOf: ofShop };
export const TopicEvent = { oneOf: [...ofShop, OrderChange, RunningReleases, TopicRefused] };
