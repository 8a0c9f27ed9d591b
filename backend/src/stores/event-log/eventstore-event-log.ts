import { assertAppend } from './append-bounds.js';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type LookedBack,
  NoSuchPosition,
  type Position,
  type RecordedEvent,
  type StoredEvent,
} from './event-log.js';
import {
  AccessDenied,
  asOurs,
  type ConnectionOptions,
  type EventStoreClient,
  isNoSuchPosition,
  NoSuchStream,
} from './eventstore-client.js';
import type { Feed } from './eventstore-feed.js';
import { isFinal, Patience } from './eventstore-patience.js';
import { StreamDamaged } from './stream-integrity.js';

/** Times are in ms: `patience` limits retries, `silence` a read without data. */
export interface EventStoreLogOptions extends ConnectionOptions {
  openTimeout: number;
  appendTimeout: number;
  patience: number;
  silence: number;
  onTrouble: (error: unknown) => void;
}

const PAGE = 1_000;
const ROOM = 32;
/** ms without data until a live subscription is compared with the head */
const LIVE_SILENCE = 3_000;
const OPENING_CALLS = 4;

interface SubscriptionProgress {
  last: Position;
  caughtUp: boolean;
}

export class EventStoreLog implements EventLog {
  readonly #patience: Patience;
  readonly #underWay = new Map<string, Promise<void>>();
  #written: Position = 0;

  constructor(
    private readonly client: EventStoreClient,
    private readonly options: EventStoreLogOptions,
  ) {
    this.#patience = new Patience(options.silence, options.onTrouble);
  }

  async reach(ms: number): Promise<void> {
    const silence = Math.min(this.options.silence, ms / OPENING_CALLS);
    await this.#patience.again(() => this.#patience.collect(this.client.readBack(undefined, 1), silence), ms - silence);
  }

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    this.#patience.assertOpen();
    assertAppend(stream, expected, events, JSON.stringify(events));
    // Concurrent calls may overtake each other, so appends to one stream run in sequence.
    const before = this.#underWay.get(stream) ?? Promise.resolve();
    const appending = before.then(() => this.#appendWithRetries(stream, expected, events));
    const settled = Promise.allSettled([appending]).then(() => {});
    this.#underWay.set(stream, settled);
    try {
      const result = await appending;
      const { revision } = result;
      if (revision !== expected + events.length) throw new StreamDamaged({ stream, revision, reason: 'beginning' });
      this.#written = Math.max(this.#written, result.position);
      return result;
    } finally {
      if (this.#underWay.get(stream) === settled) this.#underWay.delete(stream);
    }
  }

  async *readStream(stream: string, options: { from?: number; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    let from = options.from ?? 0;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const count = Math.min(left, PAGE);
      const page = await this.#patience.again(() => this.#ofStream(stream, from, count), this.options.patience);
      for (const event of page) yield event;
      if (page.length < count) return;
      // Not `from + count`: a truncated stream begins later.
      from = (page.at(-1)?.revision ?? from) + 1;
      left -= count;
    }
  }

  wasCut(stream: string): Promise<boolean> {
    const { silence, patience } = this.options;
    return this.#patience.again(() => this.client.wasCut(stream, silence), patience);
  }

  async *readAll(options: { after?: Position; limit?: number } = {}): AsyncIterable<RecordedEvent> {
    let last = options.after ?? 0;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    const head = await this.head();
    let from = last;
    while (last < head && left > 0) {
      const count = Math.min(left + ROOM, PAGE);
      const page = await this.#patience.again(() => this.#pageOfAll(from, count), this.options.patience);
      for (const { event, position } of page ?? []) {
        if (!event || position <= last) continue;
        if (position > head || left === 0) return;
        last = position;
        left -= 1;
        yield event;
      }
      // No event has this position: read from the start and drop earlier events.
      from = page ? (page.at(-1)?.position ?? head) : 0;
    }
  }

  async at(position: Position): Promise<RecordedEvent | undefined> {
    if (position < 1) return undefined;
    const page = await this.#patience.again(() => this.#pageOfAll(position, 1), this.options.patience);
    const passed = page?.[0];
    return passed?.position === position ? passed.event : undefined;
  }

  async lookBack({ before, count }: Parameters<EventLog['lookBack']>[0]): Promise<LookedBack> {
    const wanted = Math.min(count, PAGE);
    const page = await this.#patience.again(() => this.#pageBack(before, wanted), this.options.patience);
    const events = page.flatMap(({ event }) => event ?? []);
    const reached = page.length < wanted ? null : (page.at(-1)?.position ?? null);
    return { events, reached, passed: events.length };
  }

  async *subscribe({ after, signal }: { after: Position; signal: AbortSignal }) {
    const leaving = AbortSignal.any([signal, this.#patience.closing]);
    const so: SubscriptionProgress = { last: after, caughtUp: false };
    let [fromStart, failures] = [false, 0];
    while (!leaving.aborted) {
      const feed = this.client.subscribe(fromStart ? 0 : so.last);
      leaving.addEventListener('abort', feed.stop);
      try {
        for await (const batch of this.#batches(feed, so)) {
          if (leaving.aborted) break;
          [fromStart, failures] = [false, 0];
          yield batch;
        }
      } catch (thrown) {
        const error = asOurs(thrown);
        if (error instanceof NoSuchPosition && !fromStart) fromStart = true;
        else if (isFinal(error)) throw error;
        else if (!leaving.aborted) await this.#patience.pause(error, failures++, leaving);
      } finally {
        leaving.removeEventListener('abort', feed.stop);
        feed.stop();
      }
    }
    if (!signal.aborted) this.#patience.assertOpen();
  }

  async head(): Promise<Position> {
    let before: Position | undefined;
    for (let count = ROOM / 2; ; count = Math.min(count * 4, PAGE)) {
      const page = await this.#patience.again(
        () => this.#patience.collect(this.client.readBack(before, count)),
        this.options.patience,
      );
      const ours = page.find(({ event }) => event);
      if (ours || page.length < count) return ours?.position ?? 0;
      before = page.at(-1)?.position;
    }
  }

  reconnect(): Promise<void> {
    return this.client.reconnect();
  }

  async close(): Promise<void> {
    if (this.#patience.closing.aborted) return;
    this.#patience.end();
    await Promise.all(this.#underWay.values());
    await this.client.close();
  }

  async #appendWithRetries(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    const giveUp = Date.now() + this.options.patience;
    let isAnswered = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { revision, position } = await this.client.append(stream, expected, events, this.options.appendTimeout);
        if (position !== undefined) return { revision, position };
        isAnswered = true;
        throw new Error(`the server did not tell where it wrote to ${stream}`);
      } catch (error) {
        if (isFinal(error)) throw error;
        if (error instanceof AccessDenied && attempt === 0) throw this.#patience.denied(error);
        if (Date.now() >= giveUp || this.#patience.closing.aborted) {
          throw new AppendOutcomeUnknown(`it is not known whether ${stream} was written`, { cause: error });
        }
        await this.#patience.pause(error, attempt);
      }
      const written = await this.#find(stream, expected, events).catch(() => undefined);
      if (written) return written;
      // The append was written and then truncated, so the server reports no position.
      if (isAnswered && (await this.client.wasCut(stream, this.options.appendTimeout).catch(() => false)))
        throw new StreamDamaged({ stream, revision: expected + 1, reason: 'beginning' });
    }
  }

  async #find(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult | undefined> {
    const there = await this.#ofStream(stream, expected + 1, events.length, this.options.appendTimeout);
    const last = there.at(-1);
    const same = there.length === events.length && events.every(({ id }, i) => there[i]?.id === id);
    return last && same ? { revision: last.revision, position: last.position } : undefined;
  }

