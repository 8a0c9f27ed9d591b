import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { isAcceptance } from '../event-sourcing/acceptances.js';
import { discoverable } from '../event-sourcing/discovered.js';
import type { Projection } from '../projections/projection.js';
import type { Projector } from '../projections/projector.js';
import type { AnyRecorded } from '../projections/recorded.js';
import type { Position } from '../stores/event-log/event-log.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { Breakers, type Partner } from './breakers.js';
import type { DueRow } from './due.projection.js';
import { DueLine } from './due-line.js';
import { DueRows } from './due-rows.js';
import { eventLoopLoad, LOAD_WINDOW } from './event-loop-load.js';
import { LONGEST_IN_A_RUSH } from './held-back.js';
import { JOBS } from './line-tools.js';
import { RESUMED } from './parked-work.js';

/** Nothing is wrong: the row is to be looked at again at this time (ms UTC), although no event moved it. */
export interface LookAgain {
  lookAgainAt: number;
}

/**
 * One kind of waiting work. `work` claims by appending and returns the log position of what it appended, if anything. What it
 * throws is tried again after a pause that grows; `InVain` says why in words for operators.
 */
export interface DueWorker {
  kind: string;
  /** A quarter of the slots is left to rows that were not in vain before. */
  concurrency: number;
  /** it can wait while the process is saturated by people, at most half a minute */
  background?: boolean;
  /** what nothing may delay: while some of it is under way and the process is saturated, no other kind begins anything */
  urgent?: boolean;
  /** Whom all of it needs: while that partner is away, nothing of this kind is begun but a probe now and then. */
  partner?: Partner;
  /** it keeps to what that partner takes at once, which follows its answers; `concurrency` is the bound above that */
  limited?: boolean;
  /** ms until `work` is told to stop by its signal and its slot is given to others; a minute unless said */
  deadline?: number;
  /** ms between two tries at most, while they fail by themselves; a quarter of an hour unless said */
  longestPause?: number;
  /** ms past its time from which a row counts as stuck; a quarter of an hour unless said */
  lateAfter?: number;
  /** what came of its claims can be asked without one: whatever was claimed before is asked after as soon as the process works */
  looksFirst?: boolean;
  /** What was tried 20 times in vain, with nobody else to blame, waits for an operator. Never what a promise hangs on: that is tried on. */
  parks?: boolean;
  /** An operator has decided that parked work is never done: records that it has ended. Idempotent. */
  setAside?(row: DueRow): Promise<unknown>;
  /** `signal`: nothing more is to be begun; `cut`, after a stop's grace and past the deadline: what is under way is given up as well */
  work(row: DueRow, signal: AbortSignal, cut: AbortSignal): Promise<Position | LookAgain | undefined>;
}

/** Why work is resumed that locked streams have parked: a damaged event is accepted just now, or one may have been while nobody worked. */
export type ResumedWhen = 'start' | 'acceptance';

export const Worker = discoverable<DueWorker>();

const SWEEP = 2_000;
/** Every so many sweeps all is read anew. */
const FULL_SWEEP = 30;
const FOLDED_WITHIN = 5_000;
/** ms in which what was tried just before a damaged event was accepted is parked */
const PARKED_WITHIN = 10_000;
/** ms of a stop's grace in which it is recorded that calls were given up */
const RECORDED_WITHIN = 500;

/** Takes what is due, kind by kind, bounded, woken early by the log and in any case by a sweep. */
export class DueWork {
  readonly breakers: Breakers;
  private readonly byKind = new Map<string, DueLine>();
  private readonly wanted = new Set<string>();
  readonly rows: DueRows;
  private readonly isSaturated: () => boolean;
  private readonly random: () => number;
  private readonly mayBegin: (kind: string) => boolean;
  private resumedWhen: ResumedWhen = 'start';
  /** ms UTC */
  private resumeAgainAt = Number.POSITIVE_INFINITY;
  private isStarted = false;
  private isStopped = false;
  /** where its timers are found by name; Nest's own is set before workers are registered */
  registry = new SchedulerRegistry();
  /** set by who can append to the log */
  park: (row: DueRow, attempts: number, reason: string) => Promise<unknown> = async () => undefined;
  /** has what locked streams have parked tried again; set by the same */
  resumeDamaged: (when: ResumedWhen) => Promise<unknown> = async () => undefined;

  constructor(
    models: ReadModels,
    private readonly projector: Projector,
    private readonly due: Projection<DueRow>,
    private readonly clock: () => number,
    private readonly logger: Logger,
    {
      isSaturated = eventLoopLoad(),
      random = Math.random,
      mayBegin = () => true,
      most,
    }: {
      isSaturated?: () => boolean;
      random?: () => number;
      /** whether work of a kind may begin, where the disk has little room */
      mayBegin?: (kind: string) => boolean;
      most?: ConstructorParameters<typeof Breakers>[1];
    } = {},
  ) {
    this.rows = new DueRows(models, due);
    this.isSaturated = isSaturated;
    this.random = random;
    this.mayBegin = mayBegin;
    this.breakers = new Breakers(random, most, isSaturated);
  }

  register(worker: DueWorker): void {
    const { rows, registry, clock, random, isSaturated, mayBegin, logger } = this;
    const breaker = worker.partner === undefined ? undefined : this.breakers.of(worker.partner);
    const passed = (position: Position) => this.projector.passed(position, FOLDED_WITHIN);
    const look = () => this.lookSoon([worker.kind]);
    const isRushed = () => this.isRushed;
    const park: DueWork['park'] = (...parked) => this.park(...parked);
    const line = new DueLine(worker, {
      rows,
      registry,
      clock,
      random,
      isSaturated,
      mayBegin,
      isRushed,
      logger,
      breaker,
      passed,
      park,
      look,
    });
    this.byKind.set(worker.kind, line);
  }

