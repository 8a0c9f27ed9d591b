import { Injectable } from '@nestjs/common';
import type { Board } from '@supreme-access/contract/shapes/reports.js';
import { JobReport } from '../jobs/job-report.js';
import { OrderList } from '../orders/order-list.js';
import { isWaiting } from '../orders/order-proofs.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { disputesProjection } from '../payments/disputes.projection.js';
import { Reads } from '../projections/reads.js';
import { DropChecks } from '../releases/checks/drop-checks.js';
import { FirstSteps } from './first-steps.js';

/** The linked lists use the same filter: no test orders, archived ones included. */
const COUNTED = { livemode: true, archived: [true, false] };
/** The list of proofs reads the mails of as many orders. */
const ORDERS_READ = 1_000;

@Injectable()
export class OpenWork {
  constructor(
    private readonly reads: Reads,
    private readonly lists: OrderList,
    private readonly due: JobReport,
    private readonly drops: DropChecks,
    private readonly firstSteps: FirstSteps,
  ) {}

  async current(): Promise<Pick<Board, 'needs' | 'refundsDue' | 'disputes' | 'proofs' | 'drops' | 'firstSteps'>> {
    const count = (filter: object) => this.lists.total({ ...COUNTED, ...filter });
    const [actionRequired, refundsFailed, unsettled, refundsDue, parked, disputes, proofs, drops, firstSteps] =
      await Promise.all([
        count({ status: 'action_required' }),
        count({ refundFailed: true }),
        count({ unsettled: true, archived: false }),
        count({ status: 'refund_pending' }),
        this.parked(),
        this.disputes(),
        this.proofs(),
        this.drops.ahead(),
        this.firstSteps.current(),
      ]);
    return {
      needs: { actionRequired, refundsFailed, unsettled, parked },
      refundsDue,
      disputes,
      proofs,
      drops,
      firstSteps,
    };
  }

  private async parked(): Promise<number> {
    return (await this.due.kinds()).reduce((sum, { awaitsOperator }) => sum + awaitsOperator, 0);
  }

  private async proofs(): Promise<number> {
    const where = { proof: 'waiting' };
    const docs = await this.reads.find(ordersProjection, { where, sort: [['orderDate', 'desc']], limit: ORDERS_READ });
    const waiting = docs.map(({ life }) => Object.values(life.proofs).filter((proof) => isWaiting(proof, life)).length);
    return waiting.reduce((sum, one) => sum + one, 0);
  }

  private async disputes(): Promise<Board['disputes']> {
    const where = { state: 'open' };
    const [open, [soonest]] = await Promise.all([
      this.reads.count(disputesProjection, where),
      this.reads.find(disputesProjection, {
        where: { ...where, dueBy: { gt: 0 } },
        sort: [['dueBy', 'asc']],
        limit: 1,
      }),
    ]);
    const dueBy = soonest?.dueBy ?? null;
    return { open, soonestDueBy: dueBy === null ? null : new Date(dueBy).toISOString() };
  }
}
