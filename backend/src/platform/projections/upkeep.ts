import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { FollowGenerations } from './follow-generations.js';
import type { Projector } from './projector.js';
import type { Rebuilds } from './rebuilds.js';

/** ms */
const SWEEP = 3_600_000;

/** What read models need for as long as the process runs: those that were replaced elsewhere are followed, and dropped after a day. */
export class ReadModelUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly projector: Pick<Projector, 'folds'>,
    private readonly follow: FollowGenerations,
    private readonly rebuilds: Rebuilds,
  ) {}

  onApplicationBootstrap(): void {
    this.follow.start();
    // A store that is away is swept an hour later.
    const sweep = () => this.rebuilds.sweep().catch(() => undefined);
    if (this.projector.folds) this.timer = setInterval(() => void sweep(), SWEEP).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.rebuilds.stop();
    await this.follow.stop();
  }
}
