import { Injectable } from '@nestjs/common';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { GIVE_BACK, PLACE } from './order.jobs.js';
import { Orders } from './orders.js';

/** Places orders for reserved slots. Other commands do so too; placing is idempotent. */
@Worker()
@Injectable()
export class PlaceOrders implements JobWorker {
  readonly kind = PLACE;
  readonly concurrency = 32;

  constructor(private readonly orders: Orders) {}

  async work({ id }: Job): Promise<number> {
    return (await this.orders.placeNew(id, workerMetadata('place-order'))).position;
  }
}

/** Releases the slot when a crash came between the withdrawal and the release. */
@Worker()
@Injectable()
export class GiveBackSlots implements JobWorker {
  readonly kind = GIVE_BACK;
  readonly concurrency = 8;

  constructor(private readonly orders: Orders) {}

  work({ id }: Job): Promise<number | undefined> {
    return this.orders.giveBack(id, workerMetadata('give-back-slot'));
  }
}