  async #ofStream(stream: string, from: number, count: number, silence?: number): Promise<readonly RecordedEvent[]> {
    try {
      return await this.#patience.collect(this.client.readStream(stream, from, count), silence);
    } catch (error) {
      if (asOurs(error) instanceof NoSuchStream) return [];
      throw error;
    }
  }

  async #pageOfAll(from: Position, count: number) {
    try {
      return await this.#patience.collect(this.client.readAll(from, count));
    } catch (error) {
      if (from !== 0 && isNoSuchPosition(error)) return undefined;
      throw error;
    }
  }

  async #pageBack(before: Position | undefined, count: number) {
    try {
      return await this.#patience.collect(this.client.readBack(before, count));
    } catch (error) {
      if (before !== undefined && isNoSuchPosition(error)) throw new NoSuchPosition(`no event is at ${before}`);
      throw error;
    }
  }

  async *#batches(feed: Feed<RecordedEvent>, so: SubscriptionProgress) {
    let head: Position = 0;
    for (;;) {
      const { silence } = this.options;
      const patience = feed.live ? Math.min(LIVE_SILENCE, silence) : silence;
      const next = await feed.next(patience);
      if (next === 'over') throw new Error('the subscription ended');
      if (next === 'silent') {
        if (!feed.live || head > so.last) throw new Error(`a subscription was silent for ${patience} ms`);
        head = await this.head();
        continue;
      }
      const events: RecordedEvent[] = [];
      for (const event of next.items) {
        if (event.position <= so.last) continue;
        so.last = event.position;
        events.push(event);
      }
      const wasCaughtUp = so.caughtUp;
      // The server signals "live" once; buffered events and appends of this log are newer.
      so.caughtUp = feed.live && feed.isDrained && so.last >= this.#written;
      if (events.length > 0 || (so.caughtUp && !wasCaughtUp)) yield { events, caughtUp: so.caughtUp };
    }
  }
}
