import { setTimeout as wait } from 'node:timers/promises';
import type { Position } from '../log/event-log.js';
import type { Collection, ReadModels } from '../read-models/read-models.js';

export interface Behind {
  projection: string;
  /** up to which it is folded */
  position: Position;
}

/** ms */
interface Patience {
  /** between two looks at how far another process has folded */
  lookAgain: number;
  /** for which a read model may stand still while others move on, and after which readiness says that nobody folds */
  foldsWithin: number;
}

const PATIENCE: Patience = { lookAgain: 20, foldsWithin: 3_000 };

/** What another process folds. It is waited for, but not for a projection that stands still while others go on. */
export class FoldedElsewhere {
  private readonly stuck = new Map<string, Position>();
  private readonly moved = new Map<string, { position: Position; at: number }>();
  private wanted: Position = 0;
  private watching = false;

  constructor(
    private readonly models: Pick<ReadModels, 'checkpoint'>,
    private readonly projections: readonly Collection[],
    private readonly signal: AbortSignal,
    private readonly patience = PATIENCE,
  ) {}

  /** Those that stand still; they are looked after until they have caught up. */
  get behind(): Behind[] {
    return [...this.stuck].map(([projection, position]) => ({ projection, position }));
  }

  isBehind({ name }: Pick<Collection, 'name'>): boolean {
    return this.stuck.has(name);
  }

  /** Resolves once every projection that moves has passed the position; `onLate` hears when that takes long. */
  async passed(position: Position, onLate: () => void): Promise<void> {
    const since = Date.now();
    this.wanted = position;
    for (;;) {
      await this.look();
      const lacking = this.projections.filter(({ name }) => this.at(name) < position);
      if (lacking.length === 0) break;
      const someAreThere = lacking.length < this.projections.length;
      if (someAreThere) for (const { name } of lacking) this.giveUp(name, since);
      if (someAreThere && lacking.every((one) => this.isBehind(one))) break;
      if (Date.now() - since > this.patience.foldsWithin) onLate();
      await wait(this.patience.lookAgain, undefined, { signal: this.signal });
    }
    if (this.stuck.size > 0 && !this.watching) void this.watch();
  }

  private giveUp(name: string, since: number): void {
    const stoodStill = Date.now() - Math.max(since, this.moved.get(name)?.at ?? 0);
    if (stoodStill > this.patience.foldsWithin) this.stuck.set(name, this.at(name));
  }

  private at(name: string): Position {
    return this.moved.get(name)?.position ?? 0;
  }

  private async look(): Promise<void> {
    for (const projection of this.projections) {
      const { name } = projection;
      if (this.at(name) >= this.wanted) continue;
      const position = await this.models.checkpoint(projection);
      if (position !== this.moved.get(name)?.position) this.moved.set(name, { position, at: Date.now() });
      if (position >= this.wanted) this.stuck.delete(name);
      else if (this.stuck.has(name)) this.stuck.set(name, position);
    }
  }

  /** Nothing may happen any more that would have them looked at. */
  private async watch(): Promise<void> {
    this.watching = true;
    while (this.stuck.size > 0 && !this.signal.aborted) {
      await wait(this.patience.foldsWithin / 3, undefined, { signal: this.signal }).catch(() => undefined);
      // A store that does not answer is asked again by the next look.
      await this.look().catch(() => undefined);
    }
    this.watching = false;
  }
}
