import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../platform/platform.js';
import { Reads } from '../../platform/read-models/reads.js';
import { productsProjection } from '../../products/products.projection.js';
import { BEFORE, LONGEST_DROP, type NearRelease } from './audit-run.js';

/** Releases that are soon, and drops that go on; one that has finished is near no more. */
@Injectable()
export class NearReleases {
  constructor(
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async now(): Promise<NearRelease[]> {
    const now = this.clock();
    const near = { gte: now - LONGEST_DROP, lte: now + BEFORE };
    const [announced, begun] = await Promise.all([
      this.reads.find(productsProjection, {
        where: { releaseAt: near, startedAt: null, cancelled: false, delisted: false },
      }),
      this.reads.find(productsProjection, { where: { startedAt: near, finishedAt: null } }),
    ]);
    return [...begun, ...announced].map(({ productId, productTitle: title, startedAt, releaseAt }) => {
      const at = startedAt ?? releaseAt ?? now;
      return { productId, title, at, until: at + LONGEST_DROP, hasBegun: startedAt !== null };
    });
  }
}
