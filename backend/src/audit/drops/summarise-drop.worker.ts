import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { summaryText } from '@supreme-access/contract/seals.js';
import { InjectClock } from '../../config/tokens.js';
import { derivedMetadata, workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, type Reschedule, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { SealKeys } from '../seals/seal-keys.js';
import { SUMMARISE_DROP } from './drop.jobs.js';
import { DropRecords } from './drop-records.js';
import { dropSummary, SummariseDrop } from './drop-summary.js';

const OPEN = ['pending', 'processing', 'action_required'] as const;
/** ms */
const HOUR = 3_600_000;
const SOONEST = 2_000;
const LATEST = 300_000;

@Worker()
@Injectable()
export class SummariseDrops implements JobWorker {
  readonly kind = SUMMARISE_DROP;
  readonly concurrency = 1;
  readonly deadline = HOUR / 4;
  readonly lateAfter = PROMISE_MS + HOUR;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly records: DropRecords,
    private readonly keys: SealKeys,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id, since, dueAt }: Job, signal: AbortSignal): Promise<Position | Reschedule | undefined> {
    if ((await this.commands.state(dropSummary, id)).summary) return undefined;
    const open = await this.reads.count(ordersProjection, { productId: id, livemode: true, status: { in: OPEN } });
    const counted = open > 0 ? null : await this.records.count(id, signal);
    if (!counted) return { rescheduleAt: this.clock() + pauseAfter(this.clock() - (since ?? dueAt)) };
    const metadata = workerMetadata(this.kind);
    const signer = await this.keys.current(derivedMetadata(metadata));
    const sums = counted.isWithdrawn ? null : counted.sums;
    const signature = signer.sign(summaryText(`drop-${id}`, sums, signer.keyId));
    const summary = new SummariseDrop(id, { sums, keyId: signer.keyId, signature }, metadata);
    return (await this.commands.execute(dropSummary, summary)).position;
  }
}

/** ms: the longer it waits, the later an order ends. */
function pauseAfter(waited: number): number {
  return Math.min(LATEST, Math.max(SOONEST, waited / 20));
}
