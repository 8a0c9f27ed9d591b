import type { Logger } from 'pino';
import { discoverable } from '../discovered.js';
import type { Position } from '../log/event-log.js';
import type { Projection } from '../projections/projection.js';
import type { Projector } from '../projections/projector.js';
import type { AnyRecorded } from '../projections/recorded.js';
import type { ReadModels } from '../read-models/read-models.js';
import { type DueRow, rowKey } from './due.projection.js';
import { eventLoopLoad, LOAD_WINDOW } from './event-loop-load.js';

/** The row is to be looked at again at this time (ms UTC), although no event moved it. */
export interface LookAgain {
  lookAgainAt: number;
}

/** One kind of waiting work. `work` claims by appending and returns the log position of what it appended, if anything. */
export interface DueWorker {
  kind: string;
  concurrency: number;
  /** it can wait while the process is saturated by people, at most half a minute */
  background?: boolean;
  work(row: DueRow, signal: AbortSignal): Promise<Position | LookAgain | undefined>;
}

export const Worker = discoverable<DueWorker>();

/** Node fires timers above 2^31-1 ms at once; an hour is far below and finds clock changes. */
const LONGEST_TIMER = 3_600_000;
const SWEEP = 2_000;
const IDLE = 250;
const LONGEST_PAUSE = 30_000;

/** Takes what is due, kind by kind, bounded, woken early by the log and in any case by a sweep. */
export class DueWork {
  private readonly workers = new Map<string, DueWorker>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly postponed = new Map<string, { tries: number; notBefore: number }>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly abort = new AbortController();
  private sweeper: NodeJS.Timeout | undefined;
  private readonly wanted = new Set<string>();

  constructor(
    private readonly models: ReadModels,
    private readonly projector: Projector,
    private readonly due: Projection<DueRow>,
    private readonly clock: () => number,
    private readonly logger: Logger,
    private readonly isSaturated: () => boolean = eventLoopLoad(),
  ) {}

  register(worker: DueWorker): void {
    this.workers.set(worker.kind, worker);
  }

  /** Begins to work; call it once the due rows have caught up with the log. */
  start(): void {
    this.projector.onBatch((events) => this.lookSoon(this.movedBy(events)));
    this.sweeper = setInterval(() => {
      this.forgetOld();
      this.lookSoon();
    }, SWEEP);
    this.lookSoon();
  }

  /** Takes nothing new and waits for what runs; what does not stop in time is left to its lease. */
  async stop(graceMs: number): Promise<void> {
    clearInterval(this.sweeper);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.abort.abort();
    const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    await Promise.race([Promise.allSettled(this.running.values()), grace]);
  }

  /** Rows that are long gone need not be remembered as postponed. */
  private forgetOld(): void {
    const now = this.clock();
    for (const [key, { notBefore }] of this.postponed) if (notBefore < now - LONGEST_PAUSE) this.postponed.delete(key);
  }

  private movedBy(events: readonly AnyRecorded[]): Iterable<string> {
    try {
      const own = events.filter(({ category }) => this.due.categories.includes(category));
      return own.flatMap((event) => this.due.idsOf(event)).map((id) => id.slice(0, id.indexOf(':')));
    } catch {
      // The projection of due work has stopped at this event, and readiness says so.
      return this.workers.keys();
    }
  }

  private lookSoon(kinds: Iterable<string> = this.workers.keys()): void {
    if (this.abort.signal.aborted) return;
    const isScheduled = this.wanted.size > 0;
    for (const kind of kinds) this.wanted.add(kind);
    if (isScheduled || this.wanted.size === 0) return;
    setImmediate(() => {
      const workers = [...this.wanted].map((kind) => this.workers.get(kind));
      this.wanted.clear();
      for (const worker of workers) if (worker) void this.take(worker);
    });
  }

  /** What cannot be read now is looked for again by the next sweep. */
  private async take(worker: DueWorker): Promise<void> {
    try {
      await this.takeDue(worker);
    } catch (error) {
      if (!this.abort.signal.aborted) this.logger.warn({ kind: worker.kind, err: error }, 'due work cannot be read');
    }
  }

  private async takeDue(worker: DueWorker): Promise<void> {
    const busy = this.countRunning(worker.kind);
    if (busy >= worker.concurrency || this.abort.signal.aborted) return;
    const rows = await this.models.find<DueRow>(this.due, {
      where: { kind: worker.kind },
      sort: [['dueAt', 'asc']],
      limit: worker.concurrency + busy + this.postponed.size + 1,
    });
    const now = this.clock();
    const waited = now - (rows[0]?.dueAt ?? Number.POSITIVE_INFINITY);
    if (worker.background && this.isSaturated() && waited >= 0 && waited < LONGEST_PAUSE) {
      // It may be this very work that took the time: what waits for the next sweep would be done in drips.
      return this.wakeAt(worker, now + LOAD_WINDOW);
    }
    let free = worker.concurrency - this.countRunning(worker.kind);
    for (const row of rows) {
      const at = Math.max(row.dueAt, this.postponed.get(rowKey(row))?.notBefore ?? 0);
      if (this.running.has(rowKey(row))) continue;
      if (at > now) {
        this.wakeAt(worker, at);
        if (row.dueAt > now) break;
      } else if (free > 0) {
        free -= 1;
        this.run(worker, row);
      }
    }
  }

  private run(worker: DueWorker, row: DueRow): void {
    const key = rowKey(row);
    const done = this.workOn(worker, row).finally(() => {
      this.running.delete(key);
      this.lookSoon([worker.kind]);
    });
    this.running.set(key, done);
  }

  private async workOn(worker: DueWorker, row: DueRow): Promise<void> {
    const key = rowKey(row);
    try {
      const outcome = await worker.work(row, this.abort.signal);
      this.postponed.delete(key);
      if (typeof outcome === 'number') await this.projector.passed(outcome, 5_000);
      else if (outcome) this.postponed.set(key, { tries: 0, notBefore: outcome.lookAgainAt });
      // Nothing was to be done: the row is about to be folded away, and must not be spun on until then.
      else this.postponed.set(key, { tries: 0, notBefore: this.clock() + IDLE });
    } catch (error) {
      const tries = (this.postponed.get(key)?.tries ?? 0) + 1;
      const delay = Math.min(LONGEST_PAUSE, 250 * 2 ** tries) * (0.5 + Math.random() / 2);
      this.postponed.set(key, { tries, notBefore: this.clock() + delay });
      if (!this.abort.signal.aborted)
        this.logger.warn({ kind: row.kind, id: row.id, tries, err: error }, 'due work failed');
    }
  }

  private wakeAt(worker: DueWorker, at: number): void {
    clearTimeout(this.timers.get(worker.kind));
    const delay = Math.min(LONGEST_TIMER, Math.max(1, at - this.clock()));
    this.timers.set(
      worker.kind,
      setTimeout(() => void this.take(worker), delay),
    );
  }

  private countRunning(kind: string): number {
    let count = 0;
    for (const key of this.running.keys()) if (key.startsWith(`${kind}:`)) count += 1;
    return count;
  }
}
