import { Injectable } from '@nestjs/common';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { frameOf } from '../../http/sse.js';
import { LiveEvents } from '../../projections/live-events.js';
import { CurrentDrops } from './current-drops.js';
import { changes, type DropNow, type LiveChange, present, shopChanges, whole } from './drop-changes.js';

type Listener = (frames: string) => void;

/** ms between two messages about a drop */
export const PACE = 260;

interface Channel {
  listeners: Set<Listener>;
  latest: DropNow | undefined;
  changed: boolean;
  busy: boolean;
}

/** Streams drop changes: one read and one text per change for all listeners. The last change is always sent. */
@Injectable()
export class LiveDrops {
  private readonly channels = new Map<string, Channel>();
  private readonly shop = new Set<Listener>();
  private readonly staff = new WeakSet<Listener>();
  /** first message of the shop stream; null: stale */
  private greeting: string | null = null;
  private isShopRead = false;

  constructor(
    private readonly drops: CurrentDrops,
    live: LiveEvents,
  ) {
    live.onEvent(({ category, id }) => {
      if (category === 'product') this.change(id);
    });
    drops.tallies.onChange((productId) => this.change(productId));
  }

  /** Sends the current state, then each change. Returns a function that stops it. */
  listen(productId: string, listener: Listener, isStaff = false): () => void {
    if (isStaff) this.staff.add(listener);
    const channel = this.channels.get(productId) ?? this.open(productId);
    channel.listeners.add(listener);
    if (channel.latest) listener(framesOf(whole(channel.latest)));
    return () => {
      channel.listeners.delete(listener);
      this.closeUnheard(productId, channel);
    };
  }

  listenToShop(listener: Listener): () => void {
    this.shop.add(listener);
    if (this.isShopRead) listener(this.greet());
    else if (this.shop.size === 1) void this.readShop();
    return () => {
      this.shop.delete(listener);
      if (this.shop.size > 0) return;
      this.isShopRead = false;
      for (const [productId, channel] of this.channels) this.closeUnheard(productId, channel);
    };
  }

  private open(productId: string, latest?: DropNow): Channel {
    const channel: Channel = { listeners: new Set(), latest, changed: false, busy: false };
    this.channels.set(productId, channel);
    if (!latest || isRunning(latest.product)) void this.tell(productId, channel);
    return channel;
  }

  private closeUnheard(productId: string, channel: Channel): void {
    const isHeard = channel.listeners.size > 0 || this.shop.size > 0;
    if (!isHeard && this.channels.get(productId) === channel) this.channels.delete(productId);
  }

  private change(productId: string): void {
    const channel = this.channels.get(productId);
    if (!channel && this.shop.size > 0) this.open(productId);
    if (!channel) return;
    channel.changed = true;
    if (!channel.busy) void this.tell(productId, channel);
  }

  private async readShop(): Promise<void> {
    const listed = await this.drops.shop().catch(() => null);
    if (this.shop.size === 0) return;
    if (!listed) {
      setTimeout(() => void this.readShop(), PACE).unref();
      return;
    }
    for (const one of listed) {
      const channel = this.channels.get(one.product.productId);
      if (!channel) this.open(one.product.productId, one);
      else if (!channel.latest) {
        channel.latest = one;
        send(channel.listeners, whole(one));
      }
    }
    this.isShopRead = true;
    this.greeting = null;
    for (const listener of this.shop) listener(this.greet());
  }

  private greet(): string {
    this.greeting ??= this.makeGreeting();
    return this.greeting;
  }

  private makeGreeting(): string {
    const listed = [...this.channels.values()].flatMap(({ latest }) => (latest?.listed ? [latest] : []));
    const products = listed.map(({ product }) => product).toSorted(newestFirst);
    return framesOf([['products', products], ...listed.flatMap(present)]);
  }

  private async tell(productId: string, channel: Channel): Promise<void> {
    channel.busy = true;
    channel.changed = false;
    const before = channel.latest;
    try {
      const now = await this.drops.of(productId, before);
      channel.latest = now;
      if (now) this.tellAll(channel, before, now);
    } catch {
      channel.changed = true;
    }
    setTimeout(() => {
      channel.busy = false;
      if (channel.changed && this.channels.get(productId) === channel) void this.tell(productId, channel);
    }, PACE).unref();
  }

  private tellAll({ listeners }: Channel, before: DropNow | undefined, now: DropNow): void {
    this.greeting = null;
    const changed = before ? changes(before, now) : whole(now);
    const toShop = this.isShopRead ? shopChanges(before, now) : [];
    // A listener of both gets the events once, as part of the shop.
    const others = toShop.length > 0 ? without(listeners, this.shop) : listeners;
    const isHidden = !now.listed || before?.listed === false;
    send(isHidden ? new Set([...others].filter((one) => this.staff.has(one))) : others, changed);
    if (isHidden) send(without(others, this.staff), shopChanges(before, now));
    send(this.shop, toShop);
  }
}

function send(listeners: ReadonlySet<Listener>, changed: readonly LiveChange[]): void {
  if (listeners.size === 0 || changed.length === 0) return;
  const frames = framesOf(changed);
  for (const listener of listeners) listener(frames);
}

function without(listeners: ReadonlySet<Listener>, others: Pick<ReadonlySet<Listener>, 'has'>): ReadonlySet<Listener> {
  return new Set([...listeners].filter((listener) => !others.has(listener)));
}

function framesOf(changed: readonly LiveChange[]): string {
  return changed.map(([event, data]) => frameOf(event, data)).join('');
}

function isRunning({ releaseStartedAt, releaseFinishedAt }: PublicProduct): boolean {
  return releaseStartedAt !== null && releaseFinishedAt === null;
}

function newestFirst(a: PublicProduct, b: PublicProduct): number {
  return Date.parse(b.listedAt) - Date.parse(a.listedAt);
}
