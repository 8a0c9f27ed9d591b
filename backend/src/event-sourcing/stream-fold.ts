import { type EventLog, NO_STREAM, type RecordedEvent } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import { type Damage, damageOf, linkAfter, placeOf, StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { outsideRequests } from '../telemetry/request-context.js';
import type { Acceptances } from './acceptances.js';
import { currentData, type Schema } from './codec.js';
import { type Command, type Decider, type DomainEvent, withoutPersonal } from './decider.js';

/** Method parameters are bivariant, so every decider is assignable. */
export type AnyDecider = Decider<unknown, Command, DomainEvent>;

export interface CachedStream {
  state: unknown;
  revision: number;
  position: number;
  hash: string;
  /** command id -> request hash */
  commands: Map<string, string>;
  bytes: number;
}

export interface Folding {
  log: EventLog;
  schema: Schema;
  acceptances?: Acceptances;
  onDamaged?: (damage: Damage) => void;
  onWhole?: (stream: string) => void;
}

const PER_EVENT = 400;

/** Approximate bytes of memory that an event adds to its folded stream. */
export function weightOf({ data }: { data: object }): number {
  return PER_EVENT + weightOfValue(data);
}

export function weightOfValue(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 32;
  for (const each of Object.values(value)) sum += weightOfValue(each);
  return sum;
}

export class StreamFold {
  private furthest: CachedStream | undefined;
  private running: Promise<CachedStream> | undefined;
  private next: Promise<CachedStream> | undefined;
  /** set by the last fold: cached state is not used until a fold succeeds */
  private damaged: StreamDamaged | undefined;
  private isNew = false;
  private heardOf = NO_STREAM;

  constructor(
    private readonly stream: string,
    private readonly decider: AnyDecider,
    private readonly options: Folding,
  ) {}

  get lastFolded(): CachedStream | undefined {
    return this.furthest;
  }

  async cached(): Promise<CachedStream> {
    const { relied } = this;
    return relied && relied.revision >= this.heardOf ? relied : this.fresh();
  }

  lock(damaged: StreamDamaged): void {
    if (!this.damaged) this.options.onDamaged?.(damaged.damage);
    this.damaged = damaged;
  }

  private get relied(): CachedStream | undefined {
    return this.damaged ? undefined : this.furthest;
  }

  hear(revision: number): void {
    this.heardOf = Math.max(this.heardOf, revision);
  }

  async current(isNew = false): Promise<CachedStream> {
    if (isNew && !this.damaged && !this.furthest && !this.running) return this.nothing();
    return this.relied ?? (await (this.running ?? this.begin()));
  }

  /** A running fold may miss the newest write, so callers share the one after it. */
  fresh(): Promise<CachedStream> {
    if (!this.running) return this.begin();
    const begin = () => {
      this.next = undefined;
      return this.running ?? this.begin();
    };
    this.next ??= this.running.then(begin, begin);
    return this.next;
  }

  reached(cached: CachedStream): void {
    if (!this.furthest || cached.revision >= this.furthest.revision) this.furthest = cached;
  }

  private begin(): Promise<CachedStream> {
    const folding = outsideRequests(() => this.foldOrLock()).finally(() => {
      this.running = undefined;
    });
    this.running = folding;
    return folding;
  }

  private async foldOrLock(): Promise<CachedStream> {
    try {
      const cached = await this.fold();
      this.damaged = undefined;
      this.options.onWhole?.(this.stream);
      return cached;
    } catch (error) {
      if (error instanceof StreamDamaged) this.lock(error);
      throw error;
    }
  }

  /** @throws StreamDamaged; events before the damage stay folded */
  private async fold(): Promise<CachedStream> {
    const { log } = this.options;
    let cached = this.furthest ?? this.nothing();
    try {
      for await (const event of log.readStream(this.stream, { from: cached.revision + 1 })) {
        await this.assertFollows(cached, event);
        cached = this.options.acceptances?.has(placeOf(event)) ? passedOver(cached, event) : this.apply(cached, event);
      }
    } catch (error) {
      if (error instanceof StreamDamaged && cached.revision !== NO_STREAM) this.reached(cached);
      throw error;
    }
    if (cached.revision === NO_STREAM) await this.assertNew();
    this.reached(cached);
    return cached;
  }

  private async assertFollows(cached: CachedStream, event: RecordedEvent): Promise<void> {
    const { acceptances } = this.options;
    const previous = cached.revision === NO_STREAM ? undefined : cached;
    if (!damageOf(previous, event, acceptances)) return;
    await acceptances?.ask();
    const damage = damageOf(previous, event, acceptances);
    if (damage) throw new StreamDamaged(damage);
  }

  private apply(cached: CachedStream, event: RecordedEvent): CachedStream {
    const data = currentData(event, this.options.schema);
    const said = withoutPersonal({ type: event.type, data });
    const state = this.decider.evolve(cached.state, said);
    const { commandId, requestHash, hash } = event.metadata;
    cached.commands.set(commandId, requestHash);
    const bytes = cached.bytes + weightOf(said);
    return { ...cached, state, revision: event.revision, position: event.position, hash, bytes };
  }

  /** A stream deleted in the store reads as a new one. @throws StreamDamaged */
  private async assertNew(): Promise<void> {
    const { stream } = this;
    if (this.isNew) return;
    if (await this.options.log.wasCut(stream)) throw new StreamDamaged({ stream, revision: 0, reason: 'beginning' });
    this.isNew = true;
  }

  private nothing(): CachedStream {
    const { initial: state } = this.decider;
    return { state, revision: NO_STREAM, position: 0, hash: GENESIS, commands: new Map(), bytes: 0 };
  }
}

function passedOver(cached: CachedStream, event: RecordedEvent): CachedStream {
  return { ...cached, ...linkAfter(cached, event), position: event.position };
}
