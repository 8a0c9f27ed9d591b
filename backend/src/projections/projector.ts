import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from '../event-sourcing/codec.js';
import { Refused } from '../event-sourcing/decider.js';
import { assertSupportedFormat } from '../event-sourcing/installation.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import { UnknownFormat } from '../stores/format.js';
import { type Collection, CollectionReplaced, type ReadModels } from '../stores/read-models/read-models.js';
import { retryWhileUnavailable } from '../stores/retry-while-unavailable.js';
import { timeLeft } from '../telemetry/request-context.js';
import type { AnnouncedFolding, Progress, ProjectorFailure } from './announced-folding.js';
import { endOfFolding } from './end-of-folding.js';
import { endOf, fold, NotFolded } from './fold.js';
import { FoldedElsewhere, PATIENCE } from './folded-elsewhere.js';
import { HeldRows } from './held-rows.js';
import { LateCheckpoints } from './late-checkpoints.js';
import type { Projection } from './projection.js';
import { type AnyRecorded, isReadable, openEvents } from './recorded.js';

export type BatchListener = (events: readonly AnyRecorded[]) => void;

/** ms */
const LOOK_AGAIN = 20;
/** ms this process may take to process the newest events */
const SETTLES_WITHIN = 5_000;
/** ms another process may take to store its checkpoints */
const STORED_WITHIN = 2_000;

/** Feeds all projections from one subscription, in log order; without `folds` it follows another process. */
export class Projector {
  private readonly abort = new AbortController();
  private readonly waiters = new Set<{ position: Position; resolve: () => void }>();
  private readonly listeners = new Set<BatchListener>();
  private readonly failed = new Map<string, ProjectorFailure>();
  private readonly elsewhere: FoldedElsewhere;
  private readonly late: LateCheckpoints;
  private readonly held: HeldRows | undefined;
  private readonly foldedBefore = new Map<string, Position>();
  private running: Promise<void> | undefined;
  private folded: Position = 0;
  private caughtUp = false;
  private stopped: string | null = null;
  private isOutdated = false;
  private waitsFor: string | null = null;
  private folding: Promise<unknown> = Promise.resolve();
  private isReplaced = false;

  constructor(
    private readonly log: EventLog,
    private readonly models: ReadModels,
    private readonly sealer: Sealer,
    private readonly schema: Schema,
    private readonly projections: readonly Projection<unknown>[],
    private readonly onStopped: (error: unknown) => void,
    readonly folds = true,
    private readonly patience = PATIENCE,
    private readonly announced: AnnouncedFolding | null = null,
  ) {
    this.elsewhere = new FoldedElsewhere(models, projections, this.abort.signal, patience);
    this.late = new LateCheckpoints(models, ({ name }, position, error) => {
      if (error instanceof CollectionReplaced) this.isReplaced = true;
      else this.fail(name, position, error);
    });
    this.held = models.isElsewhere ? new HeldRows() : undefined;
  }

  /**
   * Resolves once it runs, not once it has caught up; waits for unavailable stores. What `load` reads is no older than
   * where the events begin.
   */
  async start(load: () => Promise<void> = async () => undefined): Promise<void> {
    this.folded = await this.begin();
    await load();
    this.running = this.follow(this.folded).catch((error: unknown) => {
      if (this.abort.signal.aborted) return;
      this.isOutdated = error instanceof UnknownFormat;
      this.stopped = error instanceof Error ? error.message : String(error);
      this.onStopped(error);
    });
  }

  async stop(): Promise<void> {
    this.abort.abort();
    await endOfFolding(this.models, Promise.all([this.running, this.late.stop()]), this.patience.endsWithin);
  }

  head(): Promise<Position> {
    return this.log.head();
  }

  get position(): Position {
    return this.folded;
  }

  get hasCaughtUp(): boolean {
    return this.caughtUp;
  }

  progress(): Progress {
    const { failures = [], stopped = null, waitsFor = null } = this.announced?.progress ?? {};
    return {
      waitsFor: this.waitsFor ?? waitsFor,
      position: this.folded,
      caughtUp: this.caughtUp,
      failures: [...this.failed.values(), ...failures],
      behind: this.elsewhere.behind,
      stopped: this.stopped ?? stopped,
    };
  }

  hasStopped({ name }: Pick<Collection, 'name'>): boolean {
    return this.failed.has(name) || this.elsewhere.isBehind({ name }) || this.announced?.hasStopped(name) === true;
  }

  /** @throws Refused 'projection-stopped' */
  assertFolded(projection: Pick<Collection, 'name'>): void {
    if (!this.hasStopped(projection)) return;
    throw new Refused('projection-stopped', 'unavailable', 'This cannot be shown right now. Try again later.', 30);
  }

  /** Whether a restart may help; it does not against a rejected event or a newer log format. */
  isHalted(): boolean {
    if (this.stopped !== null) return !this.isOutdated;
    const failures = [...this.failed.values()];
    return failures.length === this.projections.length && failures.some(({ cause }) => cause === 'store');
  }

  async stored(): Promise<Position> {
    return Math.min(...(await this.checkpoints()));
  }

  async reached(withinMs: number): Promise<boolean> {
    return this.passed(await this.log.head(), withinMs);
  }

  /** Compares the stored checkpoints: read models may be dropped, or no process projects. */
  async knowsAll(): Promise<boolean> {
    const head = await this.log.head();
    // The log is shorter than what was processed.
    if (head < this.folded) return false;
    if (!(await this.passed(head, SETTLES_WITHIN))) return false;
    await this.late.moveNow();
    const until = Date.now() + (this.folds ? 0 : STORED_WITHIN);
    while ((await this.stored()) < head) {
      if (Date.now() >= until) return false;
      await wait(LOOK_AGAIN);
    }
    return true;
  }

