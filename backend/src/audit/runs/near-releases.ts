import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../platform/platform.js';
import { Reads } from '../../platform/read-models/reads.js';
import { productsProjection } from '../../products/products.projection.js';
import { KEEP_AWAY, type NearRelease } from './audit-run.js';

/** Releases that are soon, or have just begun. */
@Injectable()
export class NearReleases {
  constructor(
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async now(): Promise<NearRelease[]> {
    const at = this.clock();
    const within = { gte: at - KEEP_AWAY, lte: at + KEEP_AWAY };
    const [announced, begun] = await Promise.all([
      this.reads.find(productsProjection, { where: { releaseAt: within, cancelled: false, delisted: false } }),
      this.reads.find(productsProjection, { where: { startedAt: within } }),
    ]);
    return [...begun, ...announced].map(({ productId, startedAt, releaseAt }) => {
      return { productId, at: startedAt ?? releaseAt ?? at };
    });
  }
}
