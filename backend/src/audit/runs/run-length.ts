import { Injectable } from '@nestjs/common';
import type { RunKind } from '@supreme-access/contract/audit-runs.js';
import type { EventLog } from '../../platform/log/event-log.js';
import { InjectEventLog } from '../../platform/platform.js';
import { Reads } from '../../platform/read-models/reads.js';
import { runsProjection } from './runs.projection.js';

/** ms that a run may take anywhere, also in the minute of a drop */
const SHORT = 2_000;
/** events a millisecond that a run of which nothing is known yet reads: half of what the slowest one did on two cores */
const READS = 5;
/** events of a log that any engine reads within that time, whatever its positions count: those of EventStoreDB are bytes */
const FEW = 2_000;

/** How long a run will take, by what the last one of its kind took for the log as it was. */
@Injectable()
export class RunLength {
  /** once it has more, it has more for good */
  private hasMany = false;

  constructor(
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  /** Whether it takes so little time that no release is in its way; without a kind, of whatever reads the whole log. */
  async isShort(kind?: RunKind): Promise<boolean> {
    const [head, last] = await Promise.all([this.log.head(), kind === undefined ? undefined : this.last(kind)]);
    if (last) return (last.took * head) / Math.max(1, last.position) <= SHORT;
    return head / READS <= SHORT || (await this.hasFew());
  }

  private async hasFew(): Promise<boolean> {
    if (this.hasMany) return false;
    let count = 0;
    for await (const _ of this.log.readAll({ limit: FEW + 1 })) count += 1;
    this.hasMany = count > FEW;
    return !this.hasMany;
  }

  private async last(kind: RunKind): Promise<{ took: number; position: number } | undefined> {
    const [run] = await this.reads.find(runsProjection, {
      where: { kind, outcome: { in: ['passed', 'failed'] } },
      sort: [['startedAt', 'desc']],
      limit: 1,
    });
    if (run?.finishedAt == null) return undefined;
    return { took: run.finishedAt - run.startedAt, position: run.position };
  }
}
