import { assertAppend } from '../../backend/src/stores/event-log/append-bounds.js';
import { asRecorded } from '../../backend/src/stores/event-log/envelope.js';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from '../../backend/src/stores/event-log/event-log.js';
import { StreamDamaged } from '../../backend/src/stores/event-log/stream-integrity.js';

export interface Append {
  stream: string;
  expected: number;
  events: readonly StoredEvent[];
}
interface Waiting extends Append {
  resolve: (result: AppendResult) => void;
  reject: (error: Error) => void;
}

/** Positions have gaps, as EventStoreDB's have. */
const STEP = 10;

/**
 * The log that all processes share. A write is lost when the power fails before the flush; only after it is the write judged, answered and
 * visible.
 */
export class LogServer {
  protected readonly events: RecordedEvent[] = [];
  protected readonly streams = new Map<string, RecordedEvent[]>();
  /** revision of the first visible event */
  private readonly cuts = new Map<string, number>();
  private readonly sleeping = new Set<() => void>();
  private waiting: Waiting[] = [];
  private isFlushing = false;
  protected isPutBack = false;
  private crashes = 0;
  private furthest: Position = 0;

  onEvent: (event: RecordedEvent) => void = () => {};

  /** `flush` resolves once the disk has the write. */
  constructor(private readonly flush: () => Promise<void>) {}

  get head(): Position {
    return this.events.length * STEP;
  }

  /** The log ends before a position that a reader may know; a start on it checks again, which takes time. */
  get isShort(): boolean {
    return this.head < this.furthest;
  }

  /** @throws RangeError, WrongExpectedRevision, AppendOutcomeUnknown after a crash */
  async append(append: Append): Promise<AppendResult> {
    assertAppend(append.stream, append.expected, append.events, JSON.stringify(append.events));
    if (this.isPutBack) throw new AppendOutcomeUnknown('the connection broke');
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...append, resolve, reject });
      if (!this.isFlushing) void this.work();
    });
  }

  /** A power failure: waiting callers get a broken connection. */
  crash(): void {
    this.crashes += 1;
    for (const { reject } of this.waiting.splice(0)) reject(new AppendOutcomeUnknown('the connection broke'));
  }

  /** Restores the log without its last `lost` events and blocks writes. The returned function undoes it. */
  putBack(lost: number): () => void {
    this.crash();
    this.isPutBack = true;
    const events = [...this.events];
    const streams = new Map([...this.streams].map(([name, own]) => [name, [...own]]));
    for (const { stream } of this.events.splice(-lost)) this.streams.get(stream)?.pop();
    return () => {
      this.events.splice(0, this.events.length, ...events);
      for (const [name, own] of streams) this.streams.set(name, own);
      this.isPutBack = false;
    };
  }

  ofStream(stream: string, from = 0, limit = Number.POSITIVE_INFINITY): RecordedEvent[] {
    const first = Math.max(from, this.cuts.get(stream) ?? 0);
    return this.streams.get(stream)?.slice(first, first + limit) ?? [];
  }

  /** Hides the beginning of a stream, or all of it, from stream reads; reads of all events still have it, as in EventStoreDB. */
  cut(stream: string, before = Number.POSITIVE_INFINITY): void {
    this.cuts.set(stream, before);
  }

  isCut(stream: string): boolean {
    return (this.cuts.get(stream) ?? 0) > 0;
  }

  after(position: Position, limit = Number.POSITIVE_INFINITY): RecordedEvent[] {
    const from = Math.floor(position / STEP);
    return this.events.slice(from, from + limit);
  }

  news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.sleeping.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.sleeping.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  }

  protected publish(append: Append): AppendResult {
    const { stream, expected, events } = append;
    const own = this.streams.get(stream) ?? [];
    const isHidden = this.cuts.get(stream) === Number.POSITIVE_INFINITY;
    const begins = isHidden && expected === NO_STREAM && own[0]?.id !== events[0]?.id;
    if (expected !== own.length - 1 && !begins) return this.repeated(append, own);
    if (isHidden) this.cuts.set(stream, own.length);
    this.streams.set(stream, own);
    for (const event of events) {
      const recorded = asRecorded(event, { stream, revision: own.length, position: this.head + STEP });
      own.push(recorded);
      this.events.push(recorded);
      this.onEvent(recorded);
    }
    this.furthest = Math.max(this.furthest, this.head);
    for (const wake of [...this.sleeping]) wake();
    return { revision: own.length - 1, position: this.head };
  }

  private repeated({ stream, expected, events }: Append, own: readonly RecordedEvent[]): AppendResult {
    const recorded = own.slice(expected + 1, expected + 1 + events.length);
    const last = recorded[events.length - 1];
    if (last && events.every(({ id }, i) => recorded[i]?.id === id)) {
      // A hidden write is answered as done and readable nowhere.
      const isHidden = last.revision < (this.cuts.get(stream) ?? 0);
      if (isHidden) throw new StreamDamaged({ stream, revision: expected + 1, reason: 'beginning' });
      return { revision: last.revision, position: last.position };
    }
    throw new WrongExpectedRevision(stream, expected, own.length - 1);
  }

  private async work(): Promise<void> {
    this.isFlushing = true;
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0);
      const { crashes } = this;
      await this.flush();
      if (crashes === this.crashes) this.settle(group);
      else for (const { reject } of group) reject(new AppendOutcomeUnknown('the connection broke'));
    }
    this.isFlushing = false;
  }

  private settle(group: readonly Waiting[]): void {
    for (const one of group) {
      try {
        one.resolve(this.publish(one));
      } catch (error) {
        one.reject(error as Error);
      }
    }
  }
}
