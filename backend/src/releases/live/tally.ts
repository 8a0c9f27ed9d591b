import type { Progress, ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import type { ProductState } from '../../catalogue/products/product.js';
import { isActive, type Slot } from '../../catalogue/products/slots.js';
import { type CheckoutTimes, NOT_STARTED, timesAfter } from '../../orders/checkout-times.js';
import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../../orders/order.js';
import { isFirstChoice } from '../../orders/order-stamps.js';
import type { Happened } from '../../projections/live-events.js';

export interface StoredOrder {
  life: OrderState;
  times: CheckoutTimes;
  /** ms UTC of the last event */
  changedAt: number;
}

export interface Entry extends StoredOrder {
  readonly slot: Pick<Slot, 'size' | 'style' | 'slotNumber' | 'reservedAt'>;
  /** of the last event applied; -1: from the read model */
  revision: number;
}

const COUNTS: ReadonlySet<OrderEvent['type']> = new Set([
  'CheckoutStarted',
  'CheckoutSucceeded',
  'CheckoutRefused',
  'CheckoutOutcomeUnknown',
  'OrderWithdrawn',
  'OrderClosed',
  'FeeChargeStarted',
  'FeeCharged',
  'FeeDeclined',
  'FeeWaived',
  'RefundRequested',
  'RefundStarted',
  'FeeRefunded',
  'RefundFailed',
  'RefundSettled',
]);

/** Test orders hold no slot and are not included. */
export class Tally {
  private readonly orders = new Map<string, Entry>();

  constructor(
    readonly productId: string,
    drop: ProductState,
    stored: ReadonlyMap<string, StoredOrder>,
  ) {
    const unknown = { life: NEW_ORDER, times: NOT_STARTED, changedAt: 0 };
    for (const slot of drop.slots.values()) {
      if (!isActive(drop, slot)) continue;
      const { size, style, slotNumber, reservedAt, orderId } = slot;
      const held = { size, style, slotNumber, reservedAt };
      this.orders.set(orderId, { ...(stored.get(orderId) ?? unknown), slot: held, revision: -1 });
    }
  }

  get orderIds(): Iterable<string> {
    return this.orders.keys();
  }

  get entries(): readonly Entry[] {
    return [...this.orders.values()];
  }

  /** A slot released just before the release may arrive after it. Returns whether it changed. */
  giveBack(orderId: string): boolean {
    return this.orders.delete(orderId);
  }

  catchUp(event: Happened): boolean {
    return event.type === 'SlotReleased'
      ? this.giveBack((event.data as { orderId: string }).orderId)
      : this.hear(event);
  }

  hear(event: Happened): boolean {
    const entry = this.orders.get(event.id);
    if (!entry || !COUNTS.has(event.type as OrderEvent['type']) || event.revision <= entry.revision) return false;
    // The read model has no revision: an event of the same ms may be a duplicate, which changes nothing.
    if (entry.revision < 0 && event.at < entry.changedAt) return false;
    entry.revision = event.revision;
    entry.times = timesAfter(entry.times, event);
    entry.life = evolveOrder(entry.life, event as Happened & OrderEvent);
    return true;
  }

  progress(): Progress {
    const all = this.entries;
    return {
      productId: this.productId,
      due: all.length,
      attempted: count(all, ({ life }) => life.attempts > 0),
      checkedOut: count(all, ({ life }) => isSettled(life)),
    };
  }

  /** `releaseAt`: ms UTC. */
  figures(releaseAt: number): Omit<ReleaseOutcome, 'productTitle' | 'releaseAt' | 'startedAt' | 'finishedAt'> {
    const all = this.entries;
    const first = sorted(all.map(({ times }) => times.firstAt));
    const answers = sorted(all.map(({ times }) => times.answeredIn));
    return {
      productId: this.productId,
      due: all.length,
      started: count(all, ({ life }) => life.attempts > 0),
      bought: count(all, ({ life }) => life.bought !== null),
      nextSize: count(all, ({ life: { bought }, slot }) => bought !== null && !isFirstChoice(bought, slot)),
      soldOut: count(all, ({ life }) => life.closed === 'sold-out'),
      overLimit: count(all, ({ life }) => life.closed === 'over-limit'),
      unknown: count(all, ({ life }) => life.checkout !== null && life.checkout.unresolvedClaims > 0),
      charged: count(all, ({ life }) => life.charged !== null),
      declined: count(all, ({ life }) => life.declined !== null && life.charge === null),
      firstAfter: since(releaseAt, first[0]),
      lastAfter: since(releaseAt, first.at(-1)),
      answerP50: quantile(answers, 0.5),
      answerP95: quantile(answers, 0.95),
    };
  }
}

function isSettled({ bought, closed, withdrawn }: OrderState): boolean {
  return bought !== null || closed !== null || withdrawn !== null;
}

function count(all: readonly Entry[], is: (entry: Entry) => boolean): number {
  return all.reduce((sum, entry) => sum + (is(entry) ? 1 : 0), 0);
}

function sorted(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null).sort((a, b) => a - b);
}

function since(releaseAt: number, at: number | undefined): number | null {
  return at === undefined ? null : Math.max(0, at - releaseAt);
}

function quantile(ascending: readonly number[], part: number): number | null {
  return ascending[Math.ceil(part * ascending.length) - 1] ?? null;
}
