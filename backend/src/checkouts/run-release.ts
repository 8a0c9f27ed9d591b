import { Injectable } from '@nestjs/common';
import { CloseOrder } from '../orders/order-commands.js';
import { OrderDesk } from '../orders/order-desk.js';
import { ordersProjection } from '../orders/orders.js';
import { Commands } from '../platform/commands.js';
import type { DueRow } from '../platform/due/due-projection.js';
import type { DueWorker, LookAgain } from '../platform/due/due-work.js';
import { workerOrigin } from '../platform/origins.js';
import { Reads } from '../platform/read-models/reads.js';
import { product } from '../products/decide-product.js';
import { isActive, type ProductState } from '../products/product.js';
import { FinishRelease } from '../products/product-commands.js';
import { RUN_RELEASE } from '../products/products.js';
import { CheckoutDesk } from './checkout-desk.js';

/** Attempts at one retailer in flight at once, per release and process. */
const AT_ONCE = 64;
const LOOK_AGAIN = 1_000;

/**
 * Runs a started release: every slot's order is attempted, in the order the slots were secured. It is no lock - claiming the
 * order is - so two processes may run one release, and a crash is picked up by running it again.
 */
@Injectable()
export class RunRelease implements DueWorker {
  readonly kind = RUN_RELEASE;
  readonly concurrency = 8;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly desk: OrderDesk,
    private readonly checkouts: CheckoutDesk,
  ) {}

  async work({ id }: DueRow, signal: AbortSignal): Promise<number | LookAgain | undefined> {
    const drop = await this.commands.state(product, id);
    if (drop.startedAt === null || drop.finishedAt !== null) return undefined;
    await this.attemptAll(await this.unattempted(id, drop), drop, signal);
    const where = { productId: id, livemode: true };
    const moving = await this.reads.count(ordersProjection, { ...where, status: { in: ['pending', 'processing'] } });
    if (moving > 0 || signal.aborted) return { lookAgainAt: this.desk.now() + LOOK_AGAIN };
    const { position } = await this.commands.execute(product, new FinishRelease(id, {}, workerOrigin(this.kind)));
    return position;
  }

  /** From the folded slots, which the release froze; the read model only spares those that have been attempted already. */
  private async unattempted(productId: string, drop: ProductState): Promise<string[]> {
    const started = await this.reads.find(ordersProjection, {
      where: {
        productId,
        status: { in: ['processing', 'success', 'action_required', 'refund_pending', 'refunded', 'fail', 'withdrawn'] },
      },
    });
    const known = new Set(started.map(({ orderId }) => orderId));
    return drop.slots
      .valueSeq()
      .filter((slot) => isActive(drop, slot) && !known.has(slot.orderId))
      .sortBy(({ reservedAt }) => reservedAt)
      .map(({ orderId }) => orderId)
      .toArray();
  }

  /** One order's trouble keeps none of the others waiting; it is told at the end, so that the run comes back to it. */
  private async attemptAll(orderIds: readonly string[], drop: ProductState, signal: AbortSignal): Promise<void> {
    const waiting = orderIds.values();
    const isOver = drop.closesAt !== null && this.desk.now() >= drop.closesAt;
    const troubles: unknown[] = [];
    const line = async () => {
      for (const orderId of waiting) {
        if (signal.aborted) return;
        const done = isOver ? this.close(orderId) : this.checkouts.step(orderId, signal);
        await done.catch((trouble: unknown) => troubles.push(trouble));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, line));
    if (troubles.length > 0) throw troubles[0];
  }

  /** Nobody came to attempt it in time. One that was attempted after all is the closing worker's. */
  private async close(orderId: string): Promise<void> {
    await this.desk.place(orderId, workerOrigin(this.kind));
    const { attempts } = await this.desk.state(orderId);
    if (attempts > 0) return;
    await this.desk.ask(CloseOrder, orderId, { reason: 'no-evidence' }, workerOrigin(this.kind));
  }
}
