import { Injectable } from '@nestjs/common';
import { FeeAttempt } from '../fees/fee-attempt.js';
import { OpenReferences } from '../orders/open-references.js';
import { CLOSE } from '../orders/order.due.js';
import { CloseOrder, type OrderState, order } from '../orders/order.js';
import { isEnded } from '../orders/order-status.js';
import { Commands } from '../platform/commands.js';
import type { Origin } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { workerOrigin } from '../platform/origins.js';

/**
 * Keeps the promise: what is open when the time is up is closed and never charged. First retailer and Stripe are made to say
 * how it stands; while one of them cannot be asked, closing waits.
 */
@Injectable()
export class CloseOrders implements DueWorker {
  readonly kind = CLOSE;
  readonly concurrency = 8;

  constructor(
    private readonly commands: Commands,
    private readonly fees: FeeAttempt,
    private readonly references: OpenReferences,
  ) {}

  async work({ id }: DueRow): Promise<Position | undefined> {
    const origin = workerOrigin('close-order');
    const state = await this.afterRetailer(id, origin);
    if (state.charged || isEnded(state)) return undefined;
    const { bought, codeWanted, intentId } = state;
    if (intentId !== null) {
      const answer = await this.fees.cancel(id, intentId, origin);
      if (answer.kind === 'unknown') throw new Error(`Stripe could not be asked to cancel the fee: ${answer.cause}`);
      if (answer.kind === 'charged') return answer.position;
    }
    const unbought = codeWanted ? 'card-data-gone' : 'no-evidence';
    const reason = bought ? 'fee-lapsed' : unbought;
    return (await this.commands.execute(order, new CloseOrder(id, { reason }, workerOrigin('close-order')))).position;
  }

  private async afterRetailer(orderId: string, origin: Origin): Promise<OrderState> {
    const state = await this.commands.state(order, orderId);
    if (!state.checkout) return state;
    const answer = await this.references.settle(orderId, origin);
    if (answer === 'open') throw new Error('the retailer has not said yet what became of the checkout');
    return this.commands.state(order, orderId);
  }
}
