import type { Acceptances } from '../log/acceptances.js';
import type { EventLog, RecordedEvent } from '../log/event-log.js';
import { intact } from '../log/ours.js';
import type { ReadModels } from '../read-models/read-models.js';
import { type Foreign, type Lock, NOTHING_FOREIGN, PASSED_OVER, type PassedOver } from './locked-streams.js';
import { StreamFilter } from './stream-filter.js';

/** ms for which what another process has stored is told without asking for it again */
const FRESH = 5_000;

/** Which of the log's events are folded, and what is passed over: by this process, or by the one that folds. */
export class StreamChecks {
  private live: StreamFilter | undefined;
  private told: PassedOver = { foreign: NOTHING_FOREIGN, locks: [] };
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly log: EventLog,
    private readonly models: ReadModels,
    private readonly acceptances: Pick<Acceptances, 'by' | 'upTo'>,
  ) {}

  /** For one reading of the log. `signal`: stores that are away are waited for no longer. */
  filter(models: ReadModels, signal?: AbortSignal): StreamFilter {
    return new StreamFilter({ log: this.log, models, signal }, this.acceptances);
  }

  /** The log for who follows it to fold all of it: what is passed over comes out as `isForeign`. */
  followed(): EventLog {
    const { log } = this;
    return {
      append: (...asked) => log.append(...asked),
      readStream: (...asked) => log.readStream(...asked),
      wasCut: (stream) => log.wasCut(stream),
      readAll: (...asked) => log.readAll(...asked),
      at: (position) => log.at(position),
      lookBack: (options) => log.lookBack(options),
      head: () => log.head(),
      close: () => log.close(),
      subscribe: (options) => this.subscribe(options),
    };
  }

  /** Of a stream from its beginning on, what may be folded. */
  intact(reading: AsyncIterable<RecordedEvent>): AsyncIterable<RecordedEvent> {
    return intact(reading, async () => new Set(await this.acceptances.upTo(Number.MAX_SAFE_INTEGER)));
  }

  /** What is passed over now; where this process does not fold, as of some seconds ago. */
  passedOver(): PassedOver {
    if (this.live) return this.live.passedOver;
    if (performance.now() - this.toldAt >= FRESH) void this.ask();
    return this.told;
  }

  private async *subscribe({ after, signal }: Parameters<EventLog['subscribe']>[0]) {
    const filter = this.filter(this.models, signal);
    await filter.startAt(after);
    this.live = filter;
    for await (const { events, caughtUp } of this.log.subscribe({ after, signal })) {
      yield { events: await filter.pass(events), caughtUp };
    }
  }

  /** What cannot be read now is told as before. */
  private async ask(): Promise<void> {
    this.toldAt = performance.now();
    try {
      await this.models.open([PASSED_OVER]);
      const kept = await this.models.find<Lock | Foreign>(PASSED_OVER);
      this.told = {
        foreign: kept.find((one): one is Foreign => !('revision' in one)) ?? NOTHING_FOREIGN,
        locks: kept.filter((one): one is Lock => 'revision' in one && one.acceptedAt === null),
      };
    } catch {
      // Readiness says itself that the store is away.
    }
  }
}
