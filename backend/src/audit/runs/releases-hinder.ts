import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../platform/platform.js';
import { Hinders, type Hindrance } from '../../platform/projections/hindrances.js';
import { inTheWay, whyNotNow } from './audit-run.js';
import { NearReleases } from './near-releases.js';

/** Read models are not rebuilt either while a release is near, unless that is done in a moment. */
@Hinders()
@Injectable()
export class ReleasesHinder implements Hindrance {
  constructor(
    private readonly near: NearReleases,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async whyNotNow(): Promise<string | null> {
    const near = inTheWay(await this.near.inTheWayOf(), this.clock());
    return near ? whyNotNow(near, 'Rebuilds') : null;
  }
}
