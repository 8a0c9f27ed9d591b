import { Injectable } from '@nestjs/common';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { CHECKOUT } from '../orders/order.jobs.js';
import { Checkouts, LEASE } from './checkouts.js';

@Worker()
@Injectable()
export class RetryCheckouts implements JobWorker {
  readonly kind = CHECKOUT;
  readonly urgent = true;
  readonly concurrency = 256;
  readonly partner = 'retailer';
  readonly limited = true;
  readonly deadline = LEASE;
  readonly longestPause = 30_000;
  readonly looksFirst = true;

  constructor(private readonly checkouts: Checkouts) {}

  work({ id, attempt }: Job, _signal: AbortSignal, cut: AbortSignal): Promise<number | Reschedule | undefined> {
    return this.checkouts.step(id, cut, attempt > 0 ? { after: attempt } : {});
  }
}
