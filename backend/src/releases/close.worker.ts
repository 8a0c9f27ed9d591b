import { Injectable } from '@nestjs/common';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { partnerOf } from '../jobs/breakers.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { RetryableError } from '../jobs/retries.js';
import { CLOSE } from '../orders/order.jobs.js';
import { CloseOrder, type OrderState, order } from '../orders/order.js';
import { OrderFees } from '../orders/order-fees.js';
import { isEnded } from '../orders/order-status.js';
import type { Position } from '../stores/event-log/event-log.js';
import { Checkouts } from './checkouts.js';

/** Closes orders at their deadline without a charge, once the retailer and Stripe have confirmed the outcome. */
@Worker()
@Injectable()
export class CloseOrders implements JobWorker {
  readonly kind = CLOSE;
  readonly concurrency = 8;

  constructor(
    private readonly commands: Commands,
    private readonly checkouts: Checkouts,
    private readonly fees: OrderFees,
  ) {}

  async work({ id }: Job): Promise<Position | undefined> {
    const metadata = workerMetadata('close-order');
    if (isOver(await this.afterRetailer(id))) return undefined;
    await this.fees.settle(id, metadata);
    const state = await this.commands.state(order, id);
    if (isOver(state)) return undefined;
    const unbought = state.codeWanted ? 'card-data-gone' : 'no-evidence';
    const reason = state.bought ? 'fee-lapsed' : unbought;
    return (await this.commands.execute(order, new CloseOrder(id, { reason }, workerMetadata('close-order')))).position;
  }

  private async afterRetailer(orderId: string): Promise<OrderState> {
    const state = await this.commands.state(order, orderId);
    if (!state.checkout) return state;
    const notBefore = await this.checkouts.settle(orderId);
    if (notBefore !== null) {
      const text = 'the retailer has not said yet what became of the checkout';
      throw new RetryableError(text, { partner: partnerOf(state.checkout.retailerId ?? null), notBefore });
    }
    return this.commands.state(order, orderId);
  }
}

function isOver(state: OrderState): boolean {
  return state.charged !== null || isEnded(state);
}
