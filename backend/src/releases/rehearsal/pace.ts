import type { OrderDoc } from '../../orders/orders.projection.js';
import type { Pace } from './play.js';

/** What was measured of a partner. `measured`: on how many; 0: its one time is assumed */
export interface Measured extends Omit<Pace, 'places'> {
  measured: number;
}
export interface Timed extends Pick<OrderDoc, 'stamped' | 'times'> {
  life: Pick<OrderDoc['life'], 'charged'>;
}
interface Done {
  /** ms UTC */
  from: number;
  to: number;
}

/** Fewer say nothing of a queue. */
export const ENOUGH = 20;
/** ms, of what was never measured; software of shops needs seconds */
const ASSUMED = { retailer: 2_000, stripe: 1_500 } as const;
/** ms; later ones waited for a person */
const BY_ITSELF = 10 * 60_000;

/** The attempts that bought, of one drop's orders. They waited where the last began long after the first. */
export function paceOfCheckouts(orders: readonly Timed[]): Measured {
  const done = orders.flatMap(({ stamped: { bought }, times: { answeredIn } }) =>
    bought === undefined || answeredIn === null ? [] : [{ from: bought - answeredIn, to: bought }],
  );
  const took = ascending(done.map(lasted));
  const starts = ascending(done.map(({ from }) => from));
  const hasWaited = spread(starts) > 2 * quantile(took, 0.5);
  return measured(took, hasWaited ? starts : [], ASSUMED.retailer);
}

/** From the purchase until the fee was charged, of one drop's orders: the wait for a place at Stripe is part of it. */
export function paceOfFees(orders: readonly Timed[]): Measured {
  const done = orders.flatMap(({ life: { charged }, stamped: { bought, paid } }) => {
    if (!charged || bought === undefined || paid === undefined) return [];
    return paid - bought > BY_ITSELF ? [] : [{ from: bought, to: paid }];
  });
  const took = ascending(done.map(lasted));
  const alone = quantile(took, 0.1);
  const hasWaited = quantile(took, 0.5) > 3 * alone;
  const ends = ascending(done.map(({ to }) => to));
  return measured(hasWaited ? took.filter((ms) => ms <= 2 * alone) : took, hasWaited ? ends : [], ASSUMED.stripe);
}

/** `queued`: ms UTC, ascending, of each where they waited for one another */
function measured(took: readonly number[], queued: readonly number[], assumed: number): Measured {
  if (took.length === 0) return { took: [assumed], perSecond: null, measured: 0 };
  const isQueue = queued.length >= ENOUGH && spread(queued) > 0;
  return {
    took,
    perSecond: isQueue ? ((queued.length - 1) * 1_000) / spread(queued) : null,
    measured: Math.max(took.length, queued.length),
  };
}

/** `ascending`: empty gives 0 */
export function quantile(values: readonly number[], part: number): number {
  return values[Math.max(0, Math.ceil(part * values.length) - 1)] ?? 0;
}

function lasted({ from, to }: Done): number {
  return Math.max(0, to - from);
}
function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}
function spread(values: readonly number[]): number {
  return (values.at(-1) ?? 0) - (values[0] ?? 0);
}
