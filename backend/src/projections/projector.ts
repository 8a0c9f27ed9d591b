import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from '../event-sourcing/codec.js';
import { Refused } from '../event-sourcing/decider.js';
import { assertKnownFormat } from '../event-sourcing/installation.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import { UnknownFormat } from '../stores/format.js';
import { type Collection, CollectionReplaced, type ReadModels } from '../stores/read-models/read-models.js';
import { whileAway } from '../stores/while-away.js';
import { timeLeft } from '../telemetry/request-context.js';
import { endOfFolding } from './end-of-folding.js';
import { endOf, fold, NotFolded } from './fold.js';
import { type Behind, FoldedElsewhere, PATIENCE } from './folded-elsewhere.js';
import { HeldRows } from './held-rows.js';
import { LateCheckpoints } from './late-checkpoints.js';
import type { Projection } from './projection.js';
import { type AnyRecorded, isReadable, openEvents } from './recorded.js';

export interface ProjectorFailure {
  projection: string;
  /** an event that the projection cannot take, or its store */
  cause: 'event' | 'store';
  eventId: string;
  position: Position;
  message: string;
}

export interface Progress {
  position: Position;
  caughtUp: boolean;
  failures: ProjectorFailure[];
  /** folded by another process, and standing still there */
  behind: Behind[];
  stopped: string | null;
  waitsFor: string | null;
}

/** Called in order with each batch once every projection has folded it. */
export type BatchListener = (events: readonly AnyRecorded[]) => void;

/** ms between two looks at whether the end has been reached */
const LOOK_AGAIN = 20;
/** ms this process may take to fold what has just happened */
const SETTLES_WITHIN = 5_000;
/** ms another process may take to store how far it has come */
const STORED_WITHIN = 1_000;

/**
 * Keeps all projections up to date from one subscription, in log order. Where another process folds into the same read models,
 * it only follows: what it tells its process of has then been folded there.
 */
