import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { ReadModels } from '../read-models/read-models.js';
import { endOfFolding } from './end-of-folding.js';
import type { FollowGenerations } from './follow-generations.js';
import type { Projector } from './projector.js';
import type { Rebuilds } from './rebuilds.js';

/** ms */
const SWEEP = 3_600_000;

/** What read models need for as long as the process runs: those that were replaced elsewhere are followed, and dropped after a day. */
export class ReadModelUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly projector: Pick<Projector, 'folds'>,
    private readonly follow: FollowGenerations,
    private readonly rebuilds: Rebuilds,
    private readonly models: Pick<ReadModels, 'isElsewhere'>,
  ) {}

  onApplicationBootstrap(): void {
    this.follow.start();
  }

  @Interval(SWEEP)
  async sweep(): Promise<void> {
    if (this.projector.folds) await this.rebuilds.sweep();
  }

  async onModuleDestroy(): Promise<void> {
    await endOfFolding(this.models, Promise.all([this.rebuilds.stop(), this.follow.stop()]));
  }
}
