import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { product, StartRelease } from '../catalogue/products/product.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { InjectClock } from '../config/tokens.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { JobRunner } from '../jobs/job-runner.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { Reads } from '../projections/reads.js';
import type { Position } from '../stores/event-log/event-log.js';
import { despiteDamage } from '../stores/event-log/stream-integrity.js';
import { RUN_RELEASE, START_RELEASE } from './release.jobs.js';

const AHEAD = 3_600_000;
const EVERY = 60_000;

@Worker()
@Injectable()
export class StartReleases implements JobWorker {
  readonly kind = START_RELEASE;
  readonly concurrency = 8;
  readonly urgent = true;
  readonly byAll = true;
  readonly longestPause = 5_000;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly jobRunner: JobRunner,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** A moved release produces no event; its job moves once the read model catches up. */
  async work({ id }: Job): Promise<Position | undefined> {
    const metadata = workerMetadata(this.kind);
    const { events, position } = await this.commands.execute(product, new StartRelease(id, { by: 'clock' }, metadata));
    const [dueAt, cause] = [this.clock(), metadata.commandId];
    if (events.length > 0) this.jobRunner.begin({ kind: RUN_RELEASE, id, dueAt, attempt: 0, cause });
    return position;
  }

  @Interval(EVERY)
  async loadAhead(): Promise<void> {
    const now = this.clock();
    const where = { delisted: false, startedAt: null, releaseAt: { gt: now, lte: now + AHEAD } };
    const soon = await this.reads.find(productsProjection, { where });
    await despiteDamage(soon, ({ productId }) => this.commands.state(product, productId));
  }
}
