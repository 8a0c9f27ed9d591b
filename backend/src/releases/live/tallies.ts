import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { Commands } from '../../event-sourcing/commands.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import { type Happened, LiveEvents } from '../../projections/live-events.js';
import { Reads } from '../../projections/reads.js';
import { outsideRequests } from '../../telemetry/request-context.js';
import { type StoredOrder, Tally } from './tally.js';

const KEPT = 24;

/** Folds the order events of releases once for all listeners. A late tally starts from the read model. */
@Injectable()
export class Tallies {
  private readonly tallies = new Map<string, Promise<Tally>>();
  private readonly cached = new Map<string, Tally>();
  private readonly byOrder = new Map<string, Tally>();
  private readonly listeners = new Set<(productId: string) => void>();
  /** events that arrive while a tally is built, and may belong to it */
  private readonly meanwhile: Happened[] = [];
  private making = 0;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    live: LiveEvents,
  ) {
    live.onEvent((event) => this.hear(event));
  }

  /** While a listener exists, new releases are followed from their first attempt. */
  onChange(listener: (productId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  of(productId: string): Promise<Tally> {
    return this.tallies.get(productId) ?? this.make(productId, () => this.fromReadModel(productId));
  }

  followed(productId: string): Tally | undefined {
    return this.cached.get(productId);
  }

  private hear(event: Happened): void {
    if (event.type === 'ReleaseStarted' && this.listeners.size > 0 && !this.tallies.has(event.id)) {
      // No attempt exists yet, and reading thousands of rows would delay the release.
      this.make(event.id, async () => new Map()).catch(() => undefined);
    }
    const isReleased = event.type === 'SlotReleased';
    if (isReleased) this.giveBack(event);
    if (this.making > 0 && (isReleased || event.category === 'order')) this.meanwhile.push(event);
    const tally = this.byOrder.get(event.id);
    if (!tally?.hear(event)) return;
    for (const listener of this.listeners) listener(tally.productId);
  }

  private giveBack({ id, data }: Happened): void {
    const { orderId } = data as { orderId: string };
    if (!this.cached.get(id)?.giveBack(orderId)) return;
    this.byOrder.delete(orderId);
    for (const listener of this.listeners) listener(id);
  }

  private make(productId: string, read: () => Promise<ReadonlyMap<string, StoredOrder>>): Promise<Tally> {
    const made = outsideRequests(() => this.fold(productId, read));
    this.tallies.set(productId, made);
    made.catch(() => this.tallies.delete(productId));
    return made;
  }

  private async fold(productId: string, read: () => Promise<ReadonlyMap<string, StoredOrder>>): Promise<Tally> {
    this.making += 1;
    try {
      const [orders, drop] = await Promise.all([read(), this.commands.state(product, productId)]);
      const tally = new Tally(productId, drop, orders);
      for (const event of this.meanwhile) tally.catchUp(event);
      this.keep(tally);
      return tally;
    } finally {
      this.making -= 1;
      if (this.making === 0) this.meanwhile.length = 0;
    }
  }

  private keep(tally: Tally): void {
    this.cached.set(tally.productId, tally);
    for (const orderId of tally.orderIds) this.byOrder.set(orderId, tally);
    const [oldest] = this.cached.values();
    if (this.cached.size <= KEPT || !oldest) return;
    this.cached.delete(oldest.productId);
    this.tallies.delete(oldest.productId);
    for (const orderId of oldest.orderIds) this.byOrder.delete(orderId);
  }

  private async fromReadModel(productId: string): Promise<ReadonlyMap<string, StoredOrder>> {
    const docs = await this.reads.find(ordersProjection, { where: { productId, livemode: true } });
    return new Map(docs.map((doc) => [doc.orderId, doc]));
  }
}
