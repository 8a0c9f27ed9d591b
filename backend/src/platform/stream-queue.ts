import { setTimeout as wait } from 'node:timers/promises';
import {
  type Command,
  type Decider,
  type DomainEvent,
  type Handled,
  type Origin,
  Refused,
  type StreamState,
  withoutPersonal,
} from './decider.js';
import { currentData, encode, GENESIS, type Schema } from './log/codec.js';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  NO_STREAM,
  type Position,
  type StoredEvent,
  WrongExpectedRevision,
} from './log/event-log.js';
import type { Sealer } from './vault/sealer.js';

const MAX_COMMANDS = 512;
/** EventStoreDB takes 1 MiB per append; the envelope's own framing needs room */
const MAX_BYTES = 900_000;
const MAX_CONFLICTS = 50;

/** Method parameters are bivariant, so every aggregate's decider is one of these. */
export type AnyDecider = Decider<unknown, Command, DomainEvent>;

export interface QueueOptions {
  log: EventLog;
  sealer: Sealer;
  schema: Schema;
  clock: () => number;
  newEventId: () => string;
  maxWaiting: number;
  patience: number;
  onBusy: () => void;
  onIdle: () => void;
}

interface Known {
  state: unknown;
  revision: number;
  position: number;
  hash: string;
  /** command id -> request hash, of every command that made an event here */
  commands: Map<string, string>;
}

interface Waiting {
  command: Command;
  since: number;
  resolve: (handled: Handled<unknown, DomainEvent>) => void;
  reject: (error: unknown) => void;
}

/** What a waiting command will be told once the batch it was decided in is durable. */
type Verdict = { waiting: Waiting; events: DomainEvent[]; refusal?: unknown };

interface Batch {
  verdicts: Verdict[];
  events: { event: DomainEvent; command: Command; now: number }[];
  state: unknown;
}

/**
 * One stream's decisions, one batch at a time: decide each waiting command on the state as it would be after those before
 * it, append all their events at the exact revision, and answer only when that is durable - refusals too, because they may
 * rest on events of the same batch.
 */
export class StreamQueue {
  /** while the outcome of an append is unknown: since when (ms UTC), and why */
  inDoubt: { since: number; reason: string } | null = null;
  private known: Known | undefined;
  private waiting: Waiting[] = [];
  private busy = false;
  private conflicts = 0;

  constructor(
    private readonly stream: string,
    private readonly decider: AnyDecider,
    private readonly options: QueueOptions,
  ) {}

  /** of the last event that is known here to be durable */
  get position(): Position {
    return this.known?.position ?? 0;
  }

