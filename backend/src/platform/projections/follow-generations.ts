import type { Logger } from 'pino';
import type { Platform } from '../platform.js';
import { type Generations, pointersOf } from '../read-models/generations.js';
import { keyOf } from '../read-models/read-models.js';
import { StoreUnavailable } from '../store-unavailable.js';
import type { Projection } from './projection.js';
import { type BuildStores, catchUp } from './rebuild.js';

type Stores = Omit<BuildStores, 'models'> & Pick<Platform, 'projector'>;

/** ms between two looks at what is in use; a process that has not looked yet reads what was in use before */
const LOOK = 1_000;

/**
 * Has this process use the generations that the store says are in use: each only once it holds all that this process knows of, so
 * that nobody reads less than before.
 */
export class FollowGenerations {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly generations: Generations,
    private readonly projections: readonly Projection<unknown>[],
    private readonly stores: Stores,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), LOOK).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
  }

  /** One look after the other. Resolves once this one is over; what could not be used yet is for the next. */
  look(): Promise<void> {
    const looked = this.looking.then(() => this.lookOnce());
    this.looking = looked.catch(() => undefined);
    return looked;
  }

  private async lookOnce(): Promise<void> {
    const { generations, projections, stores, stopping } = this;
    if (stopping.signal.aborted || !stores.projector.progress().caughtUp) return;
    try {
      const pointers = await pointersOf(generations.stored, projections);
      for (const projection of projections) {
        const stored = pointers.get(keyOf(projection))?.stored ?? projection.name;
        if (stored !== generations.of(projection).name) await this.use(projection, stored);
      }
    } catch (error) {
      if (stopping.signal.aborted || error instanceof StoreUnavailable) return;
      this.logger.warn({ err: error }, 'a read model that was replaced is not used here yet');
    }
  }

  private async use(projection: Projection<unknown>, stored: string): Promise<void> {
    const { generations, stores, stopping } = this;
    const target = { ...projection, name: stored };
    const from = { ...stores, models: generations.stored };
    const { signal } = stopping;
    await generations.stored.open([target]);
    if (stores.projector.folds) {
      await catchUp(from, target, { signal });
      await stores.projector.between(async () => {
        const upTo = await catchUp(from, target, { signal });
        await generations.use(projection, stored);
        stores.projector.hasMoved(projection, upTo);
      });
    } else {
      const upTo = await generations.stored.checkpoint(target);
      // Somebody who folds has yet to look.
      if (upTo < stores.projector.position) return;
      await generations.use(projection, stored);
      stores.projector.hasMoved(projection, upTo);
    }
    this.logger.info({ projection: projection.name, stored }, 'a read model was replaced');
  }
}
