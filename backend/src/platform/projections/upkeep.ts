import { setTimeout as wait } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FollowGenerations } from './follow-generations.js';
import type { Projector } from './projector.js';
import type { Rebuilds } from './rebuilds.js';

/** ms */
const SWEEP = 3_600_000;
/** ms for which a stop waits for what is under way: it changes nothing any more, and its store may be away for long */
const GRACE = 1_000;

/** What read models need for as long as the process runs: those that were replaced elsewhere are followed, and dropped after a day. */
export class ReadModelUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly projector: Pick<Projector, 'folds'>,
    private readonly follow: FollowGenerations,
    private readonly rebuilds: Rebuilds,
  ) {}

  onApplicationBootstrap(): void {
    this.follow.start();
  }

  @Interval(SWEEP)
  async sweep(): Promise<void> {
    if (this.projector.folds) await this.rebuilds.sweep();
  }

  async onModuleDestroy(): Promise<void> {
    const ended = Promise.all([this.rebuilds.stop(), this.follow.stop()]);
    await Promise.race([ended, wait(GRACE, undefined, { ref: false })]);
  }
}
