import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { sizesOf } from '@supreme-access/contract/limits.js';
import type { GuidedDrop } from '@supreme-access/contract/shapes/first-minute.js';
import { CreateProduct, product } from '../../catalogue/products/product.js';
import { NEW_PRODUCT } from '../../catalogue/products/product-form.js';
import { CLOCK } from '../../config/tokens.js';
import type { Fault, Operation } from '../../emulators/shop/faults.js';
import { Commands } from '../../event-sourcing/commands.js';
import { Refused } from '../../event-sourcing/decider.js';
import { randomId } from '../../event-sourcing/ids.js';
import { askOnce } from '../../http/outgoing/ask-once.js';
import { RETAILER_PLACES, type RetailerPlaces } from '../../retailers/directory/retailer-clients.js';
import { type SeedShopper, seedMetadata } from '../demo-shoppers.js';
import { SeedShops } from '../demo-shops.js';
import { storyOf } from '../demo-stories.js';
import type { Crowd } from './crowd.js';

/** @throws AbortError */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** How many checkouts go wrong in each way. */
export interface Troubles {
  soldOut: number;
  declined: number;
  lost: number;
  away: number;
}

/** ms from the button to the release, and to the end of the drop */
const OPEN_FOR = 12_000;
const LASTS = 20_000;
/** ms in which the crowd arrives */
const RUSH = 10_000;
/** Fewer than shoppers, so that it sells out. */
const STOCK = 36;
const SOLD = {
  productTitle: 'First Minute Hoodie',
  price: 3_500,
  totalStock: STOCK,
  sizeType: '' as const,
  styles: ['Ink', 'Stone'],
  tags: ['new', 'clothes', 'hoodies'],
  productImage: '/products/box-hoodie.svg' as const,
};
const STRIKES: readonly (readonly [keyof Troubles, Fault, Operation])[] = [
  ['soldOut', 'soldOut', 'submit'],
  ['declined', 'declined', 'submit'],
  ['lost', 'lostAnswer', 'submit'],
  ['away', 'droppedConnection', 'cart'],
];

/** A drop of twenty seconds, bought at the sandbox over UCP. */
export class DemoDrop {
  /** the newest since the start */
  newest: GuidedDrop | null = null;
  private endsAt = 0;
  private rush: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly commands: Commands;
  private readonly places: RetailerPlaces;
  private readonly clock: () => number;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly crowd: Crowd,
    private readonly pause: Pause = (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
  ) {
    this.commands = app.get(Commands);
    this.places = app.get<RetailerPlaces>(RETAILER_PLACES);
    this.clock = app.get<() => number>(CLOCK);
  }

  /** @throws Refused 'crowd-gathering' | 'drop-running' */
  async begin(troubles: Troubles): Promise<GuidedDrop> {
    if (this.clock() < this.endsAt)
      throw new Refused('drop-running', 'conflict', 'A drop is running. Wait until it has ended.');
    if (this.crowd.here < this.crowd.size) {
      throw new Refused(
        'crowd-gathering',
        'conflict',
        'The simulated shoppers are still gathering. Wait until all are there.',
      );
    }
    this.endsAt = Number.POSITIVE_INFINITY;
    try {
      const shoppers = await this.crowd.gather();
      await this.order(troubles);
      const productId = `first-minute-${randomId().slice(0, 8)}`;
      const story = storyOf(SOLD.productImage);
      const retail = await new SeedShops(this.app).sell(productId, { ...SOLD, ...story }, 'ucp');
      const releaseAt = this.clock() + OPEN_FOR;
      const times = { releaseAt, releaseTz: 'UTC', reservationClosesAt: null };
      const data = { ...NEW_PRODUCT, ...SOLD, ...story, ...retail, ...times, retailerProductId: productId };
      await this.commands.execute(product, new CreateProduct(productId, data, seedMetadata(productId)));
      this.endsAt = releaseAt - OPEN_FOR + LASTS;
      this.newest = { productId, crowd: shoppers.length, releaseAt: new Date(releaseAt).toISOString() };
      this.rush = this.arrive(productId, shoppers).catch(() => undefined);
      return this.newest;
    } catch (error) {
      this.endsAt = 0;
      throw error;
    }
  }

  /** Resolves once nobody arrives any more. */
  settled(): Promise<unknown> {
    return this.rush;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rush;
  }

  /** @throws AbortError at a stop */
  private async arrive(productId: string, shoppers: readonly SeedShopper[]): Promise<void> {
    const arrived: Promise<void>[] = [];
    const [sizes, { styles }] = [sizesOf(SOLD), SOLD];
    const one = <T>(all: readonly T[], n: number) => all[n % all.length] as T;
    try {
      for (const [n, shopper] of shoppers.entries()) {
        await this.pause(RUSH / shoppers.length, this.stopping.signal);
        arrived.push(this.crowd.secure(shopper, { productId, size: one(sizes, n), style: one(styles, n) }));
      }
    } finally {
      await Promise.allSettled(arrived);
    }
  }

  private async order(troubles: Troubles): Promise<void> {
    const { sandbox } = this.places;
    if (!sandbox) throw new Error('no sandbox runs here');
    const headers = { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' };
    const url = `${sandbox.url}/sandbox/faults`;
    await askOnce(url, { method: 'DELETE', headers: { authorization: headers.authorization } });
    for (const [trouble, fault, on] of STRIKES) {
      const times = troubles[trouble];
      if (times === 0) continue;
      const { ok, status } = await askOnce(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ fault, on, times }),
      });
      if (!ok) throw new Error(`the sandbox answered ${status} to ${trouble}`);
    }
  }
}
