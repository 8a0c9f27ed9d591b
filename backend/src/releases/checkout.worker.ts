import { Injectable } from '@nestjs/common';
import { type DueWorker, type LookAgain, Worker } from '../jobs/job-runner.js';
import type { DueRow } from '../jobs/jobs.projection.js';
import { CHECKOUT } from '../orders/order.jobs.js';
import { Checkouts, LEASE } from './checkouts.js';

@Worker()
@Injectable()
export class RetryCheckouts implements DueWorker {
  readonly kind = CHECKOUT;
  readonly urgent = true;
  readonly concurrency = 256;
  readonly partner = 'retailer';
  readonly limited = true;
  readonly deadline = LEASE;
  readonly longestPause = 30_000;
  readonly looksFirst = true;

  constructor(private readonly checkouts: Checkouts) {}

  work({ id }: DueRow, _signal: AbortSignal, cut: AbortSignal): Promise<number | LookAgain | undefined> {
    return this.checkouts.step(id, cut);
  }
}
