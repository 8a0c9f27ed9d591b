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
  NotLeaderError,
  type Position as PlaceInAll,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { withTimeout } from '../with-timeout.js';
import { isSystem } from './append-bounds.js';
import { asRecorded } from './envelope.js';
import {
  NO_STREAM,
  NoSuchPosition,
  type Position,
  type RecordedEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from './event-log.js';
import { ClientChannel, withGossipTimeout } from './eventstore-channel.js';
import { wrong } from './eventstore-connection.js';
import { type Answers, Feed } from './eventstore-feed.js';
import { type Looks, Silence } from './eventstore-silence.js';
import { StreamDamaged } from './stream-integrity.js';

export class Refusal extends Error {}

export class AccessDenied extends Refusal {}

export class NoSuchStream extends Refusal {}

/** A follower may lag behind an acknowledged append. */
const FROM_LEADER = { requiresLeader: true } as const;
const SEARCHED = 500;
const [CANCELLED, INVALID_ARGUMENT, DEADLINE_EXCEEDED, UNIMPLEMENTED, UNAVAILABLE] = [1, 3, 4, 12, 14];
/** ms; the connection is dropped earlier */
const ASKING = 20_000;
/** ms */
const VERSION_WITHIN = 2_000;
/** ms; dispose waits for every call, and a broken one may never end */
const CLOSING = 5_000;

export interface Passed {
  position: Position;
  event: RecordedEvent | undefined;
}

export interface ConnectionOptions {
  onConnected?: () => void;
  looks?: Looks;
}

const DENIED = "the event store denies access: docs/operations.md says what the program's user may do";

let inUse = false;

/** Adapter of @eventstore/db-client; no other file imports it. */
export class EventStoreClient {
  readonly #client: EventStoreDBClient;
  readonly #silence: Silence;
  readonly #channel: ClientChannel;

  /** @throws Error for a wrong connection string or a second client in this process */
  constructor(url: string, { onConnected = () => {}, looks }: ConnectionOptions = {}) {
    if (inUse) throw new Error('this process has a client of EventStoreDB already, and two disturb each other');
    try {
      this.#client = EventStoreDBClient.connectionString(withGossipTimeout(url));
    } catch (error) {
      throw wrong(`cannot be used: ${error instanceof Error ? error.message : error}`, error);
    }
    const ask = () => void this.#ask();
    const hangUp = (error: Error) => void this.#channel.hangUp(error);
    this.#silence = new Silence({ ask, hangUp, isAnswer, onConnected }, looks);
    this.#channel = new ClientChannel(this.#client, this.#silence);
    inUse = true;
  }

  /** @throws WrongExpectedRevision, Refusal, RangeError; after any other error the outcome is unknown */
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
      const { nextExpectedRevision, position } = await withTimeout(
        timeout,
        this.#silence.answer(appending),
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

  /** Whether metadata hide or delete events. @throws Refusal */
  async wasCut(stream: string, timeout: number): Promise<boolean> {
    const asking = this.#silence.answer(this.#client.getStreamMetadata(stream, FROM_LEADER));
    const { metadata } = await withTimeout(timeout, asking, () => new Error(`no answer within ${timeout} ms`));
    const { truncateBefore = 0, maxAge, maxCount } = metadata ?? {};
    return Number(truncateBefore) > 0 || maxAge !== undefined || maxCount !== undefined;
  }

  readStream(stream: string, from: number, count: number): Feed<RecordedEvent> {
    const options = { ...FROM_LEADER, fromRevision: BigInt(from), maxCount: count };
    const reading = this.#client.readStream(stream, options);
    return this.#feed(reading, () => reading.cancel(), toRecorded);
  }

  readAll(from: Position, count: number): Feed<Passed> {
    const options = { ...FROM_LEADER, fromPosition: toPlace(from), maxCount: count };
    const reading = this.#client.readAll(options);
    return this.#feed(reading, () => reading.cancel(), toPassed);
  }

  readBack(before: Position | undefined, count: number): Feed<Passed> {
    const reading = this.#client.readAll({
      ...FROM_LEADER,
      direction: BACKWARDS,
      fromPosition: before === undefined ? END : toPlace(before),
      maxCount: count,
    });
    return this.#feed(reading, () => reading.cancel(), toPassed);
  }

  subscribe(after: Position): Feed<RecordedEvent> {
    const filter = streamNameFilter({
      regex: '^[^$]',
      maxSearchWindow: SEARCHED,
      checkpointInterval: 1,
      // A throw here stalls the subscription without an error (Subscription.js of 6.2.1).
      checkpointReached: async () => {
        this.#silence.answered(feed);
        await feed.hear();
      },
    });
    const options = { ...FROM_LEADER, fromPosition: toPlace(after), filter };
    const subscription = this.#client.subscribeToAll(options, { highWaterMark: SEARCHED });
    const feed = this.#feed(subscription, () => subscription.unsubscribe(), toRecorded);
    return feed;
  }

  async reconnect(): Promise<void> {
    await this.#channel.hangUp(new Error('another connection is wanted'));
  }

  async serverVersion(): Promise<string | undefined> {
    const pending = Promise.resolve(Reflect.get(this.#client, 'capabilities') as Promise<{ serverVersion?: string }>);
    const capabilities = await withTimeout(VERSION_WITHIN, pending, () => new Error('no answer')).catch(
      () => undefined,
    );
    return capabilities?.serverVersion;
  }

  async close(): Promise<void> {
    inUse = false;
    const closed = new Error('the event log is closed');
    this.#silence.end(closed);
    // It must not run inside a callback of node's HTTP/2; see Feed.stop.
    await nextTurn();
    await withTimeout(CLOSING, this.#client.dispose(), () => new Error('the client does not end its calls')).catch(
      () => {},
    );
    await this.#channel.hangUp(closed);
  }

  #feed<T>(answers: Answers, cancel: () => Promise<unknown>, toItem: (answer: unknown) => T | undefined): Feed<T> {
    const leave = () => {
      this.#silence.leave(feed);
      return cancel();
    };
    const feed = new Feed(answers, leave, toItem);
    this.#silence.follow(feed, answers);
    return feed;
  }

  async #ask(): Promise<void> {
    const reading = this.readBack(undefined, 1);
    await reading.next(ASKING).catch(() => {});
    reading.stop();
  }
}

