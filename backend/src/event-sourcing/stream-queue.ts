import { setTimeout as wait } from 'node:timers/promises';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type Position,
  type StoredEvent,
  WrongExpectedRevision,
} from '../stores/event-log/event-log.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { outsideRequests, timeLeft } from '../telemetry/request-context.js';
import {
  type Command,
  type CommandMetadata,
  type DomainEvent,
  type Handled,
  Refused,
  type StreamState,
} from './decider.js';
import {
  decideAll,
  encodeBatch,
  fail,
  makesEvents,
  otherRequest,
  type Sealing,
  type Verdict,
  type Waiting,
} from './stream-batch.js';
import { type AnyDecider, type CachedStream, type Folding, StreamFold, weightOf } from './stream-fold.js';

/** ms a caller waits before 503, or less when its request has less time left */
const PATIENCE = 10_000;
const MAX_COMMANDS = 512;
const MAX_CONFLICTS = 50;

export interface AppendCounts {
  appends: number;
  conflicts: number;
}

export interface QueueOptions extends Sealing, Folding {
  /** ms UTC */
  clock: () => number;
  maxWaiting: number;
  counts: AppendCounts;
  onLower?: () => void;
  onBusy: () => void;
  onIdle: () => void;
}

/** One batch at a time; refusals wait too until it is durable, because they may rest on its events. */
export class StreamQueue {
  private readonly fold: StreamFold;
  private waiting: Waiting[] = [];
  private taken: readonly Waiting[] = [];
  private appending: { events: readonly StoredEvent[]; since: number; trouble: string | null } | undefined;
  private busy = false;
  private conflicts = 0;

  constructor(
    readonly stream: string,
    private readonly decider: AnyDecider,
    private readonly options: QueueOptions,
  ) {
    this.fold = new StreamFold(stream, decider, options);
  }

  get position(): Position {
    return this.fold.lastFolded?.position ?? 0;
  }

  get bytes(): number {
    return this.fold.lastFolded?.bytes ?? 0;
  }

