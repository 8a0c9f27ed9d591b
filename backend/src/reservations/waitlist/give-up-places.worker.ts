import { Injectable } from '@nestjs/common';
import { product } from '../../catalogue/products/product.js';
import { LeaveWaitlist } from '../../catalogue/products/waitlist.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import { type Job, PARKED } from '../../jobs/jobs.projection.js';
import { Reads } from '../../projections/reads.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { despiteDamage } from '../../stores/event-log/stream-integrity.js';
import type { Query } from '../../stores/read-models/read-models.js';
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

  async work({ id: row, since = PARKED }: Job): Promise<Position> {
    const { reason, id, cause } = lossIn(row);
    const where: Query['where'] =
      reason === 'profile-removed' ? { profileId: id } : { accountId: id, joinedAt: { lte: since } };
    const places = await this.reads.find(waitlistProjection, { where, sort: [['joinedAt', 'desc']], limit: MOST });
    await despiteDamage(places, ({ productId, accountId, profileId }) => {
      const leave = { accountId, profileId, reason };
      return this.commands.execute(product, new LeaveWaitlist(productId, leave, workerMetadata(this.kind)));
    });
    const recorded = new RecordGivenUp(id, { reason, cause }, workerMetadata(this.kind));
    return (await this.commands.execute(lostPlaces, recorded)).position;
  }
}
