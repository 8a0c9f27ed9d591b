import type { Projection } from './projection.js';
import { type BuildStores, compareWithRebuilt, type RebuildOptions, type RebuildReport } from './rebuild.js';

export class Comparison {
  constructor(private readonly platform: BuildStores & { projections: readonly Projection<unknown>[] }) {}

  get projections(): readonly Projection<unknown>[] {
    return this.platform.projections;
  }

  of(live: Projection<unknown>, options: Pick<RebuildOptions, 'signal' | 'rest'>): Promise<RebuildReport> {
    return compareWithRebuilt(this.platform, live, { ...options, beside: `${live.name}-replayed` });
  }
}
