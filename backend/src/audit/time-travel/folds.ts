import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InjectEventLog, InjectSchema } from '../../config/tokens.js';
import { currentData, type Schema } from '../../event-sourcing/codec.js';
import { type Command, type Decider, type DomainEvent, withoutPersonal } from '../../event-sourcing/decider.js';
import { type EventLog, NO_STREAM } from '../../stores/event-log/event-log.js';

const EVERY = 1_000;
const STREAMS_KEPT = 20;

interface Kept {
  revision: number;
  state: unknown;
}

@Injectable()
export class Folds {
  private readonly kept = new LRUCache<string, Kept[]>({ max: STREAMS_KEPT });

  constructor(
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
  ) {}

  /** The event at `revision` must exist; -1 returns the initial state. */
  async at<State>(
    decider: Decider<State, Command, DomainEvent>,
    id: string,
    revision: number,
  ): Promise<{ before: State; state: State }> {
    const stream = `${decider.category}-${id}`;
    const kept = this.kept.get(stream) ?? [];
    const start = kept.findLast((one) => one.revision < revision) ?? { revision: NO_STREAM, state: decider.initial };
    let state = start.state as State;
    let before = state;
    const from = start.revision + 1;
    for await (const event of this.log.readStream(stream, { from, limit: revision + 1 - from })) {
      before = state;
      if (event.isForeign) continue;
      const data = currentData(event, this.schema);
      state = decider.evolve(state, withoutPersonal({ type: event.type, data }));
      const last = kept.at(-1)?.revision ?? 0;
      if (event.revision % EVERY === 0 && event.revision > last) kept.push({ revision: event.revision, state });
    }
    if (kept.length > 0) this.kept.set(stream, kept);
    return { before, state };
  }
}
