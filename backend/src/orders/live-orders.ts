import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import type { OrderStamp } from '@supreme-access/contract/ticket.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { stampsOf } from './order-stamps.js';
import { ordersProjection } from './orders.projection.js';

export interface OrderChange {
  orderId: string;
  status: OrderStatus;
  /** ISO 8601 */
  at: string;
  stamps: OrderStamp[];
}
type Listener = (change: OrderChange) => void;

/** orders read at once */
const AT_ONCE = 16;

/** Tells whoever listens to an account's orders, or to one order, when it has changed, once the read model has it: one reading a change, however many listen. */
@Injectable()
export class LiveOrders {
  /** by account, and by order */
  private readonly listeners = new Map<string, Set<Listener>>();
  /** not read since */
  private readonly changed = new Set<string>();
  private isReading = false;

  constructor(
    projector: Projector,
    private readonly reads: Reads,
  ) {
    projector.onBatch((events) => {
      if (this.listeners.size === 0) return;
      for (const event of events) if (event.category === 'order') this.changed.add(event.id);
      if (!this.isReading) void this.tellAll();
    });
  }

  /** `id`: an account's, for all of its orders, or that of one order. Returns how to stop listening. */
  listen(id: string, listener: Listener): () => void {
    const own = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.listeners.delete(id);
    };
  }

  /** What changes while it reads is read once more, and once, however often it changed. */
  private async tellAll(): Promise<void> {
    this.isReading = true;
    while (this.changed.size > 0) {
      const orderIds = [...this.changed].slice(0, AT_ONCE);
      for (const orderId of orderIds) this.changed.delete(orderId);
      // Nobody misses a change for long: a screen that heard nothing reads its list again.
      await Promise.allSettled(orderIds.map((orderId) => this.tell(orderId)));
    }
    this.isReading = false;
  }

  private async tell(orderId: string): Promise<void> {
    const order = await this.reads.get(ordersProjection, orderId);
    if (!order) return;
    const ids = order.accountId === null ? [orderId] : [orderId, order.accountId];
    const listeners = ids.flatMap((id) => [...(this.listeners.get(id) ?? [])]);
    if (listeners.length === 0) return;
    const at = new Date(order.changedAt).toISOString();
    const change = { orderId, status: order.status, at, stamps: stampsOf(order) };
    for (const listener of listeners) listener(change);
  }
}
