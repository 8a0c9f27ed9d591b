import { Injectable } from '@nestjs/common';
import { Projector } from '../platform/projections/projector.js';
import { ProductQueries, type SlotCount } from './product-queries.js';

type Listener = (slots: SlotCount) => void;

/** ms between two messages about a product: never more than four in a second */
const PACE = 260;

interface Channel {
  listeners: Set<Listener>;
  latest: SlotCount | undefined;
  /** something happened since `latest` was read */
  changed: boolean;
  /** reading, or pausing after it */
  busy: boolean;
}

/** Tells how many slots are left: one reading and one pace per product, however many listen. The last change is always told. */
@Injectable()
export class LiveSlots {
  private readonly channels = new Map<string, Channel>();

  constructor(
    projector: Projector,
    private readonly queries: ProductQueries,
  ) {
    projector.onBatch((events) => {
      if (this.channels.size === 0) return;
      for (const { category, id } of events) if (category === 'product') this.change(id);
    });
  }

  /** Tells the present count at once, then each change. Returns how to stop listening. */
  listen(productId: string, listener: Listener): () => void {
    const channel = this.channels.get(productId) ?? this.open(productId);
    channel.listeners.add(listener);
    if (channel.latest) listener(channel.latest);
    return () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size === 0 && this.channels.get(productId) === channel) this.channels.delete(productId);
    };
  }

  private open(productId: string): Channel {
    const channel: Channel = { listeners: new Set(), latest: undefined, changed: false, busy: false };
    this.channels.set(productId, channel);
    void this.tell(productId, channel);
    return channel;
  }

  private change(productId: string): void {
    const channel = this.channels.get(productId);
    if (!channel) return;
    channel.changed = true;
    if (!channel.busy) void this.tell(productId, channel);
  }

  /** Reads and tells, then pauses; what changed meanwhile, or could not be read, is told after the pause. */
  private async tell(productId: string, channel: Channel): Promise<void> {
    channel.busy = true;
    channel.changed = false;
    const slots = await this.queries.slots(productId).catch(() => undefined);
    if (!slots) channel.changed = true;
    else if (slots.reserved !== channel.latest?.reserved || slots.remaining !== channel.latest.remaining) {
      channel.latest = slots;
      for (const listener of channel.listeners) listener(slots);
    }
    setTimeout(() => {
      channel.busy = false;
      if (channel.changed && channel.listeners.size > 0) void this.tell(productId, channel);
    }, PACE).unref();
  }
}
