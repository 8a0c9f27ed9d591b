import type { Happened } from '../projections/live-events.js';
import type { OrderEvent } from './order.js';

/** When the retailer was asked for an order, ms UTC. */
export interface CheckoutTimes {
  firstAt: number | null;
  /** null while it is asked for nothing */
  askedAt: number | null;
  /** ms from the last question that it answered to that answer */
  answeredIn: number | null;
}

export const NOT_ASKED: CheckoutTimes = { firstAt: null, askedAt: null, answeredIn: null };

/** reasons that are ours: the retailer was not asked, or was told that we close */
const OURS: readonly string[] = ['code-gone', 'card-data-gone', 'closed'];

export function timesAfter(times: CheckoutTimes, event: Pick<Happened, 'type' | 'data' | 'at'>): CheckoutTimes {
  const { type, data, at } = event as { at: number } & OrderEvent;
  switch (type) {
    case 'CheckoutStarted':
      return { ...times, firstAt: times.firstAt ?? at, askedAt: at };
    case 'CheckoutRefused':
      return answered(times, at, !OURS.includes(data.reason));
    case 'CheckoutSucceeded':
      return answered(times, at, data.evidence.kind === 'retailer');
    default:
      return times;
  }
}

function answered(times: CheckoutTimes, at: number, isAnswer: boolean): CheckoutTimes {
  const { askedAt, answeredIn } = times;
  return { ...times, askedAt: null, answeredIn: askedAt !== null && isAnswer ? Math.max(0, at - askedAt) : answeredIn };
}
