import Stripe from 'stripe';
import type { Store } from './store.js';

export interface WebhookOptions {
  url?: string;
  secret: string;
  /** the types to deliver; all by default */
  types?: readonly string[];
  concurrency?: number;
  /** ms before the first repeat, doubled up to `longest` */
  backoff?: { first: number; longest: number };
  /** the share of events delivered twice, 0 to 1 */
  duplicate?: number;
  /** the share of events that later ones overtake, 0 to 1 */
  reorder?: number;
  seed?: number;
}

const DEFAULTS = { concurrency: 8, backoff: { first: 250, longest: 30_000 }, heldMs: 200, timeoutMs: 10_000 } as const;

/** Mulberry32 */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Delivers signed events at least once, until the endpoint confirms each with a 2xx. */
export class Webhooks {
  private readonly ready: string[] = [];
  private readonly attempts = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly calls = new Set<AbortController>();
  private readonly waiting = new Set<() => void>();
  private stopped = false;
  private readonly random: () => number;
  private url: string | undefined;

  constructor(
    private readonly store: Store,
    private readonly options: WebhookOptions,
    private readonly failed: (error: unknown) => void,
  ) {
    this.random = seeded(options.seed ?? 1);
    this.url = options.url;
  }

  wants(type: string): boolean {
    return this.options.types?.includes(type) ?? true;
  }

  pointAt(url: string): void {
    this.url = url;
    this.pump();
  }

  add(eventIds: Iterable<string>): void {
    for (const id of eventIds) {
      const copies = this.random() < (this.options.duplicate ?? 0) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const held = this.random() < (this.options.reorder ?? 0);
        if (held) this.later(id, this.random() * DEFAULTS.heldMs);
        else this.ready.push(id);
      }
    }
    this.pump();
  }

  /** Resolves once every event has been delivered. */
  delivered(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  async close(): Promise<void> {
    this.stopped = true;
    for (const call of this.calls) call.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.underWay);
  }

  private isIdle(): boolean {
    return !this.url || (this.ready.length === 0 && this.underWay.size === 0 && this.timers.size === 0);
  }

  private tellIdle(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private pump(): void {
    const most = this.options.concurrency ?? DEFAULTS.concurrency;
    while (this.url && this.underWay.size < most && !this.stopped) {
      const id = this.ready.shift();
      if (id === undefined) return;
      const delivery = this.deliver(id, this.url)
        .catch(this.failed)
        .finally(() => {
          this.underWay.delete(delivery);
          this.pump();
          if (this.isIdle()) this.tellIdle();
        });
      this.underWay.add(delivery);
    }
  }

  private async deliver(id: string, url: string): Promise<void> {
    const event = this.store.event(id);
    if (!event) return;
    if (await this.post(url, JSON.stringify({ ...event, pending_webhooks: 1 }))) {
      this.attempts.delete(id);
      this.store.commit({ at: this.store.now(), delivered: id });
      return;
    }
    const attempt = this.attempts.get(id) ?? 0;
    this.attempts.set(id, attempt + 1);
    const { first, longest } = this.options.backoff ?? DEFAULTS.backoff;
    this.later(id, Math.min(longest, first * 2 ** attempt) * (0.75 + this.random() / 2));
  }

  private async post(url: string, payload: string): Promise<boolean> {
    const call = new AbortController();
    const limit = setTimeout(() => call.abort(), DEFAULTS.timeoutMs);
    this.calls.add(call);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: this.options.secret });
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        redirect: 'manual',
        signal: call.signal,
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false; // not reachable now: repeated after a while
    } finally {
      clearTimeout(limit);
      this.calls.delete(call);
    }
  }

  private later(id: string, delay: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.ready.push(id);
      this.pump();
    }, delay);
    timer.unref();
    this.timers.add(timer);
  }
}
