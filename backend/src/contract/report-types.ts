import type { CheckedDrop } from './check-types.js';
import type { OrderStatus } from './statuses.js';

/** What happened on one day of a time zone. Amounts in currency units; test orders are left out. */
export interface DayFigures {
  /** `2026-11-22` */
  day: string;
  /** its first instant, and the first instant after it */
  startsAt: string;
  endsAt: string;
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
  /** refunds of that day that failed later: the two before do not count them, the event log still has them */
  refundsFailed: number;
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

/** What a new installation still lacks, and whether it is there. */
export interface FirstStep {
  step: FirstStepName;
  isDone: boolean;
}
export const FIRST_STEPS = ['product', 'retailer', 'payments', 'mail', 'staff'] as const;
export type FirstStepName = (typeof FIRST_STEPS)[number];

/** What waits for an operator, beside proofs and disputes. Each number is the total of the list that it leads to. */
export interface OperatorNeeds {
  /** orders whose fee needs the cardholder */
  actionRequired: number;
  /** orders that are owed what a failed refund did not pay */
  refundsFailed: number;
  /** jobs that are parked after 20 failed attempts */
  parked: number;
}

export interface Board {
  at: string;
  currency: string;
  needs: OperatorNeeds;
  /** null once all of them are done, or a drop was released */
  firstSteps: FirstStep[] | null;
  /** of the days below: the one asked for, or UTC where the server does not know it */
  zone: string;
  today: DayFigures;
  /** orders of which money is to go back */
  refundsDue: number;
  /** the soonest of all that are open */
  promises: { open: number; soonest: OpenPromise[] };
  /** `soonestDueBy`: the next deadline for evidence; null: none is known */
  disputes: { open: number; soonestDueBy: string | null };
  /** mails that wait for a review */
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