  decide(command: Command): Promise<Handled<unknown, DomainEvent>> {
    if (this.waiting.length >= this.options.maxWaiting) {
      const text = 'Too many requests are waiting. Try again in a moment.';
      return Promise.reject(new Refused('busy', 'unavailable', text, 1));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, since: Date.now(), resolve, reject });
      this.start();
    });
  }

  lastKnown(): unknown {
    return this.known?.state;
  }

  /** @throws Refused when `origin`'s command id was another request's */
  async read(origin?: Origin): Promise<StreamState<unknown>> {
    const known = await this.caughtUp(this.known);
    if (!this.busy && known.revision > (this.known?.revision ?? NO_STREAM)) this.known = known;
    const told = origin && known.commands.get(origin.commandId);
    if (told !== undefined && told !== origin?.requestHash) throw otherRequest();
    return { state: known.state, revision: known.revision, position: known.position };
  }

  private start(): void {
    if (this.busy) return;
    this.busy = true;
    this.options.onBusy();
    void this.work();
  }

  private async work(): Promise<void> {
    // One turn of the event loop lets the requests that arrived together be decided together.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      await this.roundOrReject(this.waiting.splice(0, MAX_COMMANDS));
    }
    this.busy = false;
    this.options.onIdle();
  }

  private async roundOrReject(taken: Waiting[]): Promise<void> {
    try {
      await this.round(taken);
    } catch (error) {
      this.known = undefined;
      this.waiting = this.waiting.filter((waiting) => !taken.includes(waiting));
      // One person's erased key refuses that person's command, not those it was batched with.
      if (error instanceof Refused && taken.length > 1) for (const one of taken) await this.roundOrReject([one]);
      else for (const { reject } of taken) reject(error);
    }
  }

  private async round(taken: Waiting[]): Promise<void> {
    let known = this.known ?? (await this.caughtUp(undefined));
    let batch = this.decideAll(known, taken);
    if (batch.events.length === 0) {
      // Nothing will be appended that would prove the state current: another process may have moved the stream.
      const fresh = await this.caughtUp(known);
      if (fresh.revision !== known.revision) batch = this.decideAll(fresh, taken);
      known = fresh;
    }
    this.known = known;
    if (batch.events.length === 0) return this.answer(batch, known);
    const encoded = await this.encode(known, batch);
    this.waiting.unshift(...taken.slice(encoded.commands));
    const verdicts = batch.verdicts.slice(0, encoded.commands);
    const result = await this.append(known.revision, encoded.events, verdicts);
    if (result === 'conflict') return this.conflict(taken.slice(0, encoded.commands));
    this.conflicts = 0;
    for (const { metadata } of encoded.events) known.commands.set(metadata.commandId, metadata.requestHash);
    const state = encoded.complete ? batch.state : this.fold(known.state, batch, encoded.events.length);
    this.known = { ...known, ...result, state, hash: encoded.events.at(-1)?.metadata.hash ?? known.hash };
    this.answer({ ...batch, verdicts }, this.known);
  }

  private decideAll(known: Known, taken: Waiting[]): Batch {
    const batch: Batch = { verdicts: [], events: [], state: known.state };
    const fresh = new Map<string, string>();
    for (const waiting of taken) {
      const { command } = waiting;
      const { commandId, requestHash } = command.origin;
      const told = known.commands.get(commandId) ?? fresh.get(commandId);
      if (told !== undefined) {
        batch.verdicts.push({ waiting, events: [], ...(told === requestHash ? {} : { refusal: otherRequest() }) });
        continue;
      }
      try {
        const now = this.options.clock();
        const events = this.decider.decide(command, batch.state, now);
        for (const event of events) {
          batch.events.push({ event, command, now });
          batch.state = this.decider.evolve(batch.state, withoutPersonal(event));
        }
        if (events.length > 0) fresh.set(commandId, requestHash);
        batch.verdicts.push({ waiting, events });
      } catch (refusal) {
        batch.verdicts.push({ waiting, events: [], refusal });
      }
    }
    return batch;
  }

  /** Envelopes for as many whole commands as fit into one append. Made once: a repeat of the append reuses these ids and bytes. */
  private async encode(known: Known, batch: Batch) {
    const subjects = new Set<string>();
    for (const { event } of batch.events) if ('personal' in event.data && event.subject) subjects.add(event.subject);
    const keys = await this.options.sealer.keysToSeal(subjects);
    const events: StoredEvent[] = [];
    let [bytes, commands, hash, next] = [0, 0, known.hash, 0];
    for (const verdict of batch.verdicts) {
      const own: StoredEvent[] = [];
      for (const { event, command, now } of batch.events.slice(next, next + verdict.events.length)) {
        const revision = known.revision + 1 + events.length + own.length;
        const place = { stream: this.stream, revision, previousHash: hash, eventId: this.options.newEventId(), now };
        const key = event.subject ? keys.get(event.subject) : undefined;
        const { stored, length } = encode(event, command.origin, place, this.options.schema, key);
        hash = stored.metadata.hash;
        bytes += length;
        own.push(stored);
      }
      if (bytes > MAX_BYTES && events.length > 0) break;
      events.push(...own);
      next += verdict.events.length;
      commands += 1;
    }
    return { events, commands, complete: commands === batch.verdicts.length };
  }

  /** An unknown outcome is repeated identically until it is known; only a definite answer lets the queue go on. */
  private async append(
    expected: number,
    events: StoredEvent[],
    verdicts: readonly Verdict[],
  ): Promise<AppendResult | 'conflict'> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await this.options.log.append(this.stream, expected, events);
        this.inDoubt = null;
        return result;
      } catch (error) {
        const isUnknown = error instanceof AppendOutcomeUnknown;
        this.inDoubt = isUnknown ? { since: this.inDoubt?.since ?? Date.now(), reason: error.message } : null;
        if (error instanceof WrongExpectedRevision) return 'conflict';
        if (!isUnknown) throw error;
        this.giveUpWaiting([...verdicts.map(({ waiting }) => waiting), ...this.waiting]);
        await wait(Math.min(1_000, 20 * 2 ** attempt));
      }
    }
  }

  /** Callers past their patience hear 503; what they asked for may still happen, and their Idempotency-Key tells them later. */
  private giveUpWaiting(all: readonly Waiting[]): void {
    const limit = Date.now() - this.options.patience;
    const text = 'It is not known yet whether this went through. Ask again with the same Idempotency-Key.';
    for (const { since, reject } of all) {
      if (since < limit) reject(new Refused('outcome-unknown', 'unavailable', text, 2));
    }
    this.waiting = this.waiting.filter(({ since }) => since >= limit);
  }

  private async conflict(taken: Waiting[]): Promise<void> {
    this.conflicts += 1;
    if (this.conflicts > MAX_CONFLICTS) {
      this.conflicts = 0;
      const refusal = new Refused('busy', 'unavailable', 'Too many writers at once. Try again in a moment.', 1);
      for (const { reject } of taken) reject(refusal);
    } else {
      this.waiting.unshift(...taken);
    }
    this.known = await this.caughtUp(this.known);
  }

  /** Folds what the log holds after `known`. */
  private async caughtUp(known: Known | undefined): Promise<Known> {
    const start = known ?? {
      state: this.decider.initial,
      revision: NO_STREAM,
      position: 0,
      hash: GENESIS,
      commands: new Map<string, string>(),
    };
    let next = start;
    for await (const event of this.options.log.readStream(this.stream, { from: start.revision + 1 })) {
      const data = currentData(event, this.options.schema);
      const state = this.decider.evolve(next.state, withoutPersonal({ type: event.type, data }));
      const { commandId, requestHash, hash } = event.metadata;
      next.commands.set(commandId, requestHash);
      next = { ...next, state, revision: event.revision, position: event.position, hash };
    }
    return next;
  }

  private fold(state: unknown, batch: Batch, count: number): unknown {
    return batch.events.slice(0, count).reduce((s, { event }) => this.decider.evolve(s, withoutPersonal(event)), state);
  }

  private answer(batch: Batch, known: Known): void {
    for (const { waiting, events, refusal } of batch.verdicts) {
      if (refusal !== undefined) waiting.reject(refusal);
      else waiting.resolve({ state: known.state, events, position: known.position });
    }
  }
}

function otherRequest(): Refused {
  return new Refused('idempotency-mismatch', 'unprocessable', 'This Idempotency-Key was used for another request.');
}
