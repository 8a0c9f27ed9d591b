import { Injectable } from '@nestjs/common';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { type ProductDoc, productsProjection } from '../../catalogue/products/products.projection.js';
import { InjectClock } from '../../config/tokens.js';
import { frameOf } from '../../http/sse.js';
import { LiveEvents } from '../../projections/live-events.js';
import { Reads } from '../../projections/reads.js';
import { unlessDamaged } from '../../stores/event-log/stream-integrity.js';
import { PACE } from './live-drops.js';
import { Outcomes } from './outcomes.js';

type Listener = (frames: string) => void;

/** ms that a finished release is still shown */
const SHOWN_AFTERWARDS = 15 * 60_000;

/** Streams the figures of running releases: one computation per change for all listeners. */
@Injectable()
export class LiveReleases {
  private readonly listeners = new Set<Listener>();
  private readonly shown = new Set<string>();
  private latest: string | null = null;
  private changed = false;
  private busy = false;

  constructor(
    private readonly outcomes: Outcomes,
    private readonly reads: Reads,
    live: LiveEvents,
    @InjectClock() private readonly clock: () => number,
  ) {
    live.onEvent(({ type, id }) => {
      if (type === 'ReleaseStarted' && this.listeners.size > 0) this.shown.add(id);
      if (type === 'ReleaseStarted' || type === 'ReleaseFinished') this.change(id);
    });
    outcomes.tallies.onChange((productId) => {
      // The read model may not know the release yet when the first listener arrives.
      if (this.listeners.size > 0) this.shown.add(productId);
      this.change(productId);
    });
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.latest !== null) listener(this.latest);
    else if (this.listeners.size === 1) void this.begin();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.latest = null;
      this.shown.clear();
    };
  }

  private change(productId: string): void {
    if (this.listeners.size === 0 || !this.shown.has(productId)) return;
    this.changed = true;
    if (this.latest !== null && !this.busy) void this.tell();
  }

  private async begin(): Promise<void> {
    const found = await this.find().catch(() => null);
    if (this.listeners.size === 0) return;
    if (!found) {
      setTimeout(() => void this.begin(), PACE).unref();
      return;
    }
    for (const { productId } of found) this.shown.add(productId);
    await this.tell();
  }

  private async find(): Promise<ProductDoc[]> {
    const since = this.clock() - SHOWN_AFTERWARDS;
    const started = { startedAt: { gt: 0 }, cancelled: false };
    const [running, over] = await Promise.all([
      this.reads.find(productsProjection, { where: { ...started, finishedAt: null } }),
      this.reads.find(productsProjection, { where: { ...started, finishedAt: { gt: since } } }),
    ]);
    return [...running, ...over];
  }

  private async tell(): Promise<void> {
    this.busy = true;
    this.changed = false;
    const of = (id: string) => this.outcomes.of(id).catch(unlessDamaged);
    const releases = await Promise.all([...this.shown].map(of)).catch(() => null);
    if (releases) this.tellAll(releases.filter((one) => one !== undefined));
    else this.changed = true;
    setTimeout(() => {
      this.busy = false;
      if (this.changed && this.listeners.size > 0) void this.tell();
    }, PACE).unref();
  }

  private tellAll(all: readonly ReleaseOutcome[]): void {
    if (this.listeners.size === 0) return;
    const since = this.clock() - SHOWN_AFTERWARDS;
    const isOld = ({ finishedAt }: ReleaseOutcome) => finishedAt !== null && Date.parse(finishedAt) <= since;
    for (const { productId } of all.filter(isOld)) this.shown.delete(productId);
    const releases = all.filter((one) => !isOld(one)).toSorted(latestFirst);
    const frames = frameOf('releases', { releases });
    if (frames === this.latest) return;
    this.latest = frames;
    for (const listener of this.listeners) listener(frames);
  }
}

function latestFirst(a: ReleaseOutcome, b: ReleaseOutcome): number {
  return Date.parse(b.startedAt) - Date.parse(a.startedAt);
}
