import type { Happened } from '../projections/live-events.js';
import type { OrderEvent } from './order.js';

/** ms UTC */
export interface CheckoutTimes {
  firstAt: number | null;
  askedAt: number | null;
  /** ms that the last answered attempt took */
  answeredIn: number | null;
}

export const NOT_STARTED: CheckoutTimes = { firstAt: null, askedAt: null, answeredIn: null };

/** refusals that did not come from the retailer */
const OURS: readonly string[] = [
  'code-gone',
  'card-data-gone',
  'closed',
  'over-limit',
  'token-expired',
  'session-expired',
  'not-sent',
  'not-finished',
];

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
