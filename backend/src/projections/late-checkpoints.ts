import type { ReadModels } from '../stores/read-models/read-models.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import type { Projection } from './projection.js';
import type { AnyRecorded } from './recorded.js';

/** ms; a call per read model that a batch did not touch */
const LATER = 1_000;

type Reached = Pick<AnyRecorded, 'position' | 'eventId'>;

export class LateCheckpoints {
  private readonly late = new Map<Projection<unknown>, Reached>();
  private timer: NodeJS.Timeout | undefined;
  private moving: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly models: Pick<ReadModels, 'advance'>,
    private readonly failed: (projection: Projection<unknown>, position: number, error: unknown) => void,
  ) {}

  move(projection: Projection<unknown>, reached: Reached): void {
    this.late.set(projection, reached);
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => void this.moveNow(), LATER).unref();
  }

  hasMoved(projection: Projection<unknown>): void {
    this.late.delete(projection);
  }

  moveNow(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const late = [...this.late];
    this.late.clear();
    const stored = late.map(([projection, reached]) => this.store(projection, reached));
    // Without `then` each result would hold the one before.
    this.moving = Promise.all([this.moving, ...stored]).then(() => undefined);
    return this.moving;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.moving;
  }

  private async store(projection: Projection<unknown>, reached: Reached): Promise<void> {
    try {
      await this.models.advance(projection, reached.position, reached.eventId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.failed(projection, reached.position, error);
      else if (!this.late.has(projection)) this.move(projection, reached);
    }
  }
}
