import { Injectable } from '@nestjs/common';
import { Hinders, type Hindrance } from '../../platform/projections/hindrances.js';
import { NearReleases } from './near-releases.js';

/** Read models are not rebuilt either while a release is near. */
@Hinders()
@Injectable()
export class ReleasesHinder implements Hindrance {
  constructor(private readonly near: NearReleases) {}

  async whyNotNow(): Promise<string | null> {
    const near = await this.near.now();
    const first = Math.min(...near.map(({ at }) => at));
    if (near.length === 0) return null;
    return `A release is near (${new Date(first).toISOString()}). Nothing is rebuilt within 30 minutes of one.`;
  }
}