  get lines(): Iterable<DueLine> {
    return this.byKind.values();
  }
  line(kind: string): DueLine | undefined {
    return this.byKind.get(kind);
  }

  private get isRushed(): boolean {
    return [...this.lines].some((line) => line.worker.urgent && line.isWorking);
  }

  /** Resolves once nothing that may not be delayed is under way, or the process has time for more. */
  async rest(): Promise<void> {
    for (let waited = 0; this.isRushed && this.isSaturated() && waited < LONGEST_IN_A_RUSH; waited += LOAD_WINDOW) {
      await new Promise((resolve) => setTimeout(resolve, LOAD_WINDOW).unref());
    }
  }

  /** Begins to work; call it once the due rows have caught up with the log. */
  start(): void {
    let sweeps = 0;
    this.projector.onBatch((events) => {
      this.lookSoon(this.movedBy(events));
      if (!events.some(isAcceptance)) return;
      this.resumedWhen = 'acceptance';
      this.resumeAgainAt = this.clock() + PARKED_WITHIN;
      void this.resume();
    });
    this.breakers.onBack((partner) => void this.isBack(partner));
    this.isStarted = true;
    const sweeper = setInterval(() => {
      sweeps += 1;
      for (const line of this.lines) line.lookAgain(sweeps % FULL_SWEEP === 0);
      this.lookSoon();
      if (this.clock() < this.resumeAgainAt) return;
      this.resumeAgainAt = Number.POSITIVE_INFINITY;
      void this.resume();
    }, SWEEP);
    this.registry.addInterval(JOBS, sweeper);
    this.lookSoon();
    // What was accepted while nobody worked was folded before anybody could hear of it here.
    void this.resume();
  }

  /** Whether this process works: the tries are those of the ones that do. */
  get isWorking(): boolean {
    return this.isStarted && !this.isStopped;
  }

  /** Tries at once what was in vain. Nothing else changes: neither how often it was tried, nor how many a partner takes. */
  retry(line: DueLine, key?: string): number {
    const retried = line.tries.retry(this.clock(), key);
    this.lookSoon([line.worker.kind]);
    return retried;
  }

  /** Does what is due by now, and resolves once nothing works and all that came of it is folded: who moves the clock waits for it. */
  async settle(): Promise<void> {
    for (let folded: Position | undefined; ; ) {
      const head = await this.projector.head();
      await this.projector.passed(head, FOLDED_WITHIN);
      const worked = await Promise.all([...this.lines].map((line) => line.settle()));
      if (head === folded && !worked.includes(true)) return;
      folded = head;
    }
  }

  /** Takes nothing new and waits for what runs; what does not end in time is given up, and that is recorded where there is time. */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    if (this.registry.doesExist('interval', JOBS)) this.registry.deleteInterval(JOBS);
    const ended = Promise.all([...this.lines].map((line) => line.stop()));
    const waited = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
    const last = Math.min(RECORDED_WITHIN, graceMs / 2);
    await Promise.race([ended, waited(graceMs - last)]);
    for (const line of this.lines) line.cut();
    await Promise.race([ended, waited(last)]);
  }

  private async resume(): Promise<void> {
    try {
      await this.resumeDamaged(this.resumedWhen);
    } catch (error) {
      const isLocked = error instanceof StreamDamaged;
      if (!isLocked) this.resumeAgainAt = this.clock() + PARKED_WITHIN;
      const next = isLocked ? 'the next accepted event resumes it, or an operator' : 'it is tried again';
      this.logger.warn({ err: error }, `work that locked streams have parked could not be resumed: ${next}`);
    }
  }

  private async isBack(partner: Partner): Promise<void> {
    this.logger.info({ partner }, 'a partner that was away is back');
    const told = [...this.lines].map((line) => line.isBack(partner));
    // What cannot be read now is found by the sweep, in the order of its times.
    await Promise.allSettled(told);
    this.lookSoon();
  }

  private movedBy(events: readonly AnyRecorded[]): Iterable<string> {
    const kinds = new Set<string>();
    try {
      for (const event of events) {
        if (!this.due.categories.includes(event.category)) continue;
        for (const key of this.due.idsOf(event)) {
          const kind = key.slice(0, key.indexOf(':'));
          const line = this.byKind.get(kind);
          if (line?.moved(key, this.due.evolve(null, event, key))) kinds.add(kind);
          if (event.type !== RESUMED) continue;
          // Of what stood in the row the event tells nothing.
          line?.lookAgain(true);
          kinds.add(kind);
        }
      }
      return kinds;
    } catch {
      // The projection of due work has stopped at this event, and readiness says so.
      return this.byKind.keys();
    }
  }

  private lookSoon(kinds: Iterable<string> = this.byKind.keys()): void {
    if (this.isStopped) return;
    const isScheduled = this.wanted.size > 0;
    for (const kind of kinds) this.wanted.add(kind);
    if (isScheduled || this.wanted.size === 0) return;
    setImmediate(() => {
      const lines = [...this.wanted].map((kind) => this.byKind.get(kind));
      this.wanted.clear();
      for (const line of lines) void line?.take();
    });
  }
}
