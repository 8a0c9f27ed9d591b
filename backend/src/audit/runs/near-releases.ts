import { Injectable } from '@nestjs/common';
import type { RunKind } from '@supreme-access/contract/audit-runs.js';
import { InjectClock } from '../../platform/platform.js';
import { Reads } from '../../platform/read-models/reads.js';
import { productsProjection } from '../../products/products.projection.js';
import { BEFORE, LONGEST_DROP, type NearRelease } from './audit-run.js';
import { RunLength } from './run-length.js';

/** Releases that are soon, and drops that go on; one that has finished is near no more. */
@Injectable()
export class NearReleases {
  constructor(
    private readonly reads: Reads,
    private readonly length: RunLength,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /**
   * Those that may be in the way of a run, or without a kind of whatever reads the whole log: none where that is done in a moment.
   * `known`: what `now` has found.
   */
  async inTheWayOf(kind?: RunKind, known?: NearRelease[]): Promise<NearRelease[]> {
    const near = known ?? (await this.now());
    return near.length > 0 && (await this.length.isShort(kind)) ? [] : near;
  }

  async now(): Promise<NearRelease[]> {
    const now = this.clock();
    const near = { gte: now - LONGEST_DROP, lte: now + BEFORE };
    const [announced, begun] = await Promise.all([
      this.reads.find(productsProjection, {
        where: { releaseAt: near, startedAt: null, cancelled: false, delisted: false },
      }),
      this.reads.find(productsProjection, { where: { startedAt: near, finishedAt: null } }),
    ]);
    return [...begun, ...announced].map(({ productTitle: title, startedAt, releaseAt }) => {
      const at = startedAt ?? releaseAt ?? now;
      return { title, at, until: at + LONGEST_DROP, hasBegun: startedAt !== null };
    });
  }
}
