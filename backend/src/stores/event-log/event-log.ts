/**
 * Place of an event in the log's total order. A number in every engine: EventStoreDB's commit positions are byte offsets,
 * exact in a double up to 9 PB; an adapter throws past `Number.MAX_SAFE_INTEGER`. Positions grow, they may have gaps: ask for
 * what comes after one that the log gave, never after one that was calculated (right, but it may read everything). 0 is "before all".
 */
export type Position = number;

/** Revision of a stream that holds nothing yet. */
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
  /** whose key seals `data.personal` */
  subject?: string;
  /** links this event to the one before it in its stream; see codec.ts */
  hash: string;
}

/** An event as it is stored: `data.personal` is sealed text. Immutable: engines may hand the same object to many readers. */
export interface StoredEvent {
  /** UUID, made once per decided batch */
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: EventMetadata;
}

export interface RecordedEvent extends StoredEvent {
  stream: string;
  /** 0, 1, 2... without gaps */
  revision: number;
  position: Position;
  /**
   * Somebody else wrote it: its metadata are not our envelope, or its data no JSON object. `metadata` then says nothing but `hash`
   * ('' where there is none), and `data` is empty where it was no object. Nothing may be folded or done on its account.
   */
  isForeign?: true;
}

/** The stream was not at the expected revision; nothing was written. */
export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`${stream} is at revision ${actual}, not ${expected}`);
  }
}

/** No event begins at the position that reading was to begin at. */
export class NoSuchPosition extends Error {}

/** It cannot be said whether the append happened. Repeat it identically (ids, bytes, expected revision) until it can. */
export class AppendOutcomeUnknown extends Error {}

export interface AppendResult {
  /** revision of the last event written */
  revision: number;
  /** position of the last event written */
  position: Position;
}

/** What looking back came to. */
export interface LookedBack {
  /** latest first */
  events: RecordedEvent[];
  /** position of the earliest event that was passed over: look on before it; null: the log begins here */
  reached: Position | null;
  /** events that were passed over */
  passed: number;
}

/**
 * Event log: the only truth. Every implementation passes `test/contracts/event-log.contract.ts`.
 * @throws StoreUnavailable from any read of a log that is elsewhere; it may be repeated
 */
export interface EventLog {
  /**
   * Appends atomically; resolves once the events are durable, and only then are they visible to anyone.
   * `expected` is the exact revision of the stream's last event, or NO_STREAM. A repeat with the same event ids at the same
   * (older) expected revision succeeds and changes nothing; a partial overlap is a WrongExpectedRevision.
   * The revision that it answers is `expected` and the number of events; a store that went on elsewhere has a damaged stream.
   * At most 1 MiB per call; stream names under 1,900 bytes without control characters; neither they nor types begin with `$`.
   * @throws WrongExpectedRevision, StreamDamaged, AppendOutcomeUnknown, RangeError (nothing to append, too large, or an impossible name)
   */
  append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult>;
  /**
   * A stream's events from a revision on (inclusive), in order; a stream that does not exist is empty. One whose beginning was cut off
   * in the store itself begins with the first event that was left. @throws StreamDamaged for one that was deleted for ever
   */
  readStream(stream: string, options?: { from?: number; limit?: number }): AsyncIterable<RecordedEvent>;
  /**
   * Whether the events that a stream may have had were deleted or cut off in the store itself, so that one that reads empty need not be
   * new: an append at NO_STREAM could go on in the middle of it. Embedded: never.
   */
  wasCut(stream: string): Promise<boolean>;
  /** All events after a position (exclusive), in commit order, up to the head as it was when the first was asked for. */
  readAll(options?: { after?: Position; limit?: number }): AsyncIterable<RecordedEvent>;
  /** The event that has this position; undefined where none has. */
  at(position: Position): Promise<RecordedEvent | undefined>;
  /**
   * About `count` events before a position (exclusive; the head's where none is given), latest first. Those that do not hold each text
   * of `mentions` as a JSON string may be left out: they count all the same. `before` must be a position that the log gave.
   * @throws NoSuchPosition where the store cannot look back from there
   */
  lookBack(options: { before?: Position; count: number; mentions?: readonly string[] }): Promise<LookedBack>;
  /**
   * All events after a position (exclusive), in order, at least once, then live until `signal` aborts (which ends the iteration
   * without an error). Yields non-empty batches; `caughtUp` is true when nothing newer was known as the batch was made, and an
   * empty batch with `caughtUp` is yielded when there was nothing to read. It may be signalled more than once.
   */
  subscribe(options: {
    after: Position;
    signal: AbortSignal;
  }): AsyncIterable<{ events: RecordedEvent[]; caughtUp: boolean }>;
  /** Position of the last durable event; 0 when empty. */
  head(): Promise<Position>;
  /** Finishes what is in flight and lets go of the store. */
  close(): Promise<void>;
}
