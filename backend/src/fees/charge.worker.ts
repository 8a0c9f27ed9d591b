import { Injectable } from '@nestjs/common';
import { CHARGE } from '../orders/order.due.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { type DueWorker, type LookAgain, Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
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
