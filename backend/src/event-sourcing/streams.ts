import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import type { Damage } from '../stores/event-log/stream-integrity.js';
import { HUNG_AFTER, noAnswer } from '../stores/store-calls.js';
import { withinRequest } from '../telemetry/request-context.js';
import type { Acceptances } from './acceptances.js';
import type { Schema } from './codec.js';
import type { Command, CommandMetadata, Decider, DomainEvent, Handled, StreamState } from './decider.js';
import type { Sealer } from './sealer.js';
import type { AnyDecider } from './stream-fold.js';
import { type AppendCounts, StreamQueue } from './stream-queue.js';

export interface StreamsOptions {
  schema: Schema;
  /** ms UTC */
  clock: () => number;
  maxWaiting?: number;
  /** bytes that idle streams may take, approximate */
  idleBytes?: number;
  acceptances?: Acceptances;
  onDamaged?: (damage: Damage) => void;
  onWhole?: (stream: string) => void;
  onLower?: () => void;
  /** Runs before any store call. @throws StorageFull */
  admit?: (command: Command) => void;
}

const LOOK = 250;
/** bytes; about 40,000 slots of products or 10,000 finished orders */
const IDLE_BYTES = 64 * 2 ** 20;
const PER_STREAM = 1_000;

export class Streams {
  private readonly active = new Map<string, StreamQueue>();
  private readonly idle: LRUCache<string, StreamQueue>;
  private looking: NodeJS.Timeout | undefined;
  readonly counts: AppendCounts = { appends: 0, conflicts: 0 };

  constructor(
    private readonly log: EventLog,
    private readonly sealer: Sealer,
    private readonly options: StreamsOptions,
  ) {
    const maxSize = options.idleBytes ?? IDLE_BYTES;
    // lru-cache keeps no entry that is larger than maxSize.
    this.idle = new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.min(maxSize, PER_STREAM + bytes) });
  }

  /** Resolves once its events are durable. @throws Refused, StorageFull, StreamDamaged */
  async handle<State, C extends Command, E extends DomainEvent>(
    decider: Decider<State, C, E>,
    command: C,
  ): Promise<Handled<State, E>> {
    this.options.admit?.(command);
    // Returned without `await`, a promise of an async function costs two more.
    return (await this.queue(decider, command.id).decide(command)) as Handled<State, E>;
  }

  /** Reads the log. @throws Refused when another request used `origin`'s command id */
  async read<State>(
    decider: Decider<State, Command, DomainEvent>,
    id: string,
    metadata?: CommandMetadata,
  ): Promise<StreamState<State>> {
    const queue = this.queue(decider, id);
    try {
      return (await withinRequest(queue.read(metadata), late)) as StreamState<State>;
    } finally {
      this.weigh(queue);
    }
  }

  seen(category: string, id: string): Position {
    const stream = `${category}-${id}`;
    return (this.active.get(stream) ?? this.idle.peek(stream))?.position ?? 0;
  }

  /** May be stale: use it only where an append decides, or read the log before a refusal. */
  async cached<State>(decider: Decider<State, Command, DomainEvent>, id: string): Promise<State> {
    const queue = this.queue(decider, id);
    try {
      return (await withinRequest(queue.cached(), late)) as State;
    } finally {
      this.weigh(queue);
    }
  }

  hear({ category, id, revision }: { category: string; id: string; revision: number }): void {
    const stream = `${category}-${id}`;
    (this.active.get(stream) ?? this.idle.peek(stream))?.hear(revision);
  }

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
    const cached = this.active.get(stream) ?? this.idle.get(stream);
    if (cached) return cached;
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

  /** lru-cache does not weigh the same value again, so the entry is deleted first. */
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
