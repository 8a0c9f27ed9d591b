import { Injectable } from '@nestjs/common';
import type { OrderChange } from '@supreme-access/contract/shapes/orders.js';
import type { Slot } from '../catalogue/products/slots.js';
import type { EventStream } from '../http/sse.js';
import { idsAbout, type MailName } from '../mail/mail.js';
import { Projector } from '../projections/projector.js';
import { Reads } from '../projections/reads.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { stampsOf } from './order-stamps.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

type Listener = (change: OrderChange) => void;

const AT_ONCE = 16;
const NEWEST = 20;

/** Notifies listeners once the read model has a change; one read serves all listeners. */
@Injectable()
export class LiveOrders {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly changed = new Set<string>();
  private isReading = false;

  constructor(
    projector: Projector,
    private readonly reads: Reads,
  ) {
    projector.onBatch((events) => {
      if (this.listeners.size === 0) return;
      for (const event of events) {
        const orderId = orderOf(event);
        if (orderId !== undefined) this.changed.add(orderId);
      }
      if (!this.isReading) void this.tellAll();
    });
  }

  /** `id` is an account's or an order's. Returns the function that stops listening. */
  listen(id: string, listener: Listener): () => void {
    const own = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) this.listeners.delete(id);
    };
  }

  /** Sends the newest orders, then each change. It listens before it reads, so that no change is lost. */
  async follow(accountId: string, open: () => EventStream): Promise<void> {
    const early: OrderChange[] = [];
    let tell: Listener = (change) => early.push(change);
    const stop = this.listen(accountId, (change) => tell(change));
    try {
      const query = { where: { accountId }, sort: [['orderDate', 'desc']], limit: NEWEST } as const;
      const newest = (await this.reads.find(ordersProjection, query)).map((doc) => changeOf(doc, true));
      const stream = open();
      stream.onClose(stop);
      tell = (change) => stream.send('order', change);
      for (const change of [...newest, ...early]) tell(change);
    } catch (error) {
      stop();
      throw error;
    }
  }

  private async tellAll(): Promise<void> {
    this.isReading = true;
    while (this.changed.size > 0) {
      const orderIds = [...this.changed].slice(0, AT_ONCE);
      for (const orderId of orderIds) this.changed.delete(orderId);
      // A failed read loses one notification; a client without news reloads its list.
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
    const change = changeOf(order);
    for (const listener of listeners) listener(change);
  }
}

function changeOf(order: OrderDoc, again = false): OrderChange {
  const { orderId, status, changedAt } = order;
  return { orderId, status, at: new Date(changedAt).toISOString(), stamps: stampsOf(order), again };
}

/** SlotReserved creates the order before its own stream begins. */
function orderOf({ category, type, id, data }: AnyRecorded): string | undefined {
  if (category === 'order') return id;
  if (category === 'mail') return idsAbout('order', data as MailName)[0];
  return type === 'SlotReserved' ? (data as Slot).orderId : undefined;
}
