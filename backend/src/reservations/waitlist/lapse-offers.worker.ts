import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { LapseOffers } from '../../catalogue/products/waitlist.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { LAPSE_OFFER, productOf } from './waitlist.jobs.js';

@Worker()
@Injectable()
export class EndOffers implements JobWorker {
  readonly kind = LAPSE_OFFER;
  readonly concurrency = 4;
  readonly urgent = true;
  readonly longestPause = 5_000;

  constructor(private readonly commands: Commands) {}

  /** The first job ends all expired offers of the product; the others append nothing. */
  async work({ id }: Job): Promise<Position | undefined> {
    const lapse = new LapseOffers(productOf(id), {}, workerMetadata(this.kind));
    return (await this.commands.execute(product, lapse)).position;
  }
}
