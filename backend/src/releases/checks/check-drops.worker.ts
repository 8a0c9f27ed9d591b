import { Injectable } from '@nestjs/common';
import { Commands } from '../../platform/commands.js';
import type { DueRow } from '../../platform/due/due.projection.js';
import { type DueWorker, Worker } from '../../platform/due/due-work.js';
import type { Position } from '../../platform/log/event-log.js';
import { workerOrigin } from '../../platform/origins.js';
import { InjectClock } from '../../platform/platform.js';
import { product } from '../../products/product.js';
import { CHECK_DROP, type DuePoint, overtakenAt, pointIn } from './check.due.js';
import { dropCheck, isChecked, SkipDropCheck } from './drop-check.js';
import { DropChecks, isAhead } from './drop-checks.js';

/** ms; thousands of holders may have to be told */
const MANY = 15 * 60_000;

/**
 * Looks at a drop a day, half an hour and five minutes before its release. What comes too late, or of a time that holds no more, is
 * recorded as skipped, which ends its row.
 */
@Worker()
@Injectable()
export class CheckDrops implements DueWorker {
  readonly kind = CHECK_DROP;
  readonly concurrency = 2;
  readonly parks = true;
  readonly deadline = MANY;

  constructor(
    private readonly commands: Commands,
    private readonly checks: DropChecks,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: DueRow, _signal: AbortSignal, cut: AbortSignal): Promise<Position> {
    const { productId, ...point } = pointIn(id);
    const reason = await this.inVain(productId, point);
    if (reason === null) return (await this.checks.check(productId, point.at, workerOrigin(this.kind), cut)).position;
    const skip = new SkipDropCheck(productId, { ...point, reason }, workerOrigin(this.kind));
    return (await this.commands.execute(dropCheck, skip)).position;
  }

  private async inVain(
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
