import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { type JobWorker, type Reschedule, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import { RetryableError } from '../../jobs/retries.js';
import { Discovery } from './discovery.js';
import { DISCOVER, WATCHED_EVERY } from './retailers.projection.js';

const HOUR = 3_600_000;

/** Watches what shops say of themselves: when they are saved, and daily. */
@Worker()
@Injectable()
export class DiscoverRetailers implements JobWorker {
  readonly kind = DISCOVER;
  readonly concurrency = 4;
  readonly background = true;
  readonly longestPause = HOUR;
  readonly lateAfter = 2 * WATCHED_EVERY;

  constructor(
    private readonly discovery: Discovery,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: Job, signal: AbortSignal, cut: AbortSignal): Promise<number | Reschedule | undefined> {
    if (signal.aborted) return undefined;
    const look = await this.discovery.look(id, workerMetadata(this.kind), cut);
    if (look.kind === 'refused' || look.kind === 'unknown') throw new RetryableError(`discovery-${look.kind}`);
    if (look.kind === 'read' && look.isNew) return look.position;
    return { rescheduleAt: this.clock() + WATCHED_EVERY };
  }
}
