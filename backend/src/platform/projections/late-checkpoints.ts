import type { Position } from '../log/event-log.js';
import type { ReadModels } from '../read-models/read-models.js';
import { StoreUnavailable } from '../store-unavailable.js';
import type { Projection } from './projection.js';

/** ms */
const LATER = 250;

/** Checkpoints of projections that nothing has touched: in a store elsewhere they move now and then, not with each batch. */
export class LateCheckpoints {
  private readonly late = new Map<Projection<unknown>, Position>();
  private timer: NodeJS.Timeout | undefined;
  private moving: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly models: Pick<ReadModels, 'advance'>,
    private readonly failed: (projection: Projection<unknown>, position: Position, error: unknown) => void,
  ) {}

  /** All up to there is folded into it. */
  move(projection: Projection<unknown>, position: Position): void {
    this.late.set(projection, position);
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => void this.moveNow(), LATER).unref();
  }

  /** It has moved with its rows. */
  hasMoved(projection: Projection<unknown>): void {
    this.late.delete(projection);
  }

  /** Resolves once those that were late are stored, unless the store is away. */
  moveNow(): Promise<unknown> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const late = [...this.late];
    this.late.clear();
    this.moving = Promise.all([this.moving, ...late.map(([projection, position]) => this.store(projection, position))]);
    return this.moving;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.moving;
  }

  private async store(projection: Projection<unknown>, position: Position): Promise<void> {
    try {
      await this.models.advance(projection, position);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.failed(projection, position, error);
      else if (!this.late.has(projection)) this.move(projection, position);
    }
  }
}