  async isWhole(): Promise<boolean> {
    return this.folds && (await this.knowsAll());
  }

  /** @throws Error when the projections stop before, or `signal` is aborted */
  async reachEnd(signal?: AbortSignal): Promise<void> {
    while (!this.caughtUp) {
      const { stopped } = this.progress();
      if (stopped !== null) throw new Error(stopped);
      signal?.throwIfAborted();
      await this.passed(this.folded + 1, LOOK_AGAIN);
    }
  }

  between<T>(work: () => Promise<T>): Promise<T> {
    const done = this.folding.then(work);
    this.folding = done.catch(() => undefined);
    return done;
  }

  hasMoved({ name }: Pick<Collection, 'name'>, upTo: Position): void {
    this.held?.clear();
    this.elsewhere.forget(name);
    this.foldedBefore.set(name, upTo);
    this.failed.delete(name);
  }

  onBatch(listener: BatchListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** False after `timeoutMs`, or when the request's time is over. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.folded >= position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = { position, resolve: () => finish(true) };
      const timer = setTimeout(() => finish(false), timeLeft(timeoutMs));
      const finish = (passed: boolean) => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(passed);
      };
      this.waiters.add(waiter);
    });
  }

  private async begin(): Promise<Position> {
    const stored = await this.whileUnavailable(async () => {
      await this.models.open(this.projections);
      return this.checkpoints();
    });
    for (const [i, { name }] of this.projections.entries()) this.foldedBefore.set(name, stored[i] ?? 0);
    this.held?.clear();
    this.isReplaced = false;
    return Math.min(...stored);
  }

  private checkpoints(): Promise<Position[]> {
    return Promise.all(this.projections.map((projection) => this.models.checkpoint(projection)));
  }

  private async follow(from: Position): Promise<void> {
    // Another process may have folded more of the new one: what happened meanwhile is still read here.
    for (let after = from; ; after = Math.min(await this.begin(), this.folded)) {
      await this.followFrom(after);
      if (!this.isReplaced) return;
    }
  }

  private async followFrom(after: Position): Promise<void> {
    const { signal } = this.abort;
    for await (const { events, caughtUp } of this.log.subscribe({ after, signal })) {
      const last = events.at(-1);
      assertSupportedFormat(events);
      if (last) {
        const opened = await this.whileUnavailable(() => openEvents(events, this.sealer, this.schema));
        const foldAll = () => Promise.all(this.projections.map((projection) => this.foldInto(projection, opened)));
        if (this.folds) await this.between(foldAll);
        else if (this.announced) await this.announced.reached(last.position, signal);
        else
          await this.whileUnavailable(() =>
            this.elsewhere.passed(opened, () => {
              this.waitsFor = 'the read models are behind, and this process does not fold them';
            }),
          );
        if (this.isReplaced) return;
        const readable = opened.filter((event) => event.position > this.folded && isReadable(event));
        this.folded = Math.max(this.folded, last.position);
        for (const listener of this.listeners) listener(readable);
      }
      if (caughtUp) this.caughtUp = true;
      for (const waiter of this.waiters) if (waiter.position <= this.folded) waiter.resolve();
    }
  }

  private async whileUnavailable<T>(step: () => Promise<T>): Promise<T> {
    const done = await retryWhileUnavailable(step, this.abort.signal, ({ message }) => {
      this.waitsFor = message;
    });
    this.waitsFor = null;
    return done;
  }

  /** A projection that throws stops for good, and readiness reports it; the others continue. */
  private async foldInto(projection: Projection<unknown>, events: readonly AnyRecorded[]): Promise<void> {
    const { name } = projection;
    if (this.failed.has(name)) return await this.lookAgain(projection);
    const before = this.foldedBefore.get(name) ?? 0;
    const fresh = (events[0]?.position ?? 0) > before ? events : events.filter(({ position }) => position > before);
    try {
      await this.whileUnavailable(() => this.foldAll(projection, fresh));
    } catch (error) {
      if (this.abort.signal.aborted) throw error;
      if (error instanceof CollectionReplaced) this.isReplaced = true;
      else this.fail(name, fresh[0]?.position ?? 0, error, fresh[0]?.eventId);
    }
  }

  private async lookAgain(projection: Projection<unknown>): Promise<void> {
    const failure = this.failed.get(projection.name);
    if (!failure || !this.models.isElsewhere) return;
    const stored = await this.whileUnavailable(() => this.models.checkpoint(projection));
    if (stored < failure.position) return;
    this.failed.delete(projection.name);
    this.isReplaced = true;
  }

  private async foldAll(projection: Projection<unknown>, events: readonly AnyRecorded[]): Promise<void> {
    const last = endOf(events);
    if (!last) return;
    if (await fold(this.models, projection, events, this.held)) this.late.hasMoved(projection);
    else this.late.move(projection, last);
  }

  private fail(projection: string, position: Position, error: unknown, eventId = ''): void {
    const message = error instanceof Error ? error.message : String(error);
    const at = error instanceof NotFolded ? error.event : { eventId, position };
    const cause = error instanceof NotFolded ? 'event' : 'store';
    const failure = { projection, cause, eventId: at.eventId, position: at.position, message } as const;
    if (!this.failed.has(projection)) this.failed.set(projection, failure);
  }
}
