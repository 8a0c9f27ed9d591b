import { Injectable } from '@nestjs/common';
import type { Board, ReleaseFigures } from '@supreme-access/contract/shapes/reports.js';
import { OPEN_STATUSES, type OrderStatus } from '@supreme-access/contract/statuses.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import { DAY_MS, type ReleaseDoc, reportsProjection, type TestDoc } from './reports.projection.js';

/** the most releases that are shown, and that lateness is computed from */
const SHOWN = 8;
const LOOKED_AT = 500;
const LATELY = 30 * DAY_MS;

const BOUGHT = ['success', 'refund_pending', 'refunded'] as const satisfies readonly OrderStatus[];
const GOING_ON = OPEN_STATUSES.filter((status) => status !== 'refund_pending');

@Injectable()
export class ReleaseReport {
  constructor(private readonly reads: Reads) {}

  async latest(now: number, tests: readonly TestDoc[]): Promise<Pick<Board, 'releases' | 'lateness'>> {
    const lately = (await this.reads.find(reportsProjection, {
      where: { kind: 'release', at: { gte: now - LATELY } },
      sort: [['at', 'desc']],
      limit: LOOKED_AT,
    })) as ReleaseDoc[];
    const late = lately.flatMap((doc) => doc.drops.flatMap((drop) => after(drop, doc.firstAttemptAt) ?? []));
    const shown = lately.flatMap((doc) => doc.drops.map((drop) => ({ doc, drop }))).slice(0, SHOWN);
    const releases = await Promise.all(shown.map(({ doc, drop }) => this.figures(doc, drop, tests)));
    return { releases, lateness: late.length === 0 ? null : Math.max(...late) };
  }

  private async figures(
    doc: ReleaseDoc,
    drop: ReleaseDoc['drops'][number],
    tests: readonly TestDoc[],
  ): Promise<ReleaseFigures> {
    const { productId, releaseAt, due } = drop;
    const own = tests.filter((one) => one.productId === productId);
    const count = async (statuses: readonly OrderStatus[], ended: TestDoc['ended']) => {
      const all = await this.reads.count(ordersProjection, { productId, status: { in: statuses } });
      return Math.max(0, all - own.filter((one) => one.ended === ended).length);
    };
    const [product, succeeded, failed, open] = await Promise.all([
      this.reads.get(productsProjection, productId),
      count(BOUGHT, 'succeeded'),
      count(['fail'], 'failed'),
      count(GOING_ON, null),
    ]);
    return {
      productId,
      productTitle: product?.productTitle ?? productId,
      releaseAt: new Date(releaseAt).toISOString(),
      startedAt: new Date(doc.at).toISOString(),
      finishedAt: product?.finishedAt ? new Date(product.finishedAt).toISOString() : null,
      due,
      succeeded,
      failed,
      open,
      successRate: rateOf(succeeded, failed),
      firstAfter: after(drop, doc.firstAttemptAt),
      lastAfter: after(drop, doc.lastAttemptAt),
    };
  }
}

/** 0 to 1; null when nothing has ended */
export function rateOf(succeeded: number, failed: number): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}

function after({ releaseAt }: { releaseAt: number }, attemptAt: number | null): number | null {
  return attemptAt === null ? null : Math.max(0, attemptAt - releaseAt);
}
