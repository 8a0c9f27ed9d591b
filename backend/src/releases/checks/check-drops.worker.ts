import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { InjectClock } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { CHECK_DROP, type DuePoint, overtakenAt, pointIn } from './check.jobs.js';
import { dropCheck, isChecked, SkipDropCheck } from './drop-check.js';
import { DropChecks, isAhead } from './drop-checks.js';

/** ms; thousands of mails, one by one */
const MANY = 15 * 60_000;

/** Checks a drop 24 hours, 30 minutes and 5 minutes before its release; records an outdated check as skipped. */
@Worker()
@Injectable()
export class CheckDrops implements JobWorker {
  readonly kind = CHECK_DROP;
  readonly concurrency = 2;
  readonly parks = true;
  readonly deadline = MANY;

  constructor(
    private readonly commands: Commands,
    private readonly checks: DropChecks,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: Job, _signal: AbortSignal, cut: AbortSignal): Promise<Position> {
    const { productId, ...point } = pointIn(id);
    const reason = await this.reasonToSkip(productId, point);
    if (reason === null) return (await this.checks.check(productId, point.at, workerMetadata(this.kind), cut)).position;
    const skip = new SkipDropCheck(productId, { ...point, reason }, workerMetadata(this.kind));
    return (await this.commands.execute(dropCheck, skip)).position;
  }

  private async reasonToSkip(
    productId: string,
    point: Omit<DuePoint, 'productId'>,
  ): Promise<SkipDropCheck['data']['reason'] | null> {
    const drop = await this.commands.state(product, productId);
    const now = this.clock();
    if (!isAhead(drop) || now >= point.releaseAt) return 'over';
    if (drop.facts.releaseAt !== point.releaseAt) return 'moved';
    if (now >= overtakenAt(point)) return 'overtaken';
    return isChecked(await this.commands.state(dropCheck, productId), point) ? 'repeated' : null;
  }
}
