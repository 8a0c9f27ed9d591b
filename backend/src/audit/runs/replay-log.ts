import { Injectable } from '@nestjs/common';
import type { RunFigures, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { InjectClock, InjectEventLog, InjectSchema } from '../../config/tokens.js';
import type { Schema } from '../../event-sourcing/codec.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import { Comparison, type RebuildReport } from '../../projections/rebuild.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { examineLog, type Sums } from '../examine.js';
import { isOfOrders } from '../invariants.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, type RunResult } from './runner.js';

/** Folds every read model again, compares it with the live rows, and checks the invariants of every drop and order. */
@AuditRunners()
@Injectable()
export class ReplayLog implements AuditRunner {
  readonly kind = 'replay';

  constructor(
    private readonly comparison: Comparison,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const findings = new Findings();
    const rows = await this.compareReadModels(progress, findings);
    const head = await this.log.head();
    const { sums, ...examined } = await examineLog(this.log, this.schema, {
      now: this.clock(),
      found: (what, problem) => findings.add(findingOf(what, problem, findings.count)),
      rest: (position) => progress.step('orders', Math.min(position, head), head),
    });
    return { figures: { rows, ...examined, ...figuresOf(sums), ...findings.figures }, findings };
  }

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
  findings.addMore('row-differs', differing - differences.length);
  if (unexplained !== 0) of('unexplained', `${unexplained} rows without an event behind them`);
}

function findingOf(what: string, problem: string, count: number): RunFinding {
  const cut = problem.indexOf(': ');
  const [about, detail] = [problem.slice(0, cut), problem.slice(cut + 2)];
  return {
    id: `${what}:${about}:${count}`,
    what,
    about,
    ...(isOfOrders(what) ? { orderId: about } : {}),
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
