import type { Database, RootDatabase } from 'lmdb';
import { StorageRoom } from '../storage-room.js';
import { asRecorded } from './envelope.js';
import { type LookedBack, NO_STREAM, type Position, type RecordedEvent, type StoredEvent } from './event-log.js';
import { textOf } from './hash-chain.js';
import { committed } from './lmdb-environment.js';

export interface Append {
  stream: string;
  revision: number;
  events: readonly StoredEvent[];
  text: string;
}

export interface PlacedAppend extends Append {
  position: Position;
}

type EventTuple = [id: string, type: string, data: StoredEvent['data'], metadata: StoredEvent['metadata']];

export class EventsUnreadable extends Error {
  constructor(
    readonly position: Position,
    options?: ErrorOptions,
  ) {
    const todo = 'put log and vault of the last backup in place of both (docs/operations.md, "A damaged store")';
    super(`the event log is damaged: the events at position ${position} cannot be read; ${todo}`, options);
  }
}

export interface UnreadableEvents {
  unreadable: string;
  stream: string;
  revision: number;
  position: Position;
  count: number;
}

export function toText(stream: string, revision: number, events: readonly StoredEvent[]): string {
  return `[${JSON.stringify(stream)},${revision},[${events.map(textOf).join()}]]`;
}

/** of a text that `toText` made */
export function eventsIn(text: string): StoredEvent[] {
  const [, , tuples] = parsed(text, 0);
  return tuples.map(([id, type, data, metadata]) => ({ id, type, data, metadata }));
}

function fromText(text: string, position: Position): RecordedEvent[] {
  const [stream, revision, tuples] = parsed(text, position);
  return tuples.map(([id, type, data, metadata], i) =>
    asRecorded({ id, type, data, metadata }, { stream, revision: revision + i, position: position + i }),
  );
}

function parsed(text: string, position: Position): [string, number, EventTuple[]] {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EventsUnreadable(position, { cause });
  }
}

export function toRecorded({ stream, revision, position, events }: PlacedAppend): RecordedEvent[] {
  return events.map((event, i) => asRecorded(event, { stream, revision: revision + i, position: position + i }));
}

/**
 * `appends`: first position -> text. `streams`: [stream, first revision] -> [position, count]. Positions have no gaps.
 * Reads are synchronous and hold no snapshot across turns of the event loop.
 */
export class LmdbLogStore {
  readonly #appends: Database<string, number>;
  readonly #streams: Database<[position: Position, count: number], [stream: string, revision: number]>;
  /** Of a rush's batch each event is asked for by itself, for its receipt: it is read once. */
  #lastRead: { key: Position; events: readonly RecordedEvent[] } | undefined;

  constructor(
    private readonly root: RootDatabase,
    private readonly room = StorageRoom.elsewhere(),
  ) {
    this.#appends = root.openDB('appends', { encoding: 'string' });
    this.#streams = root.openDB('streams', {});
  }

  /** False: another process wrote this position. @throws StorageFull before any write */
  async write(appends: readonly PlacedAppend[], first: Position): Promise<boolean> {
    this.room.assertWritable(appends.reduce((sum, { text }) => sum + text.length, 0));
    return await committed(
      this.#appends.ifNoExists(first, () => {
        for (const { stream, revision, events, text, position } of appends) {
          void this.#appends.put(position, text);
          void this.#streams.put([stream, revision], [position, events.length]);
        }
      }),
    );
  }

  /** Shows what another thread has committed: lmdb keeps a snapshot until the turn of the event loop ends. */
  refresh(): void {
    this.root.resetReadTxn();
  }

  head(): Position {
    for (const { key, value } of this.#appends.getRange({ reverse: true, limit: 1 })) {
      return key + this.#countOf(key, value) - 1;
    }
    return 0;
  }

  headOf(stream: string): number {
    const start: [string, number] = [stream, Number.MAX_SAFE_INTEGER];
    for (const { key, value } of this.#streams.getRange({ start, reverse: true, limit: 1 })) {
      if (key[0] === stream) return key[1] + value[1] - 1;
    }
    return NO_STREAM;
  }

  after(position: Position, head: Position, limit: number): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    let start = position + 1;
    for (const key of this.#appends.getKeys({ start, reverse: true, limit: 1 })) start = key;
    for (const { key, value } of this.#appends.getRange({ start })) {
      if (key > head || events.length >= limit) break;
      const all = fromText(value, key);
      events.push(...(key > position ? all : all.slice(position + 1 - key)));
    }
    return events;
  }

  at(position: Position): RecordedEvent | undefined {
    for (const key of this.#appends.getKeys({ start: position, reverse: true, limit: 1 })) {
      if (this.#lastRead?.key !== key) this.#lastRead = { key, events: fromText(this.#appends.get(key) ?? '', key) };
      return this.#lastRead.events[position - key];
    }
    return undefined;
  }

  before(position: Position, count: number, mentions: readonly string[]): Omit<LookedBack, 'passed'> {
    const events: RecordedEvent[] = [];
    const texts = mentions.map((text) => JSON.stringify(text));
    let reached = position;
    for (const { key, value } of this.#appends.getRange({ start: position - 1, reverse: true })) {
      if (position - reached >= count) return { events, reached };
      reached = key;
      if (!texts.every((text) => value.includes(text))) continue;
      for (const event of fromText(value, key).reverse()) if (event.position < position) events.push(event);
    }
    return { events, reached: null };
  }

  ofStream(stream: string, from: number, head: Position, limit: number): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    let start: [string, number] = [stream, from];
    for (const key of this.#streams.getKeys({ start, reverse: true, limit: 1 })) if (key[0] === stream) start = key;
    for (const { key, value } of this.#streams.getRange({ start })) {
      if (key[0] !== stream || value[0] > head || events.length >= limit) break;
      const text = this.#appends.get(value[0]);
      if (text === undefined) throw new Error(`the log holds no append at position ${value[0]} for ${stream}`);
      const all = fromText(text, value[0]);
      events.push(...(key[1] >= from ? all : all.slice(from - key[1])));
    }
    return events;
  }

  *allReadable(): Iterable<RecordedEvent | UnreadableEvents> {
    for (const { key, value } of this.#appends.getRange({})) {
      let events: RecordedEvent[];
      try {
        events = fromText(value, key);
      } catch {
        yield this.#unreadableAt(key);
        continue;
      }
      yield* events;
    }
  }

  #countOf(position: Position, text: string): number {
    try {
      return fromText(text, position).length;
    } catch {
      return this.#unreadableAt(position).count;
    }
  }

  #unreadableAt(position: Position): UnreadableEvents {
    const unreadable = 'it cannot be read';
    for (const { key, value } of this.#streams.getRange({})) {
      const [stream, revision] = key;
      if (value[0] === position) return { unreadable, stream, revision, position, count: value[1] };
    }
    return { unreadable, stream: 'a stream that is not known', revision: 0, position, count: 1 };
  }

  async close(): Promise<void> {
    await this.root.close();
  }
}
