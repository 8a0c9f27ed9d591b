import type { Missed } from '@supreme-access/contract/drop-sums.js';
import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../../orders/order.js';
import { isEnded } from '../../orders/order-status.js';
import { type Dated, SlotCount } from '../case-files.js';
import { type Change, type Counts, published, stepsOf } from './drop-sums.js';

/** Folds a drop's streams into its sums. Later events of an order that has ended change none. */

export interface StartedDrop {
  stock: number;
  /** orders with a slot when the release started */
  orders: readonly string[];
  changes: readonly Change[];
  /** ms UTC */
  releaseAt: number;
  startedAt: number;
}

export interface EndedOrder {
  /** null: bought */
  missed: Missed | null;
  /** ms UTC */
  firstAttemptAt: number | null;
}

export interface DropEnd {
  started: StartedDrop | null;
  isWithdrawn: boolean;
}

export function readDrop(events: readonly Dated<ProductEvent>[]): DropEnd {
  const isWithdrawn = events.some(({ type }) => type === 'DropCancelled' || type === 'ProductDelisted');
  const count = new SlotCount();
  const orders = new Set<string>();
  const changes: Change[] = [];
  for (const event of events) {
    count.take(event);
    if (event.type === 'SlotReserved') orders.add(event.data.orderId);
    if (event.type === 'SlotReleased') orders.delete(event.data.orderId);
    if (event.type === 'SlotReserved' || event.type === 'SlotReleased')
      changes.push({ at: event.at, held: orders.size });
    if (event.type !== 'ReleaseStarted') continue;
    const { releaseAt, startedAt } = event.data;
    return { started: { stock: count.stock, orders: [...orders], changes, releaseAt, startedAt }, isWithdrawn };
  }
  return { started: null, isWithdrawn };
}

const WHY: Readonly<Record<NonNullable<OrderState['closed']>, Missed>> = {
  'sold-out': 'sold-out',
  'over-limit': 'over-limit',
  'retailer-refused': 'refused',
  'card-data-gone': 'no-code',
  'no-evidence': 'unproven',
  'fee-lapsed': 'unproven',
};

/** As the order was when it ended first; null while it is open. */
export function endOf(events: readonly Dated<OrderEvent>[]): EndedOrder | null {
  let state = NEW_ORDER;
  for (const event of events) {
    state = evolveOrder(state, event);
    if (!state.placed || !isEnded(state)) continue;
    const firstAttemptAt = events.find(({ type }) => type === 'CheckoutStarted')?.at ?? null;
    if (state.bought) return { missed: null, firstAttemptAt };
    return { missed: state.closed === null ? 'withdrawn' : WHY[state.closed], firstAttemptAt };
  }
  return null;
}

export function sumsOf({ started }: DropEnd, ended: readonly EndedOrder[]): DropSums | null {
  if (!started) return null;
  const counts: Partial<Record<Missed, number>> = {};
  for (const { missed } of ended) if (missed !== null) counts[missed] = (counts[missed] ?? 0) + 1;
  const shown = published(ended.filter(({ missed }) => missed === null).length, counts satisfies Counts);
  if (!shown) return null;
  const { stock, changes, releaseAt, startedAt } = started;
  const held = ended.length;
  const attempts = ended.flatMap(({ firstAttemptAt }) => firstAttemptAt ?? []);
  const after = (at: number) => (attempts.length === 0 ? null : Math.max(0, at - releaseAt));
  return {
    stock,
    held,
    releaseAt,
    firstAttempt: after(attempts.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)),
    lastAttempt: after(attempts.reduce((one, other) => Math.max(one, other), 0)),
    ...shown,
    steps: stepsOf(changes, startedAt, held),
  };
}
