import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import type { Board, OpenPromise } from '@supreme-access/contract/shapes/reports.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { JobRunner } from '../jobs/job-runner.js';
import { CLOSE } from '../orders/order.jobs.js';
import { OrderList } from '../orders/order-list.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';

const SHOWN = 10;
/** More rows are read than shown, because test orders are left out. */
const READ = 40;

const LIST = { promised: true, livemode: true, archived: [true, false] };

const BEGUN = ['processing', 'action_required'] as const satisfies readonly OrderStatus[];

/** Every unended order of a started release, the earliest deadline first. */
@Injectable()
export class OpenPromises {
  constructor(
    private readonly reads: Reads,
    private readonly due: JobRunner,
    private readonly lists: OrderList,
  ) {}

  async current(): Promise<Board['promises']> {
    const [begun, waiting, open] = await Promise.all([this.begun(), this.waiting(), this.lists.total(LIST)]);
    const soonest = [...begun, ...waiting].sort((a, b) => (a.closesAt < b.closesAt ? -1 : 1)).slice(0, SHOWN);
    return { open, soonest };
  }

  private async begun(): Promise<OpenPromise[]> {
    const rows = await this.due.rows.page(CLOSE, undefined, READ);
    const docs = await Promise.all(rows.map(({ id }) => this.reads.get(ordersProjection, id)));
    return rows.flatMap(({ dueAt }, index) => {
      const doc = docs[index];
      return doc?.livemode && isBegun(doc) ? [promised(doc, dueAt)] : [];
    });
  }

  /** Orders of a running release without an attempt have no row in the job queue yet. */
  private async waiting(): Promise<OpenPromise[]> {
    const where = { delisted: false, cancelled: false, finishedAt: null, startedAt: { gt: 0 } };
    const running = await this.reads.find(productsProjection, { where });
    const found = await Promise.all(
      running.map(async ({ productId, startedAt }) => {
        const pending = { productId, status: 'pending', livemode: true };
        const docs = await this.reads.find(ordersProjection, { where: pending, limit: SHOWN });
        return docs.map((doc) => promised(doc, (startedAt ?? 0) + PROMISE_MS));
      }),
    );
    return found.flat();
  }
}

function isBegun({ status }: OrderDoc): boolean {
  return (BEGUN as readonly OrderStatus[]).includes(status);
}

function promised({ orderId, productTitle, status }: OrderDoc, closesAt: number): OpenPromise {
  return { orderId, productTitle, status, closesAt: new Date(closesAt).toISOString() };
}
