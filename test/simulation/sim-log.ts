import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type LookedBack,
  type Position,
  type RecordedEvent,
  type StoredEvent,
} from '../../backend/src/stores/event-log/event-log.js';
import { StreamDamaged } from '../../backend/src/stores/event-log/stream-integrity.js';
import { StorageRoom } from '../../backend/src/stores/storage-room.js';
import { StoreUnavailable } from '../../backend/src/telemetry/store-unavailable.js';
import type { Connection } from './connection.js';
import type { LogServer } from './log-server.js';

const BATCH = 500;
const away = () => new StoreUnavailable('the log does not answer');
const inDoubt = () => new AppendOutcomeUnknown('the log did not answer');

/** One process's connection to the log, on which calls are late, lost or executed without an answer. */
export class SimLog implements EventLog {
  private readonly closing = new AbortController();

  constructor(
    private readonly server: LogServer,
    private readonly connection: Connection,
    private readonly room = StorageRoom.elsewhere(),
  ) {}

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    this.room.assertWritable(0);
    const result = await this.connection.carry(() => this.server.append({ stream, expected, events }), inDoubt);
    const { revision } = result;
    if (revision !== expected + events.length) throw new StreamDamaged({ stream, revision, reason: 'beginning' });
    return result;
  }

  async *readStream(
    stream: string,
    { from = 0, limit }: { from?: number; limit?: number } = {},
  ): AsyncIterable<RecordedEvent> {
    yield* await this.read(() => this.server.ofStream(stream, from, limit));
  }

  wasCut(stream: string): Promise<boolean> {
    return this.read(() => this.server.isCut(stream));
  }

  async *readAll({ after = 0, limit }: { after?: Position; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    yield* await this.read(() => this.server.after(after, limit));
  }

  at(position: Position): Promise<RecordedEvent | undefined> {
    return this.read(() => this.server.after(position - 1, 1).find((event) => event.position === position));
  }

  lookBack({ before = Number.POSITIVE_INFINITY, count }: { before?: Position; count: number }): Promise<LookedBack> {
    return this.read(() => {
      const passed = this.server.after(0).filter(({ position }) => position < before);
      const events = passed.slice(-count).reverse();
      const reached = events.length < passed.length ? (events.at(-1)?.position ?? null) : null;
      return { events, reached, passed: events.length };
    });
  }

  async *subscribe({ after, signal }: { after: Position; signal: AbortSignal }) {
    const stop = AbortSignal.any([signal, this.closing.signal]);
    let position = after;
    let wasCaughtUp = false;
    while (!stop.aborted) {
      const events = await this.patiently(() => this.server.after(position, BATCH), stop);
      if (stop.aborted) return;
      const last = events.at(-1);
      position = last?.position ?? position;
      const caughtUp = position >= this.server.head;
      if (last || !wasCaughtUp) yield { events, caughtUp };
      wasCaughtUp = caughtUp;
      if (position >= this.server.head && !stop.aborted) await this.server.news(stop);
    }
  }

  head(): Promise<Position> {
    return this.read(() => this.server.head);
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  private read<T>(look: () => T): Promise<T> {
    return this.connection.carry(async () => look(), away);
  }

  /** A subscription reconnects by itself. */
  private async patiently(look: () => RecordedEvent[], stop: AbortSignal): Promise<RecordedEvent[]> {
    while (!stop.aborted) {
      try {
        return await this.read(look);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
    return [];
  }
}
