import type { Static } from 'typebox';
import { CHECK_LEVELS, CHECKED_AT, CHECKS } from '../checks.js';
import { OrderChange } from './orders.js';
import { COUNT, INSTANT, listOf, oneOf, orNull, type Shape, shape, TEXT, type ValuesOf } from './primitives.js';
import { PublicProduct } from './products.js';

/** Test orders are left out of all that is counted here. */

export const CheckFinding = shape('CheckFinding', {
  check: oneOf(CHECKS),
  level: oneOf(CHECK_LEVELS),
  /** a code for what is not as it should be; null: nothing */
  reason: orNull(TEXT),
  /** how many orders, or by how many ms */
  count: orNull(COUNT),
});
export type CheckFinding = Static<typeof CheckFinding>;
export const DropCheck = shape('DropCheck', {
  at: oneOf(CHECKED_AT),
  checkedAt: INSTANT,
  /** of which release time it was; null: by hand */
  releaseAt: orNull(INSTANT),
  findings: listOf(CheckFinding),
});
export type DropCheck = Static<typeof DropCheck>;
/** `check`: the latest one. */
export const CheckedDrop = shape('CheckedDrop', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: orNull(INSTANT),
  check: orNull(DropCheck),
});
export type CheckedDrop = Static<typeof CheckedDrop>;

const MS = { ...orNull(COUNT), description: 'ms; null: none yet' };
/** What came of a release, by what is in the log. */
export const ReleaseOutcome = shape('ReleaseOutcome', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: INSTANT,
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  /** orders whose slot was held as it started */
  due: COUNT,
  /** begun at the retailer */
  started: COUNT,
  bought: COUNT,
  /** of those bought, in another size or style than was asked for first */
  nextSize: COUNT,
  /** ended because nothing was left at the retailer */
  soldOut: COUNT,
  /** asked for at the retailer, and what came of it is not known yet */
  unknown: COUNT,
  charged: COUNT,
  /** bought, and the fee was declined */
  declined: COUNT,
  /** from the release's time to the first attempt, and to the first attempt of the last order */
  firstAfter: MS,
  lastAfter: MS,
  /** from asking the retailer to its answer */
  answerP50: MS,
  answerP95: MS,
});
export type ReleaseOutcome = Static<typeof ReleaseOutcome>;

/** What became of a drop's slots, for everybody. */
export const SlotSums = shape('SlotSums', {
  productId: TEXT,
  /** held as the release started */
  slots: COUNT,
  bought: COUNT,
  /** of those not: nothing was charged */
  notBought: COUNT,
});
export type SlotSums = Static<typeof SlotSums>;

/** The event of `GET /api/admin/releases/stream`: those that run, and those that have ended since the listener came. */
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
  /** orders whose slot was held as it started */
  due: COUNT,
  /** of those, begun at the retailer */
  attempted: COUNT,
  /** of those, with an outcome there: bought, or never to be */
  checkedOut: COUNT,
});
export type Progress = Static<typeof ReleaseProgress>;

/**
 * Server-sent events of `GET /api/products/{id}/stream` and of `GET /api/shop/stream`, by name. A listener first hears how things
 * are: `product`, `slots`, and `scheduled` before a release, `started` and `progress` while it runs, `finished` once it is over. The
 * shop's begins with `products`, all that are listed, the newest first, instead of the first two.
 */
export const DROP_EVENTS = {
  slots: shape('Slots', { productId: TEXT, reserved: COUNT, remaining: COUNT }),
  /** listed or edited, or its waiting list has moved: as it is now */
  product: PublicProduct,
  /** listed no more */
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
