import { setImmediate as nextTurn } from 'node:timers/promises';
import { boundedCache } from '../bounded-cache.js';
import type { StorageRoom } from '../storage-room.js';
import { assertAppend } from './append-bounds.js';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type LookedBack,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from './event-log.js';
import { GroupCommit, type Outcome } from './group-commit.js';
import { openEnvironment } from './lmdb-environment.js';
import { type Append, LmdbLogStore, type PlacedAppend, toRecorded, toText } from './lmdb-log-store.js';
import { RecentEvents } from './recent-events.js';

const READ_BATCH = 500;
const CATCH_UP_BATCH = 2_000;

export async function openLmdbEventLog(
  path: string,
  environment = openEnvironment(path),
  room?: StorageRoom,
): Promise<EventLog> {
  return new LmdbEventLog(new LmdbLogStore(environment, room));
}

interface Group {
  placed: PlacedAppend[];
  outcomes: Outcome<AppendResult>[];
  heads: Map<string, number>;
  head: Position;
}

class LmdbEventLog implements EventLog {
  readonly #writer = new GroupCommit<Append, AppendResult>({
    commit: (group) => this.#commit(group),
    bytesOf: ({ text }) => text.length,
  });
  readonly #recent = new RecentEvents();
  readonly #heads = boundedCache<number>(50_000);
  readonly #sleeping = new Set<() => void>();
  #head: Position;
  #failure: Error | undefined;
  #closed = false;

  constructor(private readonly store: LmdbLogStore) {
    this.#head = store.head();
  }

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    const text = toText(stream, expected + 1, events);
    assertAppend(stream, expected, events, text);
    return await this.#writer.add({ stream, revision: expected + 1, events, text });
  }

  async head(): Promise<Position> {
    return this.#head;
  }

  async *readStream(stream: string, options: { from?: number; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    this.#assertOpen();
    const head = this.#head;
    let from = options.from ?? 0;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0 && from <= this.#headOf(stream)) {
      const wanted = Math.min(left, READ_BATCH);
      const events = this.store.ofStream(stream, from, head, wanted).slice(0, left);
      for (const event of events) yield event;
      if (events.length < wanted) return;
      from += events.length;
      left -= events.length;
      await this.#turn();
    }
  }

  async wasCut(): Promise<boolean> {
    return false;
  }

  readAll(options: { after?: Position; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    return this.#readUpTo(this.#head, options.after ?? 0, options.limit ?? Number.POSITIVE_INFINITY);
  }

  async *#readUpTo(head: Position, after: Position, limit: number): AsyncIterable<RecordedEvent> {
    this.#assertOpen();
    let [position, left] = [after, limit];
    while (position < head && left > 0) {
      const events = this.#stored(position, head, Math.min(left, READ_BATCH)).slice(0, left);
      for (const event of events) yield event;
      position += events.length;
      left -= events.length;
      await this.#turn();
    }
  }

  async at(position: Position): Promise<RecordedEvent | undefined> {
    this.#assertOpen();
    const isThere = position >= 1 && position <= this.#head;
    return isThere ? this.store.after(position - 1, this.#head, 1)[0] : undefined;
  }

  async lookBack({ before, count, mentions = [] }: Parameters<EventLog['lookBack']>[0]): Promise<LookedBack> {
    this.#assertOpen();
    const events: RecordedEvent[] = [];
    const start = Math.min(before ?? Number.POSITIVE_INFINITY, this.#head + 1);
    let reached: Position | null = start;
    while (reached !== null && start - reached < count) {
      if (reached < start) await this.#turn();
      const part = this.store.before(reached, Math.min(READ_BATCH, count - (start - reached)), mentions);
      events.push(...part.events);
      reached = part.reached;
    }
    return { events, reached, passed: start - (reached ?? 1) };
  }

  async *subscribe({ after, signal }: { after: Position; signal: AbortSignal }) {
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      let position = after;
      let told = false;
      while (!signal.aborted) {
        this.#assertOpen();
        if (position < this.#head) {
          const recent = this.#recent.after(position, READ_BATCH);
          const events = recent ?? this.#stored(position, this.#head, CATCH_UP_BATCH);
          position += events.length;
          told = position === this.#head;
          yield { events, caughtUp: told };
          if (!recent) await nextTurn();
        } else if (told) {
          await new Promise<void>((resolve) => this.#sleeping.add(resolve));
        } else {
          told = true;
          yield { events: [], caughtUp: true };
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writer.close();
    this.#wake();
    await this.store.close();
  }

  async #commit(group: readonly Append[]): Promise<Outcome<AppendResult>[]> {
    if (this.#failure) throw this.#failure;
    const { placed, outcomes, heads, head } = this.#decide(group);
    if (placed.length > 0) {
      await this.#write(placed);
      this.#publish(placed, heads, head);
    }
    return outcomes;
  }

  #decide(appends: readonly Append[]): Group {
    const group: Group = { placed: [], outcomes: [], heads: new Map(), head: this.#head };
    for (const append of appends) {
      const { stream, revision, events } = append;
      const actual = group.heads.get(stream) ?? this.#headOf(stream);
      if (revision === actual + 1) {
        group.placed.push({ ...append, position: group.head + 1 });
        group.head += events.length;
        group.heads.set(stream, actual + events.length);
        group.outcomes.push({ answer: { revision: actual + events.length, position: group.head } });
      } else {
        const answer = revision <= actual ? this.#repeated(append, group.placed) : undefined;
        const refusal = new WrongExpectedRevision(stream, revision - 1, actual);
        group.outcomes.push(answer ? { answer } : { refusal });
      }
    }
    return group;
  }

  #repeated({ stream, revision, events }: Append, placed: readonly PlacedAppend[]): AppendResult | undefined {
    const known = [
      ...this.store.ofStream(stream, revision, this.#head, events.length),
      ...placed.filter((append) => append.stream === stream).flatMap(toRecorded),
    ].filter((event) => event.revision >= revision);
    const last = known[events.length - 1];
    const same = events.every(({ id }, i) => known[i]?.id === id);
    return last && same ? { revision: last.revision, position: last.position } : undefined;
  }

  async #write(placed: readonly PlacedAppend[]): Promise<void> {
    try {
      if (await this.store.write(placed, this.#head + 1)) return;
      this.#failure = new AppendOutcomeUnknown('another process writes to this log; start again');
    } catch (error) {
      if (this.#isUnchanged()) throw error;
      this.#failure = new AppendOutcomeUnknown('the log could not write and cannot tell how far it came; start again', {
        cause: error,
      });
    }
    throw this.#failure;
  }

  #isUnchanged(): boolean {
    try {
      return this.store.head() === this.#head;
    } catch {
      return false;
    }
  }

  #publish(placed: readonly PlacedAppend[], heads: ReadonlyMap<string, number>, head: Position): void {
    for (const append of placed) this.#recent.push(append.position, toRecorded(append), append.text.length);
    for (const [stream, revision] of heads) this.#heads.set(stream, revision);
    this.#head = head;
    this.#wake();
  }

  #headOf(stream: string): number {
    const known = this.#heads.get(stream) ?? this.store.headOf(stream);
    if (known !== NO_STREAM) this.#heads.set(stream, known);
    return known;
  }

  #stored(after: Position, head: Position, limit: number): RecordedEvent[] {
    const events = this.store.after(after, head, limit);
    if (events.length === 0) throw new Error(`the log ends at position ${after} and should reach ${head}`);
    return events;
  }

  #wake(): void {
    for (const wake of this.#sleeping) wake();
    this.#sleeping.clear();
  }

  async #turn(): Promise<void> {
    await nextTurn();
    this.#assertOpen();
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the event log is closed');
  }
}
