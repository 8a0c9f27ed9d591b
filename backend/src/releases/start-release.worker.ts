import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Commands } from '../platform/commands.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { despiteDamage } from '../platform/log/stream-integrity.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { product, StartRelease } from '../products/product.js';
import { productsProjection } from '../products/products.projection.js';
import { START_RELEASE } from './release.due.js';

const AHEAD = 3_600_000;
const EVERY = 60_000;

/** Starts releases at their time, and folds a product ahead of the rush so that nobody waits for it. */
@Worker()
@Injectable()
export class StartReleases implements DueWorker {
  readonly kind = START_RELEASE;
  readonly concurrency = 8;
  readonly urgent = true;
  readonly longestPause = 5_000;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** A release that was moved meanwhile makes no event; its row moves with it once that is folded. */
  async work({ id }: DueRow): Promise<Position | undefined> {
    const started = await this.commands.execute(
      product,
      new StartRelease(id, { by: 'clock' }, workerOrigin(this.kind)),
    );
    return started.position;
  }

  @Interval(EVERY)
  async loadAhead(): Promise<void> {
    const now = this.clock();
    const where = { delisted: false, startedAt: null, releaseAt: { gt: now, lte: now + AHEAD } };
    const soon = await this.reads.find(productsProjection, { where });
    await despiteDamage(soon, ({ productId }) => this.commands.state(product, productId));
  }
}
