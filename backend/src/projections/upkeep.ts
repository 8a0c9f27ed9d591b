import type { OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { endOfFolding } from './end-of-folding.js';
import type { Projector } from './projector.js';
import type { Rebuilds } from './rebuilds.js';

/** ms */
const SWEEP = 3_600_000;

export class ReadModelUpkeep implements OnModuleDestroy {
  constructor(
    private readonly projector: Pick<Projector, 'folds'>,
    private readonly rebuilds: Rebuilds,
    private readonly models: Pick<ReadModels, 'isElsewhere'>,
  ) {}

  @Interval(SWEEP)
  async sweep(): Promise<void> {
    if (this.projector.folds) await this.rebuilds.sweep();
  }

  async onModuleDestroy(): Promise<void> {
    await endOfFolding(this.models, this.rebuilds.stop());
  }
}
