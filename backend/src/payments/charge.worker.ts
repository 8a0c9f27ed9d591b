import { Injectable } from '@nestjs/common';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { CHARGE } from '../orders/order.jobs.js';
import type { Position } from '../stores/event-log/event-log.js';
import { Fees } from './fees.js';

@Worker()
@Injectable()
export class ChargeFees implements JobWorker {
  readonly kind = CHARGE;
  readonly concurrency = 64;
  readonly partner = 'stripe';
  readonly limited = true;
  readonly looksFirst = true;

  constructor(private readonly fees: Fees) {}

  work({ id }: Job): Promise<Position | Reschedule | undefined> {
    return this.fees.charge(id);
  }
}
