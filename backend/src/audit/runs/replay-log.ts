import { Injectable } from '@nestjs/common';
import type { RunFigures, RunFinding } from '@supreme-access/contract/audit-runs.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { NEW_ORDER, type OrderState } from '../../orders/order.js';
import { refundSum, settledSum, statusOf } from '../../orders/order-status.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import type { Schema } from '../../platform/log/codec.js';
import type { EventLog } from '../../platform/log/event-log.js';
import { InjectClock, InjectEventLog, InjectSchema } from '../../platform/platform.js';
import { Comparison } from '../../platform/projections/comparison.js';
import { Projector } from '../../platform/projections/projector.js';
import type { RebuildReport } from '../../platform/projections/rebuild.js';
import { Reads } from '../../platform/read-models/reads.js';
import { examineLog, type FoldedOrder, type Sums } from '../examine.js';
import { sourceIn } from '../log-source.js';
import { historyOf } from '../order-history.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, type RunResult } from './runner.js';

/** rules whose problems are of one order */
const OF_ORDERS = ['fee-without-evidence', 'charged-wrongly', 'not-attempted-once', 'not-ended-in-time'];
/** ms the read models may take to have what the log had a moment ago */
const CATCHES_UP = 5_000;

/**
 * Folds the log again: every read model beside the live one; the invariants of every drop and order, and each order's money and status
 * as the lists show them.
 */
@AuditRunners()
@Injectable()
export class ReplayLog implements AuditRunner {
  readonly kind = 'replay';

  constructor(
    private readonly reads: Reads,
    private readonly projector: Projector,
    private readonly comparison: Comparison,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const findings = new Findings();
    const rows = await this.compareReadModels(progress, findings);
    const head = await this.log.head();
    const { products, orders, sums } = await examineLog(sourceIn(this.log), this.schema, {
      now: this.clock(),
      found: (what, problem) => findings.add(findingOf(what, problem, findings.count)),
      looked: (page) => this.compare(page, findings),
      rest: (position) => progress.step('orders', Math.min(position, head), head),
    });
    return { figures: { rows, products, orders, ...figuresOf(sums) }, findings };
  }

  /** Returns how many rows there are. */
  private async compareReadModels({ signal, step }: RunProgress, findings: Findings): Promise<number> {
    const { projections } = this.comparison;
    let rows = 0;
    for (const [index, projection] of projections.entries()) {
      const rest = () => step(`read model ${projection.name}`, index, projections.length);
      await rest();
      const report = await this.comparison.of(projection, { signal, rest });
      rows += report.rows;
      tellRows(report, findings);
    }
    return rows;
  }

  /** The list and the log are read at two moments: what differs is looked at once more when the list has caught up. */
  private async compare(orders: readonly FoldedOrder[], findings: Findings): Promise<void> {
    const differing = await this.differing(orders);
    if (differing.length === 0) return;
    await this.projector.reached(CATCHES_UP);
    const again = differing.map(async ({ orderId }) => {
      const history = await historyOf(this.log, this.schema, orderId);
      return { orderId, state: history?.state ?? NEW_ORDER };
    });
    for (const { orderId, detail } of await this.differing(await Promise.all(again))) {
      findings.add({ id: `money-differs:${orderId}`, what: 'money-differs', about: orderId, orderId, detail });
    }
  }

  private async differing(orders: readonly FoldedOrder[]): Promise<{ orderId: string; detail: string }[]> {
    const docs = await Promise.all(orders.map(({ orderId }) => this.reads.get(ordersProjection, orderId)));
    return orders.flatMap(({ orderId, state }, index) => {
      const doc = docs[index];
      const [shown, logged] = [doc ? told(doc.life, doc.status) : 'nothing', told(state, statusOf(state))];
      return shown === logged ? [] : [{ orderId, detail: `${shown} in the list, ${logged} in the log` }];
    });
  }
}

function tellRows({ projection, differing, differences, unexplained }: RebuildReport, findings: Findings): void {
  const of = (row: string, detail: string, orderId?: string) =>
    findings.add({
      id: `row-differs:${projection}:${row}`,
      what: 'row-differs',
      about: `${projection} ${row}`,
      ...(orderId === undefined ? {} : { orderId }),
      detail,
    });
  for (const { id, what, fields } of differences) {
    of(id, [what, ...fields].join(' '), projection === ordersProjection.name ? id : undefined);
  }
  findings.count += differing - differences.length;
  if (unexplained !== 0) of('unexplained', `${unexplained} rows without an event behind them`);
}

function told(state: OrderState, status: OrderStatus): string {
  return `${status}, ${state.charged?.amount ?? 0} charged, ${refundSum(state, 'done') + settledSum(state)} refunded`;
}

function findingOf(what: string, problem: string, count: number): RunFinding {
  const cut = problem.indexOf(': ');
  const [about, detail] = [problem.slice(0, cut), problem.slice(cut + 2)];
  return {
    id: `${what}:${about}:${count}`,
    what,
    about,
    ...(OF_ORDERS.includes(what) ? { orderId: about } : {}),
    detail,
  };
}

function figuresOf(sums: Sums): RunFigures {
  const figures: Record<string, number> = {};
  for (const [currency, { charged, refunded }] of Object.entries(sums)) {
    figures[`${currency} charged`] = charged;
    figures[`${currency} refunded`] = refunded;
  }
  return figures;
}