export class Projector {
  private readonly abort = new AbortController();
  private readonly waiters = new Set<{ position: Position; resolve: () => void }>();
  private readonly listeners = new Set<BatchListener>();
  private readonly failed = new Map<string, ProjectorFailure>();
  private readonly elsewhere: FoldedElsewhere;
  private readonly late: LateCheckpoints;
  private readonly held: HeldRows | undefined;
  /** up to which each was folded at the start: one that has stopped keeps back where the log is read from, and nothing else */
  private readonly foldedBefore = new Map<string, Position>();
  private running: Promise<void> | undefined;
  private folded: Position = 0;
  private caughtUp = false;
  private stopped: string | null = null;
  private isOutdated = false;
  private waitsFor: string | null = null;
  private folding: Promise<unknown> = Promise.resolve();
  /** another process has replaced a read model */
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
  ) {
    this.elsewhere = new FoldedElsewhere(models, projections, this.abort.signal, patience);
    this.late = new LateCheckpoints(models, ({ name }, position, error) => this.fail(name, position, error));
    this.held = models.isElsewhere ? new HeldRows() : undefined;
  }

  /** Resolves once it runs, not once it has caught up; stores that are away are waited for. */
  async start(): Promise<void> {
    this.folded = await this.begin();
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

  /** The log's end. */
  head(): Promise<Position> {
    return this.log.head();
  }

  get position(): Position {
    return this.folded;
  }

  /** Position up to which everything is folded, whether the log's end has been reached once, and which store keeps it waiting. */
  progress(): Progress {
    return {
      waitsFor: this.waitsFor,
      position: this.folded,
      caughtUp: this.caughtUp,
      failures: [...this.failed.values()],
      behind: this.elsewhere.behind,
      stopped: this.stopped,
    };
  }

  /** Whether a projection's rows are no longer folded, here or where it is folded: they are not to be relied on. */
  hasStopped(projection: Pick<Collection, 'name'>): boolean {
    return this.failed.has(projection.name) || this.elsewhere.isBehind(projection);
  }

  /** @throws Refused 'projection-stopped' */
  assertFolded(projection: Pick<Collection, 'name'>): void {
    if (!this.hasStopped(projection)) return;
    throw new Refused('projection-stopped', 'unavailable', 'This cannot be shown right now. Try again later.', 30);
  }

  /**
   * Nothing is folded any more, and a new start may help: the subscription is over, or a store is why all projections have stopped.
   * It does not help against an event that they cannot take, or in a program that is too old for the log.
   */
  isHalted(): boolean {
    if (this.stopped !== null) return !this.isOutdated;
    const failures = [...this.failed.values()];
    return failures.length === this.projections.length && failures.some(({ cause }) => cause === 'store');
  }

  /** Position up to which every read model is folded, as their store says. */
  async stored(): Promise<Position> {
    return Math.min(...(await this.checkpoints()));
  }

  /** Whether everything in the log by now is folded within so many ms; its checkpoint may be stored later. */
  async reached(withinMs: number): Promise<boolean> {
    return this.passed(await this.log.head(), withinMs);
  }

  /**
   * Whether the read models lack nothing that has happened until now, as their store says: they may have failed here, or been
   * dropped under us, or nobody folds.
   */
  async knowsAll(): Promise<boolean> {
    const head = await this.log.head();
    // What they were folded from is gone.
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

  /** The same, and it is this process that folds. */
  async isWhole(): Promise<boolean> {
    return this.folds && (await this.knowsAll());
  }

  /** Resolves once the log's end, wherever it then is, has been reached. @throws when the projections stop before, or the signal says so */
  async reachEnd(signal?: AbortSignal): Promise<void> {
    while (!this.caughtUp) {
      if (this.stopped !== null) throw new Error(this.stopped);
      signal?.throwIfAborted();
      await this.passed(this.folded + 1, LOOK_AGAIN);
    }
  }

  /** Does something while nothing is folded here. */
  between<T>(work: () => Promise<T>): Promise<T> {
    const done = this.folding.then(work);
    this.folding = done.catch(() => undefined);
    return done;
  }

  /** Its rows are those of another collection, in which everything up to there is folded; one that had stopped goes on. */
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

  /** True once everything up to `position` is folded; false when that took longer than `timeoutMs`, or than the request may take. */
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

  /** Where the log is to be read from, so that every read model meets what it lacks. */
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

  /** Begins again where another process has replaced a read model, which may lack what was folded here. */
  private async follow(from: Position): Promise<void> {
    for (let after = from; ; after = await this.begin()) {
      await this.followFrom(after);
      if (!this.isReplaced) return;
    }
  }

  private async followFrom(after: Position): Promise<void> {
    const { signal } = this.abort;
    for await (const { events, caughtUp } of this.log.subscribe({ after, signal })) {
      const last = events.at(-1);
      assertKnownFormat(events);
      if (last) {
        const opened = await this.whileUnavailable(() => openEvents(events, this.sealer, this.schema));
        const foldAll = () => Promise.all(this.projections.map((projection) => this.foldInto(projection, opened)));
        if (this.folds) await this.between(foldAll);
        else
          await this.whileUnavailable(() =>
            this.elsewhere.passed(opened, () => {
              this.waitsFor = 'the read models are behind, and this process does not fold them';
            }),
          );
        if (this.isReplaced) return;
        const told = opened.filter((event) => event.position > this.folded && isReadable(event));
        this.folded = Math.max(this.folded, last.position);
        for (const listener of this.listeners) listener(told);
      }
      if (caughtUp) this.caughtUp = true;
      for (const waiter of this.waiters) if (waiter.position <= this.folded) waiter.resolve();
    }
  }

  /** A store that does not answer is asked again until it does; readiness says so meanwhile. */
  private async whileUnavailable<T>(step: () => Promise<T>): Promise<T> {
    const done = await whileAway(step, this.abort.signal, ({ message }) => {
      this.waitsFor = message;
    });
    this.waitsFor = null;
    return done;
  }

  /** A projection that throws stops for good (readiness turns red and names the event); the others go on. */
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

  /** One that has stopped here is whole again where another process has put one in its place that is past the event. */
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
