import { setTimeout as wait } from 'node:timers/promises';
import type { Position } from '../stores/event-log/event-log.js';
import type { Collection, ReadModels } from '../stores/read-models/read-models.js';
import type { Projection } from './projection.js';
import type { AnyRecorded } from './recorded.js';

export interface Behind {
  projection: string;
  position: Position;
}

/** ms */
interface Patience {
  lookAgain: number;
  foldsWithin: number;
  endsWithin: number;
}

export const PATIENCE: Patience = { lookAgain: 20, foldsWithin: 3_000, endsWithin: 2_000 };

export class FoldedElsewhere {
  private readonly stuck = new Map<string, Position>();
  private readonly moved = new Map<string, { position: Position; at: number }>();
  private readonly wanted = new Map<string, Position>();
  private watching = false;
  /** ms UTC */
  private movedAt = 0;

  constructor(
    private readonly models: Pick<ReadModels, 'checkpoint'>,
    private readonly projections: readonly Projection<unknown>[],
    private readonly signal: AbortSignal,
    private readonly patience: Pick<Patience, 'lookAgain' | 'foldsWithin'> = PATIENCE,
  ) {}

  get behind(): Behind[] {
    return [...this.stuck].map(([projection, position]) => ({ projection, position }));
  }

  isBehind({ name }: Pick<Collection, 'name'>): boolean {
    return this.stuck.has(name);
  }

  forget(name: string): void {
    this.moved.delete(name);
    this.stuck.delete(name);
  }

  /** Waits for all projections except those that stand still. `onLate`: nothing has moved for long. */
  async passed(events: readonly AnyRecorded[], onLate: () => void): Promise<void> {
    const since = Date.now();
    this.want(events);
    for (;;) {
      const isLate = Date.now() - since > this.patience.foldsWithin;
      await this.look(isLate ? events.at(-1)?.position : 0);
      const lacking = this.projections.filter((one) => this.lacks(one));
      if (lacking.length === 0) break;
      // A checkpoint that has come this far proves that some process projects.
      const someAreThere = this.projections.some(({ name }) => this.at(name) >= (events.at(-1)?.position ?? 0));
      if (someAreThere) for (const { name } of lacking) this.giveUp(name, since);
      if (someAreThere && lacking.every((one) => this.isBehind(one))) break;
      if (isLate && Date.now() - this.movedAt > this.patience.foldsWithin) onLate();
      await wait(this.patience.lookAgain, undefined, { signal: this.signal });
    }
    if (this.stuck.size > 0 && !this.watching) void this.watch();
  }

  private want(events: readonly AnyRecorded[]): void {
    for (const projection of this.projections) {
      const last = events.findLast((event) => touches(projection, event));
      if (last) this.wanted.set(projection.name, last.position);
    }
  }

  private lacks({ name }: Pick<Collection, 'name'>): boolean {
    return this.at(name) < (this.wanted.get(name) ?? 0);
  }

  private giveUp(name: string, since: number): void {
    const stoodStill = Date.now() - Math.max(since, this.moved.get(name)?.at ?? 0);
    if (stoodStill > this.patience.foldsWithin) this.stuck.set(name, this.at(name));
  }

  private at(name: string): Position {
    return this.moved.get(name)?.position ?? 0;
  }

  private async look(far: Position = 0): Promise<void> {
    for (const projection of this.projections) {
      const { name } = projection;
      if (!this.lacks(projection) && this.at(name) >= far) continue;
      const position = await this.models.checkpoint(projection);
      const before = this.moved.get(name)?.position;
      if (before !== undefined && before !== position) this.movedAt = Date.now();
      if (position !== before) this.moved.set(name, { position, at: Date.now() });
      if (!this.lacks(projection)) this.stuck.delete(name);
      else if (this.stuck.has(name)) this.stuck.set(name, position);
    }
  }

  private async watch(): Promise<void> {
    this.watching = true;
    while (this.stuck.size > 0 && !this.signal.aborted) {
      await wait(this.patience.foldsWithin / 3, undefined, { signal: this.signal }).catch(() => undefined);
      await this.look().catch(() => undefined);
    }
    this.watching = false;
  }
}

function touches(projection: Projection<unknown>, event: AnyRecorded): boolean {
  if (!projection.categories.includes(event.category)) return false;
  try {
    return projection.idsOf(event).length > 0;
  } catch {
    return true; // the projection has stopped there
  }
}
