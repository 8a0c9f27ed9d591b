import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { LeaveWaitlist } from '../../catalogue/products/waitlist.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import { Reads } from '../../projections/reads.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { despiteDamage } from '../../stores/event-log/stream-integrity.js';
import { lossIn, lostPlaces, RecordGivenUp } from './lost-places.js';
import { GIVE_UP_PLACES } from './waitlist.jobs.js';
import { waitlistProjection } from './waitlist.projection.js';

const MOST = 1_000;

/** Removes places when their profile, account or role is gone; an open offer passes to the next. */
@Worker()
@Injectable()
export class GiveUpPlaces implements JobWorker {
  readonly kind = GIVE_UP_PLACES;
  readonly concurrency = 4;
  readonly urgent = true;
  readonly longestPause = 5_000;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
  ) {}

  async work({ id: row }: Job): Promise<Position> {
    const { reason, id, cause } = lossIn(row);
    const isProfile = reason === 'profile-removed';
    const where: Record<string, string> = isProfile ? { profileId: id } : { accountId: id };
    const places = await this.reads.find(waitlistProjection, { where, limit: MOST });
    await despiteDamage(places, ({ productId, accountId }) => {
      const leave = { accountId, profileId: isProfile ? id : null, reason };
      return this.commands.execute(product, new LeaveWaitlist(productId, leave, workerMetadata(this.kind)));
    });
    const recorded = new RecordGivenUp(id, { reason, cause }, workerMetadata(this.kind));
    return (await this.commands.execute(lostPlaces, recorded)).position;
  }
}
