import { Injectable } from '@nestjs/common';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { promo } from './promo.js';
import { RETURN_REDEMPTION } from './promos.projection.js';
import { returnRedemption } from './return-redemption.js';

@Worker()
@Injectable()
export class ReturnRedemptions implements JobWorker {
  readonly kind = RETURN_REDEMPTION;
  readonly concurrency = 4;

  constructor(private readonly commands: Commands) {}

  async work({ id }: Job): Promise<Position | undefined> {
    const [code = '', orderId = ''] = id.split(':');
    const redemption = (await this.commands.state(promo, code)).redeemed.get(orderId);
    if (!redemption) return undefined;
    const metadata = workerMetadata('promos');
    const position = await returnRedemption(
      this.commands,
      { code, orderId, productId: redemption.productId },
      metadata,
    );
    if (position === undefined) throw new Error(`the slot of ${orderId} came, and its promo waits`);
    return position;
  }
}