/** False for codes that gRPC sets without an answer, and for a redirect to the leader. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || !isCommandError(error) || error instanceof NotLeaderError) return false;
  return ![CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE].includes(error.code ?? 0);
}

export function asOurs(error: unknown): unknown {
  if (!(error instanceof Error) || !isCommandError(error)) return error;
  if (error instanceof StreamNotFoundError) return new NoSuchStream(error.message);
  if (error instanceof AccessDeniedError) return new AccessDenied(DENIED, { cause: error });
  if (error instanceof StreamDeletedError) {
    return new StreamDamaged({ stream: error.streamName.replace(/^\$\$/, ''), revision: 0, reason: 'deleted' });
  }
  if (error.code === INVALID_ARGUMENT) return new NoSuchPosition(error.message, { cause: error });
  if (error.code === UNIMPLEMENTED) return new Refusal('the server does not know this call', { cause: error });
  return error;
}

/** From 24.10 reads of $all report InvalidPosition and subscriptions INVALID_ARGUMENT; "Error" is an outage. */
export function isNoSuchPosition(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return asOurs(error) instanceof NoSuchPosition || /Unexpected ReadAllResult: InvalidPosition\b/.test(text);
}

/** Only transactions of the old TCP API share a commit position (StorageWriterService.cs, AllReader.cs). */
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
  if (!event || isSystem(event.streamId)) return undefined;
  const { streamId: stream, position } = event;
  if (!position) throw new Refusal(`the server does not tell where ${stream} holds an event`);
  return asRecorded(event, { stream, revision: Number(event.revision), position: toPosition(position, stream) });
}
