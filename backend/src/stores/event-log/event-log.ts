/** 0 precedes all events. Pass only known positions, because gaps occur; a double holds byte offsets up to 9 PB. */
export type Position = number;

export const NO_STREAM = -1;

export interface EventMetadata {
  schemaVersion: number;
  commandId: string;
  requestHash: string;
  correlationId: string;
  causationId?: string;
  actor: { kind: string; id: string };
  /** ms UTC */
  recordedAt: number;
  subject?: string;
  hash: string;
}

/** Immutable, because engines share one object among readers. `data.personal` is sealed text. */
export interface StoredEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: EventMetadata;
}

export interface RecordedEvent extends StoredEvent {
  stream: string;
  revision: number;
  position: Position;
  /** Another program wrote it: `metadata` holds at most `hash`, and nothing may be folded from it. */
  isForeign?: true;
}

export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`${stream} is at revision ${actual}, not ${expected}`);
  }
}

export class NoSuchPosition extends Error {}

/** The append may have happened: repeat it with the same ids, bytes and expected revision. */
export class AppendOutcomeUnknown extends Error {}

export interface AppendResult {
  revision: number;
  position: Position;
}

export interface LookedBack {
  events: RecordedEvent[];
  /** position of the oldest event examined, for the next call; null: the log begins here */
  reached: Position | null;
  passed: number;
}

/** @throws StoreUnavailable from reads of a remote log, which may be repeated */
export interface EventLog {
  /**
   * Appends atomically; events are durable before they are visible. A repeat with the same ids and `expected` changes
   * nothing. At most 1 MiB; names have less than 1,900 bytes, no control characters and no leading `$`.
   * @throws WrongExpectedRevision (also for a partial overlap), StreamDamaged, AppendOutcomeUnknown, RangeError
   */
  append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult>;
  /** From a revision on (inclusive); a missing stream is empty. @throws StreamDamaged for a deleted stream */
  readStream(stream: string, options?: { from?: number; limit?: number }): AsyncIterable<RecordedEvent>;
  /** Whether the store deleted or truncated events: an empty stream is then not new. */
  wasCut(stream: string): Promise<boolean>;
  /** Events after a position (exclusive), in order, up to the head at the first read. */
  readAll(options?: { after?: Position; limit?: number }): AsyncIterable<RecordedEvent>;
  at(position: Position): Promise<RecordedEvent | undefined>;
  /** About `count` events before a position of the log, newest first; `mentions` may filter. @throws NoSuchPosition */
  lookBack(options: { before?: Position; count: number; mentions?: readonly string[] }): Promise<LookedBack>;
  /** Delivers events after a position in order, at least once, until `signal` aborts; empty batches only signal. */
  subscribe(options: {
    after: Position;
    signal: AbortSignal;
  }): AsyncIterable<{ events: RecordedEvent[]; caughtUp: boolean }>;
  head(): Promise<Position>;
  close(): Promise<void>;
}
