import { Injectable } from '@nestjs/common';
import { CHECKOUT } from '../orders/order.due.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { DueWork, type DueWorker, type LookAgain } from '../platform/due/due-work.js';
import { CheckoutDesk } from './checkout-desk.js';
import { RunRelease } from './run-release.worker.js';

/** Orders that are to be tried again, or whose claim has run out. */
@Injectable()
export class RetryCheckouts implements DueWorker {
  readonly kind = CHECKOUT;
  readonly concurrency = 64;

  constructor(private readonly checkouts: CheckoutDesk) {}

  work({ id }: DueRow, signal: AbortSignal): Promise<number | LookAgain | undefined> {
    return this.checkouts.step(id, signal);
  }
}

/** Tells the due work who does what at a release. */
@Injectable()
export class CheckoutWorkers {
  constructor(
    private readonly dueWork: DueWork,
    private readonly run: RunRelease,
    private readonly retry: RetryCheckouts,
  ) {}

  register(): void {
    for (const worker of [this.run, this.retry]) this.dueWork.register(worker);
  }
}
