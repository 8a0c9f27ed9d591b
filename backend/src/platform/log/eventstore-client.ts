import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AccessDeniedError,
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  isCommandError,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM as NO_STREAM_YET,
  type Position as PlaceInAll,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { within } from '../within.js';
import { isSystem } from './append-bounds.js';
import {
  type EventMetadata,
  NO_STREAM,
  NoSuchPosition,
  type Position,
  type RecordedEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from './event-log.js';
import { wrong } from './eventstore-connection.js';
import { Feed } from './eventstore-feed.js';

/** A refusal that a repeat would hear again. */
export class Refusal extends Error {}

export class NoSuchStream extends Refusal {}

/** Everything is asked of the leader: a follower may not have heard yet of what an append has answered. */
const FROM_LEADER = { requiresLeader: true } as const;
/** events the server looks at before it answers, or tells how far it is */
const SEARCHED = 500;
const [INVALID_ARGUMENT, UNIMPLEMENTED] = [3, 12];
/** ms for the client to end its calls: it waits for each to say so, and one that broke in the meantime may not */
const CLOSING = 5_000;

/** A record of the log that was read over; `event` is missing when it is one of the server's own. */
export interface Passed {
  position: Position;
  event: RecordedEvent | undefined;
}

let inUse = false;

/** One call each of the client, in the words of the port. The only file that knows the client: a successor replaces it. */
export class EventStoreClient {
  readonly #client: EventStoreDBClient;

  /** @throws Error when the connection string is wrong, or this process has a client already */
  constructor(url: string) {
    if (inUse) throw new Error('this process has a client of EventStoreDB already, and two disturb each other');
    try {
      this.#client = EventStoreDBClient.connectionString(url);
    } catch (error) {
      throw wrong(`cannot be used: ${error instanceof Error ? error.message : error}`, error);
    }
    // The client would send appends through one long call (batchAppend.js of 6.2.1). When that call breaks, the appends of any
    // other connection are rejected with it, the answer that one of them still gets throws where nobody can catch it, and a
    // silent server is waited for without end. Asked whether the server can do it, the client hears no, and makes a call
    // with a deadline for each append.
    if (typeof Reflect.get(this.#client, 'supports') !== 'function')
      throw new Error('the client is not the one expected');
    Object.assign(this.#client, { supports: async () => false });
    inUse = true;
  }

  /**
   * `position` is missing when the server does not tell it.
   * @throws WrongExpectedRevision, Refusal, RangeError; anything else leaves it open whether the append happened
   */
  async append(stream: string, expected: number, events: readonly StoredEvent[], timeout: number) {
    const proposed = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data, metadata: { ...metadata } }),
    );
    try {
      const appending = this.#client.appendToStream(stream, proposed, {
        ...FROM_LEADER,
        expectedRevision: expected === NO_STREAM ? NO_STREAM_YET : BigInt(expected),
        deadline: timeout,
      });
      const { nextExpectedRevision, position } = await within(
        timeout,
        appending,
        () => new Error(`no answer within ${timeout} ms`),
      );
      const revision = Number(nextExpectedRevision);
      return { revision, position: position && toPosition(position, stream) };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        const actual = typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : NO_STREAM;
        throw new WrongExpectedRevision(stream, expected, actual);
      }
      if (error instanceof MaxAppendSizeExceededError) {
        throw new RangeError(`an append of ${events.length} events to ${stream} is larger than the server takes`);
      }
      throw asOurs(error);
    }
  }

  /** At most `count` of a stream's events, from a revision on; of one that does not exist: NoSuchStream. */
  readStream(stream: string, from: number, count: number): Feed<RecordedEvent> {
    const options = { ...FROM_LEADER, fromRevision: BigInt(from), maxCount: count };
    const reading = this.#client.readStream(stream, options);
    return new Feed(reading, () => reading.cancel(), toRecorded);
  }

  /** At most `count` events from a position on (inclusive), those of the system among them. */
  readAll(from: Position, count: number): Feed<Passed> {
    const options = { ...FROM_LEADER, fromPosition: toPlace(from), maxCount: count };
    const reading = this.#client.readAll(options);
    return new Feed(reading, () => reading.cancel(), toPassed);
  }

  /** The last `count` events (before a position, exclusive), latest first, those of the system among them. */
  readBack(before: Position | undefined, count: number): Feed<Passed> {
    const reading = this.#client.readAll({
      ...FROM_LEADER,
      direction: BACKWARDS,
      fromPosition: before === undefined ? END : toPlace(before),
      maxCount: count,
    });
    return new Feed(reading, () => reading.cancel(), toPassed);
  }

  /** All events after a position, exclusive, then what comes. */
  subscribe(after: Position): Feed<RecordedEvent> {
    const filter = streamNameFilter({
      regex: '^[^$]',
      maxSearchWindow: SEARCHED,
      checkpointInterval: 1,
      // If this threw, the subscription would stand still without a word (Subscription.js of 6.2.1).
      checkpointReached: () => feed.hear(),
    });
    const options = { ...FROM_LEADER, fromPosition: toPlace(after), filter };
    const subscription = this.#client.subscribeToAll(options, { highWaterMark: SEARCHED });
    const feed = new Feed(subscription, () => subscription.unsubscribe(), toRecorded);
    return feed;
  }

  async close(): Promise<void> {
    inUse = false;
    // Not from within a call that node's HTTP/2 made; see Feed.stop.
    await nextTurn();
    await within(CLOSING, this.#client.dispose(), () => new Error('the client does not end its calls')).catch(() => {});
  }
}

