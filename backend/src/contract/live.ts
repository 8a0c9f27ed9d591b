import type { PublicProduct } from './api-types.js';

/** How far a running release is. Test orders are left out. */
export interface Progress {
  productId: string;
  /** orders whose slot was held as it started */
  due: number;
  /** of those, begun at the retailer */
  attempted: number;
  /** of those, with an outcome there: bought, or never to be */
  checkedOut: number;
}

/** When a drop's release is, as a shopper sees it. */
export type Schedule = Pick<PublicProduct, 'productId' | 'releaseAt' | 'releaseTz' | 'reservationClosesAt'>;

/**
 * Server-sent events of `GET /api/products/{id}/stream` and of `GET /api/shop/stream`, by name. Whoever begins to listen is first told
 * how things are: `product`, `slots`, and `scheduled` while it is to come, `started` and `progress` while it runs, `finished` once it is
 * over. The shop's begins with `products` instead of the first two, and tells of every drop that is listed.
 */
export interface LiveEvents {
  slots: Pick<PublicProduct, 'productId' | 'reserved' | 'remaining'>;
  /** all that are listed, the newest first */
  products: PublicProduct[];
  /** listed or edited, or its waiting list has moved: as it is now */
  product: PublicProduct;
  /** listed no more */
  gone: Pick<PublicProduct, 'productId'>;
  scheduled: Schedule;
  moved: Schedule;
  started: { productId: string; startedAt: string; due: number };
  /** at most four a second; the last is always told */
  progress: Progress;
  finished: { productId: string; finishedAt: string };
  'sold-out': Pick<PublicProduct, 'productId'>;
  'slot-freed': Pick<PublicProduct, 'productId' | 'remaining'>;
}
export type LiveEventName = keyof LiveEvents;

/** What became of a drop's slots, told to everybody. Test orders are left out. */
export interface SlotSums {
  productId: string;
  /** held as the release started */
  slots: number;
  bought: number;
  /** of those not: nothing was charged */
  notBought: number;
}

/** What came of a release, by what is in the log. Test orders are left out. */
export interface ReleaseOutcome {
  productId: string;
  productTitle: string;
  releaseAt: string;
  startedAt: string;
  finishedAt: string | null;
  /** orders whose slot was held as it started */
  due: number;
  /** begun at the retailer */
  started: number;
  bought: number;
  /** of those bought, in another size or style than was asked for first */
  nextSize: number;
  /** ended because nothing was left at the retailer */
  soldOut: number;
  /** asked for at the retailer, and what came of it is not known yet */
  unknown: number;
  charged: number;
  /** bought, and the fee was declined */
  declined: number;
  /** ms from the release's time to the first attempt, and to the first attempt of the last order; null: none yet */
  firstAfter: number | null;
  lastAfter: number | null;
  /** ms from asking the retailer to its answer; null: none has come yet */
  answerP50: number | null;
  answerP95: number | null;
}

/** The server-sent event of `GET /api/admin/releases/stream`: first as it is, then with each change, at most four a second. */
export interface ReleaseEvents {
  /** those that run, and those that have ended since the listener came */
  releases: ReleaseOutcome[];
}
