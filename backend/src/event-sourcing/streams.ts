import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import type { Damage } from '../stores/event-log/stream-integrity.js';
import { HUNG_AFTER, noAnswer } from '../stores/store-calls.js';
import { withinRequest } from '../telemetry/request-context.js';
import type { Acceptances } from './acceptances.js';
import type { Schema } from './codec.js';
import type { Command, Decider, DomainEvent, Handled, Origin, StreamState } from './decider.js';
import type { Sealer } from './sealer.js';
import type { AnyDecider } from './stream-fold.js';
import { type AppendCounts, StreamQueue } from './stream-queue.js';

export interface StreamsOptions {
  schema: Schema;
  /** ms UTC */
  clock: () => number;
  /** commands that may wait per stream before 503 */
  maxWaiting?: number;
  /** bytes that idle streams may take, about */
  idleBytes?: number;
  acceptances?: Acceptances;
  onDamaged?: (damage: Damage) => void;
  onWhole?: (stream: string) => void;
  /** A stream has lost events that were known: the log may be another one. */
  onLower?: () => void;
  /** Refuses a command before anything is asked of a store. @throws StorageFull */
  admit?: (command: Command) => void;
}

/** ms between two looks at who has waited too long */
const LOOK = 250;
/** bytes; some 40,000 slots of products, or 10,000 orders that have ended */
const IDLE_BYTES = 64 * 2 ** 20;
/** bytes of a stream that is known by its name only: its queue and its places in the maps */
const PER_STREAM = 1_000;

/**
 * Decides commands on streams. Each active stream has a queue that decides what waits and appends it as one batch; idle
 * streams keep their folded state, up to a number of bytes in all; the least recently used go first, and never the last one.
 */
export class Streams {
  private readonly active = new Map<string, StreamQueue>();
  private readonly idle: LRUCache<string, StreamQueue>;
  private looking: NodeJS.Timeout | undefined;
  /** since the start; a conflict is an append that found another process's events in its place */
  readonly counts: AppendCounts = { appends: 0, conflicts: 0 };

  constructor(
    private readonly log: EventLog,
    private readonly sealer: Sealer,
    private readonly options: StreamsOptions,
  ) {
    const maxSize = options.idleBytes ?? IDLE_BYTES;
    // One that is larger than all the room would not be kept at all.
    this.idle = new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.min(maxSize, PER_STREAM + bytes) });
  }

  /** Decides `command`; resolves once its events are durable. @throws Refused, StorageFull, StreamDamaged where the stream is locked */
  async handle<State, C extends Command, E extends DomainEvent>(
    decider: Decider<State, C, E>,
    command: C,
  ): Promise<Handled<State, E>> {
    this.options.admit?.(command);
    return this.queue(decider, command.id).decide(command) as Promise<Handled<State, E>>;
  }

  /** The folded state as the log holds it now (never a speculation). @throws Refused when `origin`'s command id was another request's */
  async read<State>(
    decider: Decider<State, Command, DomainEvent>,
    id: string,
    origin?: Origin,
  ): Promise<StreamState<State>> {
    const queue = this.queue(decider, id);
    try {
      return (await withinRequest(queue.read(origin), late)) as StreamState<State>;
    } finally {
      this.weigh(queue);
    }
  }

  /** Position of the last event that this process knows of in a stream; 0 of a stream it does not hold. Asks nobody. */
  seen(category: string, id: string): Position {
    const stream = `${category}-${id}`;
    return (this.active.get(stream) ?? this.idle.peek(stream))?.position ?? 0;
  }

  /**
   * What this process knows, which costs nothing, or what the log holds where it has heard of a newer event or knows nothing. Another
   * process may have gone on: it is for what is decided by an append in the end, or asked anew before anything is refused.
   */
  async cached<State>(decider: Decider<State, Command, DomainEvent>, id: string): Promise<State> {
    const queue = this.queue(decider, id);
    try {
      return (await withinRequest(queue.cached(), late)) as State;
    } finally {
      this.weigh(queue);
    }
  }

  /** An event was appended, by whomever. */
  hear({ category, id, revision }: { category: string; id: string; revision: number }): void {
    const stream = `${category}-${id}`;
    (this.active.get(stream) ?? this.idle.peek(stream))?.hear(revision);
  }

  /** Why the log has not been able to say for 5 s whether something was stored; null while it can. */
  inDoubt(): string | null {
    const limit = performance.now() - HUNG_AFTER;
    for (const queue of this.active.values()) {
      const reason = queue.inDoubt(limit);
      if (reason !== null) return reason;
    }
    return null;
  }

  private queue(decider: AnyDecider, id: string): StreamQueue {
    const stream = `${decider.category}-${id}`;
    const known = this.active.get(stream) ?? this.idle.get(stream);
    if (known) return known;
    const queue = new StreamQueue(stream, decider, {
      log: this.log,
      sealer: this.sealer,
      newEventId: randomUUID,
      maxWaiting: 20_000,
      counts: this.counts,
      ...this.options,
      onBusy: () => {
        this.idle.delete(stream);
        this.active.set(stream, queue);
        this.looking ??= setInterval(() => this.look(), LOOK).unref();
      },
      onIdle: () => {
        this.active.delete(stream);
        this.idle.set(stream, queue);
      },
    });
    this.idle.set(stream, queue);
    return queue;
  }

  /** An idle stream was weighed as it became idle, and may have been folded since; the same value put again is not weighed anew. */
  private weigh(queue: StreamQueue): void {
    const { stream } = queue;
    if (this.idle.peek(stream) !== queue) return;
    this.idle.delete(stream);
    this.idle.set(stream, queue);
  }

  private look(): void {
    const now = performance.now();
    for (const queue of this.active.values()) queue.giveUp(now);
    if (this.active.size > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }
}

function late(): Error {
  return noAnswer('the event log');
}
