import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { FinishRelease, type ProductState, product } from '../catalogue/products/product.js';
import { isActive } from '../catalogue/products/slots.js';
import { InjectClock } from '../config/tokens.js';
import { Holders, LEFT_AFTER } from '../event-sourcing/claims.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { Breakers, partnerOf } from '../jobs/breakers.js';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { CloseOrder, order } from '../orders/order.js';
import { isEnded } from '../orders/order-status.js';
import { Orders } from '../orders/orders.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { Checkouts, RetailerAway } from './checkouts.js';
import { RUN_RELEASE } from './release.jobs.js';

const ATTEMPTED = ORDER_STATUSES.filter((status) => status !== 'pending');
const RESCHEDULE_IN = 1_000;
/** ms; the next run continues a longer release */
const AT_A_STRETCH = 15 * 60_000;
/** ms; the job stays until every order has an outcome */
const STANDS = PROMISE_MS + 15 * 60_000;

/** Attempts its share of the orders in slot order. Two workers may run one release; the claim on each order is the lock. */
@Worker()
@Injectable()
export class RunRelease implements JobWorker {
  readonly kind = RUN_RELEASE;
  readonly concurrency = 8;
  readonly urgent = true;
  readonly byAll = true;
  readonly deadline = AT_A_STRETCH;
  readonly longestPause = 30_000;
  readonly lateAfter = STANDS;
  /** by product: orders, and whether this process has begun with them, which then are its own */
  private readonly left = new Map<string, Map<string, boolean>>();

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly orders: Orders,
    private readonly checkouts: Checkouts,
    @InjectClock() private readonly clock: () => number,
    private readonly breakers: Breakers,
    private readonly holders: Holders,
  ) {}

  async work({ id }: Job, signal: AbortSignal, cut: AbortSignal): Promise<number | Reschedule | undefined> {
    const drop = await this.commands.state(product, id);
    if (drop.startedAt === null || drop.finishedAt !== null) {
      this.left.delete(id);
      return undefined;
    }
    const known = this.left.get(id);
    const isOthers = known !== undefined && known.size > 0 && ![...known].some((one) => this.isOwn(...one));
    const lasted = this.clock() - drop.startedAt;
    const where = { productId: id, livemode: true };
    const takesAll = isOthers && lasted >= LEFT_AFTER;
    if (isOthers && !takesAll && (await this.reads.count(ordersProjection, { ...where, status: 'pending' })) > 0) {
      return { rescheduleAt: this.clock() + RESCHEDULE_IN };
    }
    const left = known && !isOthers ? known : new Map(await this.unattempted(id, drop));
    this.left.set(id, left);
    await this.attemptAll(left, drop, takesAll, signal, cut);
    if (left.size > 0) return { rescheduleAt: this.clock() + RESCHEDULE_IN };
    const moving = await this.reads.count(ordersProjection, { ...where, status: { in: ['pending', 'processing'] } });
    const isOver = moving === 0 && (await this.reads.count(ordersProjection, where)) >= drop.slots.size;
    if (!isOver || signal.aborted) return { rescheduleAt: this.clock() + pauseAfter(this.clock() - drop.startedAt) };
    const { position } = await this.commands.execute(product, new FinishRelease(id, {}, workerMetadata(this.kind)));
    return position;
  }

  private async unattempted(productId: string, drop: ProductState): Promise<Iterable<[string, boolean]>> {
    const started = await this.reads.find(ordersProjection, {
      where: { productId, status: { in: ATTEMPTED } },
    });
    const attempted = new Set(started.map(({ orderId }) => orderId));
    return drop.slots
      .valueSeq()
      .filter((slot) => isActive(drop, slot) && !attempted.has(slot.orderId))
      .sortBy(({ reservedAt }) => reservedAt)
      .map(({ orderId }): [string, boolean] => [orderId, false]);
  }

  /** An error delays no other order; one is thrown at the end, so that the job is retried. */
  private async attemptAll(
    left: Map<string, boolean>,
    drop: ProductState,
    takesAll: boolean,
    signal: AbortSignal,
    cut: AbortSignal,
  ): Promise<void> {
    // Node warns above ten listeners of a signal, and each attempt adds one.
    setMaxListeners(0, signal, cut);
    const isOver = drop.closesAt !== null && this.clock() >= drop.closesAt;
    const troubles: unknown[] = [];
    const retailer = this.breakers.of(partnerOf(drop.facts?.retailerId ?? null));
    const one = async (orderId: string) => {
      try {
        const done = isOver ? await this.close(orderId) : await this.checkouts.step(orderId, cut, { isFirst: true });
        if (done !== undefined || (await this.isTaken(orderId))) left.delete(orderId);
      } catch (trouble) {
        // A started checkout has a job of its own.
        if (trouble instanceof RetailerAway) left.delete(orderId);
        else troubles.push(trouble);
      }
    };
    const underWay = new Set<Promise<void>>();
    for (const [orderId, isBegun] of left) {
      if (!takesAll && !this.isOwn(orderId, isBegun)) continue;
      const leave = await retailer.limit.take(signal);
      // An open breaker allows only a probe; the other orders stay in the queue.
      if (!leave || (!isOver && !retailer.mayTry())) {
        leave?.();
        break;
      }
      left.set(orderId, true);
      const attempt = one(orderId).finally(() => {
        leave();
        // Frees the probe when the attempt made no request.
        retailer.ended();
        underWay.delete(attempt);
      });
      underWay.add(attempt);
    }
    await Promise.all(underWay);
    const trouble = troubles.find((one) => !(one instanceof StreamDamaged)) ?? troubles[0];
    // A locked stream parks the release, so nobody else may still be waiting.
    const isOthersTurn = trouble instanceof StreamDamaged && left.size > troubles.length;
    if (trouble !== undefined && !isOthersTurn) throw trouble;
  }

  private isOwn(orderId: string, isBegun: boolean): boolean {
    return isBegun || this.holders.isInShare(orderId, this.clock());
  }

  private async isTaken(orderId: string): Promise<boolean> {
    const state = await this.commands.state(order, orderId);
    return state.attempts > 0 || isEnded(state);
  }

  private async close(orderId: string): Promise<number | undefined> {
    await this.orders.place(orderId, workerMetadata(this.kind));
    const { attempts } = await this.commands.state(order, orderId);
    if (attempts > 0) return undefined;
    return (
      await this.commands.execute(order, new CloseOrder(orderId, { reason: 'no-evidence' }, workerMetadata(this.kind)))
    ).position;
  }
}

/** ms: a second in the first minute, later up to half a minute, because counting is expensive. */
function pauseAfter(lasted: number): number {
  return Math.min(30_000, Math.max(RESCHEDULE_IN, lasted / 60));
}