  decide(command: Command): Promise<Handled<unknown, DomainEvent>> {
    if (this.waiting.length >= this.options.maxWaiting) {
      const text = 'Too many requests are waiting. Try again in a moment.';
      return Promise.reject(new Refused('busy', 'unavailable', text, 1));
    }
    const patience = timeLeft(PATIENCE);
    if (patience === 0) return Promise.reject(notDone());
    const until = performance.now() + patience;
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, until, resolve, reject, isGone: false });
      this.start();
    });
  }

  /** @throws Refused when another request used its command id */
  async read(metadata?: CommandMetadata): Promise<StreamState<unknown>> {
    const { state, revision, position, commands } = await this.fold.fresh();
    const earlier = metadata && commands.get(metadata.commandId);
    if (earlier !== undefined && earlier !== metadata?.requestHash) throw otherRequest();
    return { state, revision, position, isDone: earlier !== undefined };
  }

  async cached(): Promise<unknown> {
    return (await this.fold.cached()).state;
  }

  hear(revision: number): void {
    this.fold.hear(revision);
  }

  /** `limit`: ms of the monotonic clock */
  inDoubt(limit: number): string | null {
    return this.appending && this.appending.since < limit ? this.appending.trouble : null;
  }

  /** `now`: ms of the monotonic clock. A rejected caller's append may still succeed. */
  giveUp(now: number): void {
    const late = [...this.taken, ...this.waiting].filter(({ until, isGone }) => until < now && !isGone);
    if (late.length === 0) return;
    const written = new Set(this.appending?.events.map(({ metadata }) => metadata.commandId));
    for (const one of late) fail([one], written.has(one.command.metadata.commandId) ? outcomeUnknown() : notDone());
    this.waiting = this.waiting.filter(({ isGone }) => !isGone);
  }

  private start(): void {
    if (this.busy) return;
    this.busy = true;
    this.options.onBusy();
    outsideRequests(() => void this.work());
  }

  private async work(): Promise<void> {
    // One turn of the event loop collects the requests that arrive together.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      this.taken = this.waiting.splice(0, MAX_COMMANDS);
      await this.roundOrReject(this.taken);
    }
    this.taken = [];
    this.busy = false;
    this.options.onIdle();
  }

  private async roundOrReject(taken: readonly Waiting[]): Promise<void> {
    try {
      await this.round(taken);
    } catch (error) {
      fail(taken, error);
      this.waiting = this.waiting.filter(({ isGone }) => !isGone);
    }
  }

  private async round(taken: readonly Waiting[]): Promise<void> {
    const [first] = taken;
    let cached = await this.fold.current(first?.command.isFirst);
    let verdicts = decideAll(this.decider, cached, taken, this.options.clock);
    if (!verdicts.some(makesEvents)) {
      // Without an append nothing proves that the state is current: another process may have written.
      const fresh = await this.fold.fresh();
      if (fresh.revision !== cached.revision) verdicts = decideAll(this.decider, fresh, taken, this.options.clock);
      cached = fresh;
    }
    if (!verdicts.some(makesEvents)) return this.answer(verdicts, cached);
    const { events, commands, failure } = await encodeBatch(this.stream, cached, verdicts, this.options);
    const own = verdicts.slice(0, commands);
    const rest = verdicts.slice(commands).map(({ waiting }) => waiting);
    if (failure) fail(rest.splice(0, 1), failure.error);
    this.waiting.unshift(...rest);
    // A rejected command must not be written, and the commands after it were decided on its result.
    const isStale = own.some(({ waiting }) => waiting.isGone);
    if (events.length === 0 || isStale) this.waiting.unshift(...own.map(({ waiting }) => waiting));
    else await this.write(cached, own, events);
  }

  private async write(
    cached: CachedStream,
    verdicts: readonly Verdict[],
    events: readonly StoredEvent[],
  ): Promise<void> {
    const own = verdicts.map(({ waiting }) => waiting);
    try {
      const result = await this.append(cached.revision, events);
      if (result === 'conflict') return await this.conflict(own);
      this.conflicts = 0;
      for (const { metadata } of events) cached.commands.set(metadata.commandId, metadata.requestHash);
      const state = verdicts.at(-1)?.state;
      const bytes = events.reduce((sum, event) => sum + weightOf(event), cached.bytes);
      const next = { ...cached, ...result, state, hash: events.at(-1)?.metadata.hash ?? cached.hash, bytes };
      this.fold.reached(next);
      this.answer(verdicts, next);
    } catch (error) {
      // The server takes less per append than it should.
      if (error instanceof RangeError && own.length > 1) for (const one of own) await this.roundOrReject([one]);
      else fail(own, error);
      if (error instanceof StreamDamaged) this.fold.lock(error);
    }
  }

  /** Repeats the same append while its outcome is unknown; only a definite answer lets the queue continue. */
  private async append(expected: number, events: readonly StoredEvent[]): Promise<AppendResult | 'conflict'> {
    const appending: NonNullable<typeof this.appending> = { events, since: performance.now(), trouble: null };
    this.appending = appending;
    this.options.counts.appends += 1;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await this.options.log.append(this.stream, expected, events);
        } catch (error) {
          if (error instanceof WrongExpectedRevision) {
            if (error.actual < expected) this.options.onLower?.();
            return 'conflict';
          }
          if (error instanceof StreamDamaged) throw error;
          // An earlier attempt may have been written, whatever this one returned.
          if (!(error instanceof AppendOutcomeUnknown)) throw appending.trouble === null ? error : outcomeUnknown();
          appending.trouble = error.message;
          await wait(Math.min(1_000, 20 * 2 ** attempt));
        }
      }
    } finally {
      this.appending = undefined;
    }
  }

  private async conflict(own: readonly Waiting[]): Promise<void> {
    this.conflicts += 1;
    this.options.counts.conflicts += 1;
    await this.fold.fresh();
    if (this.conflicts <= MAX_CONFLICTS) {
      this.waiting.unshift(...own);
    } else {
      this.conflicts = 0;
      fail(own, new Refused('busy', 'unavailable', 'Very busy right now. Try again in a moment.', 1));
    }
  }

  private answer(verdicts: readonly Verdict[], { state, position }: CachedStream): void {
    for (const { waiting, events, refusal } of verdicts) {
      if (refusal !== undefined) waiting.reject(refusal);
      else waiting.resolve({ state, events, position });
    }
  }
}

function outcomeUnknown(): Refused {
  const text = 'We do not know yet whether this went through. Repeat the request with the same Idempotency-Key.';
  return new Refused('outcome-unknown', 'unavailable', text, 2);
}

function notDone(): Refused {
  return new Refused('unavailable', 'unavailable', 'Not available right now. Try again in a moment.', 1);
}
