import { boundedCache } from '../bounded-cache.js';
import type { StorageRoom } from '../storage-room.js';
import { assertAppend } from './append-bounds.js';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  NO_STREAM,
  type Position,
  type StoredEvent,
  WrongExpectedRevision,
} from './event-log.js';
import { GroupCommit, type Outcome } from './group-commit.js';
import { openEnvironment } from './lmdb-environment.js';
import { LmdbLogReader } from './lmdb-log-reader.js';
import { type Append, LmdbLogStore, type PlacedAppend, toRecorded, toText } from './lmdb-log-store.js';

export async function openLmdbEventLog(
  path: string,
  environment = openEnvironment(path),
  room?: StorageRoom,
): Promise<LmdbEventLog> {
  return new LmdbEventLog(new LmdbLogStore(environment, room));
}

interface Group {
  placed: PlacedAppend[];
  outcomes: Outcome<AppendResult>[];
  heads: Map<string, number>;
  head: Position;
}

/** The only writer of its files. */
export class LmdbEventLog extends LmdbLogReader implements EventLog {
  readonly #writer = new GroupCommit<Append, AppendResult>({
    commit: (group) => this.#commit(group),
    bytesOf: ({ text }) => text.length,
  });
  readonly #heads = boundedCache<number>(50_000);
  #failure: Error | undefined;
  /** called for each head, before the appends are answered that moved it there */
  onHead: (head: Position) => void = () => undefined;

  constructor(store: LmdbLogStore) {
    super(store, store.head());
  }

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    const text = toText(stream, expected + 1, events);
    assertAppend(stream, expected, events, text);
    return await this.add({ stream, revision: expected + 1, events, text });
  }

  /** An append whose bounds were checked. */
  add(append: Append): Promise<AppendResult> {
    return this.#writer.add(append);
  }

  override async close(): Promise<void> {
    await this.#writer.close();
    await super.close();
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
    const group: Group = { placed: [], outcomes: [], heads: new Map(), head: this.end };
    for (const append of appends) {
      const { stream, revision, events } = append;
      const actual = group.heads.get(stream) ?? this.headOf(stream);
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
    const intact = [
      ...this.store.ofStream(stream, revision, this.end, events.length),
      ...placed.filter((append) => append.stream === stream).flatMap(toRecorded),
    ].filter((event) => event.revision >= revision);
    const last = intact[events.length - 1];
    const same = events.every(({ id }, i) => intact[i]?.id === id);
    return last && same ? { revision: last.revision, position: last.position } : undefined;
  }

  async #write(placed: readonly PlacedAppend[]): Promise<void> {
    try {
      if (await this.store.write(placed, this.end + 1)) return;
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
      return this.store.head() === this.end;
    } catch {
      return false;
    }
  }

  #publish(placed: readonly PlacedAppend[], heads: ReadonlyMap<string, number>, head: Position): void {
    for (const append of placed) this.recent.push(append.position, toRecorded(append), append.text.length);
    for (const [stream, revision] of heads) this.#heads.set(stream, revision);
    this.moveTo(head);
    this.onHead(head);
  }

  protected override headOf(stream: string): number {
    const head = this.#heads.get(stream) ?? super.headOf(stream);
    if (head !== NO_STREAM) this.#heads.set(stream, head);
    return head;
  }
}
