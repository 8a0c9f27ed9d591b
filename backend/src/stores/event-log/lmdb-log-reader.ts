import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog, LookedBack, Position, RecordedEvent } from './event-log.js';
import type { LmdbLogStore } from './lmdb-log-store.js';
import { RecentEvents } from './recent-events.js';

const READ_BATCH = 500;
const CATCH_UP_BATCH = 2_000;

/** Reads up to a head that its owner moves: what is durable, but not yet announced, is not seen. */
export class LmdbLogReader implements Omit<EventLog, 'append'> {
  protected readonly recent = new RecentEvents();
  private readonly sleeping = new Set<() => void>();
  protected end: Position;
  protected isClosed = false;

  constructor(
    protected readonly store: LmdbLogStore,
    end: Position,
  ) {
    this.end = end;
  }

  async head(): Promise<Position> {
    return this.end;
  }

  async *readStream(stream: string, options: { from?: number; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    this.assertOpen();
    const head = this.end;
    let from = options.from ?? 0;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0 && from <= this.headOf(stream)) {
      const wanted = Math.min(left, READ_BATCH);
      const events = this.store.ofStream(stream, from, head, wanted).slice(0, left);
      for (const event of events) yield event;
      if (events.length < wanted) return;
      from += events.length;
      left -= events.length;
      await this.turn();
    }
  }

  async wasCut(): Promise<boolean> {
    return false;
  }

  readAll(options: { after?: Position; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    return this.readUpTo(this.end, options.after ?? 0, options.limit ?? Number.POSITIVE_INFINITY);
  }

  private async *readUpTo(head: Position, after: Position, limit: number): AsyncIterable<RecordedEvent> {
    this.assertOpen();
    let [position, left] = [after, limit];
    while (position < head && left > 0) {
      const events = this.stored(position, head, Math.min(left, READ_BATCH)).slice(0, left);
      for (const event of events) yield event;
      position += events.length;
      left -= events.length;
      await this.turn();
    }
  }

  async at(position: Position): Promise<RecordedEvent | undefined> {
    this.assertOpen();
    const isThere = position >= 1 && position <= this.end;
    return isThere ? this.store.at(position) : undefined;
  }

  async lookBack({ before, count, mentions = [] }: Parameters<EventLog['lookBack']>[0]): Promise<LookedBack> {
    this.assertOpen();
    const events: RecordedEvent[] = [];
    const start = Math.min(before ?? Number.POSITIVE_INFINITY, this.end + 1);
    let reached: Position | null = start;
    while (reached !== null && start - reached < count) {
      if (reached < start) await this.turn();
      const part = this.store.before(reached, Math.min(READ_BATCH, count - (start - reached)), mentions);
      events.push(...part.events);
      reached = part.reached;
    }
    return { events, reached, passed: start - (reached ?? 1) };
  }

  async *subscribe({ after, signal }: { after: Position; signal: AbortSignal }) {
    const wake = () => this.wake();
    signal.addEventListener('abort', wake);
    try {
      let position = after;
      let caughtUp = false;
      while (!signal.aborted) {
        this.assertOpen();
        if (position < this.end) {
          const recent = this.recent.after(position, READ_BATCH);
          const events = recent ?? this.stored(position, this.end, CATCH_UP_BATCH);
          position += events.length;
          caughtUp = position === this.end;
          yield { events, caughtUp: caughtUp };
          if (!recent) await nextTurn();
        } else if (caughtUp) {
          await new Promise<void>((resolve) => this.sleeping.add(resolve));
        } else {
          caughtUp = true;
          yield { events: [], caughtUp: true };
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.wake();
    await this.store.close();
  }

  protected moveTo(head: Position): void {
    this.end = head;
    this.wake();
  }

  protected headOf(stream: string): number {
    return this.store.headOf(stream);
  }

  private stored(after: Position, head: Position, limit: number): RecordedEvent[] {
    const events = this.store.after(after, head, limit);
    if (events.length === 0) throw new Error(`the log ends at position ${after} and should reach ${head}`);
    return events;
  }

  private wake(): void {
    for (const wake of this.sleeping) wake();
    this.sleeping.clear();
  }

  private async turn(): Promise<void> {
    await nextTurn();
    this.assertOpen();
  }

  private assertOpen(): void {
    if (this.isClosed) throw new Error('the event log is closed');
  }
}
