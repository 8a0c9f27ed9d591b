import type { Acceptances } from '../event-sourcing/acceptances.js';
import { intact } from '../event-sourcing/ours.js';
import { eventAt } from '../event-sourcing/reading.js';
import type { EventLog, Position, RecordedEvent } from '../stores/event-log/event-log.js';
import { logOver } from '../stores/event-log/log-over.js';
import { type Damage, mayComeBack, placeOf } from '../stores/event-log/stream-integrity.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { type Foreign, type Lock, NOTHING_FOREIGN, PASSED_OVER, type PassedOver } from './locked-streams.js';
import { StreamFilter } from './stream-filter.js';

/** ms for which another process's result is reused */
const FRESH = 5_000;
/** ms between two checks of locked streams that commands met, and how many are kept */
const [LOOK_AGAIN, MOST_MET] = [60_000, 100];

export class StreamChecks {
  private live: StreamFilter | undefined;
  private stored: PassedOver = { foreign: NOTHING_FOREIGN, locks: [] };
  private readAt = Number.NEGATIVE_INFINITY;
  private readonly met = new Map<string, Lock>();
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly log: EventLog,
    private readonly models: ReadModels,
    private readonly acceptances: Pick<Acceptances, 'by' | 'upTo'>,
    /** ms of a monotonic clock */
    private readonly now = () => performance.now(),
  ) {}

  filter(models: Pick<ReadModels, 'open' | 'find' | 'rows' | 'write'>, signal?: AbortSignal): StreamFilter {
    return new StreamFilter({ log: this.log, models, signal }, this.acceptances);
  }

  followed(): EventLog {
    return logOver(this.log, { subscribe: (options) => this.subscribe(options) });
  }

  intact(reading: AsyncIterable<RecordedEvent>): AsyncIterable<RecordedEvent> {
    return intact(reading, async () => new Set(await this.acceptances.upTo(Number.MAX_SAFE_INTEGER)));
  }

  async folded(after: Position, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
    const { models } = this;
    const filter = this.filter({
      open: (collections) => models.open(collections),
      find: (...args) => models.find(...args),
      rows: (...args) => models.rows(...args),
      write: async () => undefined,
    });
    await filter.startAt(after);
    return (await filter.pass(events)).filter((event) => !event.isForeign);
  }

  /** A few seconds old where this process does not project; includes locked streams that only commands met. */
  passedOver(): PassedOver {
    if (this.met.size > 0 && this.now() - this.lookedAt >= LOOK_AGAIN) void this.lookAgain();
    if (!this.live && this.now() - this.readAt >= FRESH) void this.ask();
    const { foreign, locks } = this.live?.passedOver ?? this.stored;
    const others = [...this.met.values()].filter(({ stream }) => locks.every((lock) => lock.stream !== stream));
    return { foreign, locks: [...locks, ...others] };
  }

  lock(damage: Damage): void {
    const [oldest] = this.met.keys();
    if (this.met.size >= MOST_MET && oldest !== undefined) this.met.delete(oldest);
    this.met.set(damage.stream, { ...damage, previous: null, lockedAt: 0, acceptedAt: null, passed: 0 });
  }

  unlock(stream: string): void {
    this.met.delete(stream);
  }

  private async *subscribe({ after, signal }: Parameters<EventLog['subscribe']>[0]) {
    const filter = this.filter(this.models, signal);
    await filter.startAt(after);
    this.live = filter;
    for await (const { events, caughtUp } of this.log.subscribe({ after, signal })) {
      yield { events: await filter.pass(events), caughtUp };
    }
  }

  private async lookAgain(): Promise<void> {
    this.lookedAt = this.now();
    try {
      const accepted = new Set(await this.acceptances.upTo(Number.MAX_SAFE_INTEGER));
      for (const lock of this.met.values()) {
        const isWhole = mayComeBack(lock) ? await eventAt(this.log, lock.stream, 0) : accepted.has(placeOf(lock));
        if (isWhole) this.unlock(lock.stream);
      }
    } catch {
      // The next check repeats it.
    }
  }

  private async ask(): Promise<void> {
    this.readAt = this.now();
    try {
      await this.models.open([PASSED_OVER]);
      const kept = await this.models.find<Lock | Foreign>(PASSED_OVER);
      this.stored = {
        foreign: kept.find((one): one is Foreign => !('revision' in one)) ?? NOTHING_FOREIGN,
        locks: kept.filter((one): one is Lock => 'revision' in one && one.acceptedAt === null),
      };
    } catch {
      // Readiness reports the unavailable store.
    }
  }
}
