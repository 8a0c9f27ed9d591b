import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { ordersProjection } from './orders.projection.js';

export interface OrderChange {
  orderId: string;
  status: OrderStatus;
  /** ISO 8601 */
  at: string;
}
type Listener = (change: OrderChange) => void;

/** Tells listening shoppers when one of their orders has changed, once the read model has it. */
@Injectable()
export class LiveOrders {
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(
    projector: Projector,
    private readonly reads: Reads,
  ) {
    projector.onBatch((events) => {
      if (this.listeners.size === 0) return;
      const changed = new Set<string>();
      for (const event of events) if (event.category === 'order') changed.add(event.id);
      // Nobody misses a change for long: a screen that heard nothing reads its list again.
      for (const orderId of changed) this.tell(orderId).catch(() => undefined);
    });
  }

  /** Returns how to stop listening. */
  listen(accountId: string, listener: Listener): () => void {
    const own = this.listeners.get(accountId) ?? new Set();
    this.listeners.set(accountId, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.listeners.delete(accountId);
    };
  }

  private async tell(orderId: string): Promise<void> {
    const order = await this.reads.get(ordersProjection, orderId);
    const own = this.listeners.get(order?.accountId ?? '');
    if (!order || !own) return;
    const change = { orderId, status: order.status, at: new Date(order.changedAt).toISOString() };
    for (const listener of own) listener(change);
  }
}
