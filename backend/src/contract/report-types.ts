import type { CheckedDrop } from './check-types.js';
import type { OrderStatus } from './statuses.js';

/** What happened on one day of UTC. Amounts in currency units; test orders are left out. */
export interface DayFigures {
  /** `2026-11-22` */
  day: string;
  reservations: number;
  succeeded: number;
  /** ended without success, and nothing charged */
  failed: number;
  withdrawn: number;
  /** of those that succeeded or failed, 0 to 1; null: there were none */
  successRate: number | null;
  charges: number;
  charged: number;
  refunds: number;
  refunded: number;
}

export interface ReleaseFigures {
  productId: string;
  productTitle: string;
  releaseAt: string;
  startedAt: string;
  finishedAt: string | null;
  /** slots that were held as it started */
  due: number;
  succeeded: number;
  failed: number;
  /** not ended yet */
  open: number;
  successRate: number | null;
  /** ms from the release's time to the first attempt, and to the first attempt of the last order; null: none yet */
  firstAfter: number | null;
  lastAfter: number | null;
}

/** An order of a started release that has not ended. */
export interface OpenPromise {
  orderId: string;
  productTitle: string;
  status: OrderStatus;
  /** until when it is promised to end */
  closesAt: string;
}

export interface Board {
  at: string;
  currency: string;
  today: DayFigures;
  /** orders of which money is to go back */
  refundsDue: number;
  /** the soonest of all that are open */
  promises: { open: number; soonest: OpenPromise[] };
  /** `soonestDueBy`: the next deadline for evidence; null: none is known */
  disputes: { open: number; soonestDueBy: string | null };
  /** orders with a mail that waits for a review */
  proofs: number;
  /** the latest releases, newest first */
  releases: ReleaseFigures[];
  /** the longest `firstAfter` of the releases of the last 30 days, ms; null: there were none */
  lateness: number | null;
  /** the next drops, and what was found before each */
  drops: CheckedDrop[];
  /** how many events the answering process has not folded yet */
  projectionLag: number;
}