/** The client's errors that mean something to us, as ours; any other one as it is: it may pass. */
export function asOurs(error: unknown): unknown {
  if (!(error instanceof Error) || !isCommandError(error)) return error;
  if (error instanceof StreamNotFoundError) return new NoSuchStream(error.message);
  if (error instanceof AccessDeniedError) return new Refusal('the event store denies access', { cause: error });
  if (error instanceof StreamDeletedError) return new Refusal('the stream was deleted', { cause: error });
  if (error.code === INVALID_ARGUMENT) return new NoSuchPosition(error.message, { cause: error });
  if (error.code === UNIMPLEMENTED) return new Refusal('the server does not know this call', { cause: error });
  return error;
}

/**
 * Whether a read of $all says that no event begins where it was to begin: UNKNOWN in the server's own words, "Error" of 23.10,
 * which a disk that fails would cause too, "InvalidPosition" of 24.10 and later. A subscription says INVALID_ARGUMENT.
 */
export function mayBeNoSuchPosition(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return asOurs(error) instanceof NoSuchPosition || /Unexpected ReadAllResult: (Error|InvalidPosition)\b/.test(text);
}

/**
 * Events written over gRPC are records that commit themselves, also those of one append: each has its own offset in the log
 * as commit and as prepare position (StorageWriterService.cs and AllReader.cs, EventStore 20 to KurrentDB 26), and an append is
 * told that of its last event (StorageChaser.cs). Only transactions of the old TCP API share a commit position.
 */
function toPosition({ commit, prepare }: PlaceInAll, stream: string): Position {
  if (commit !== prepare)
    throw new Refusal(`${stream} holds an event of a transaction, which this program never writes`);
  if (commit > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal(`position ${commit} is past what a number can hold`);
  return Number(commit);
}

function toPlace(position: Position): PlaceInAll | typeof START {
  return position === 0 ? START : { commit: BigInt(position), prepare: BigInt(position) };
}

function toPassed(answer: unknown): Passed | undefined {
  const { event } = answer as AllStreamResolvedEvent;
  return event && { position: Number(event.position.commit), event: toRecorded(answer) };
}

function toRecorded(answer: unknown): RecordedEvent | undefined {
  const { event } = answer as ResolvedEvent;
  if (!event || isSystem(event.type) || isSystem(event.streamId)) return undefined;
  const { id, type, data, streamId: stream, position, metadata } = event;
  if (!event.isJson || !isEnvelope(metadata) || !position) {
    throw new Refusal(`${stream} holds an event that this program did not write: it needs a database of its own`);
  }
  const revision = Number(event.revision);
  return {
    id,
    type,
    data: data as StoredEvent['data'],
    metadata,
    stream,
    revision,
    position: toPosition(position, stream),
  };
}

function isEnvelope(metadata: unknown): metadata is EventMetadata {
  return typeof metadata === 'object' && metadata !== null && 'schemaVersion' in metadata && 'hash' in metadata;
}
