import { Injectable } from '@nestjs/common';
import { type DueWorker, type LookAgain, Worker } from '../jobs/job-runner.js';
import type { DueRow } from '../jobs/jobs.projection.js';
import { CHARGE } from '../orders/order.jobs.js';
import type { Position } from '../stores/event-log/event-log.js';
import { Fees } from './fees.js';

@Worker()
@Injectable()
export class ChargeFees implements DueWorker {
  readonly kind = CHARGE;
  readonly concurrency = 64;
  readonly partner = 'stripe';
  readonly limited = true;
  readonly looksFirst = true;

  constructor(private readonly fees: Fees) {}

  work({ id }: DueRow): Promise<Position | LookAgain | undefined> {
    return this.fees.charge(id);
  }
}
