import { type Command, type Decider, type DomainEvent, withoutPersonal } from './decider.js';
import { currentData, GENESIS, type Schema } from './log/codec.js';
import { type EventLog, NO_STREAM } from './log/event-log.js';

/** Method parameters are bivariant, so every aggregate's decider is one of these. */
export type AnyDecider = Decider<unknown, Command, DomainEvent>;

/** A stream up to a revision; all of it is durable. */
export interface Known {
  state: unknown;
  revision: number;
  position: number;
  hash: string;
  /** command id -> request hash, of every command that made an event here */
  commands: Map<string, string>;
}

/** One stream, folded from the log as far as anybody here had to know. */
export class StreamFold {
  private furthest: Known | undefined;
  private running: Promise<Known> | undefined;
  private next: Promise<Known> | undefined;

  constructor(
    private readonly stream: string,
    private readonly decider: AnyDecider,
    private readonly options: { log: EventLog; schema: Schema },
  ) {}

  /** What is known without asking the log; others may have gone on. */
  get known(): Known | undefined {
    return this.furthest;
  }

  /** What is known, or else what the log holds. */
  async current(): Promise<Known> {
    return this.furthest ?? (await (this.running ?? this.begin()));
  }

  /**
   * What the log holds, now or later. A fold that is under way may have read past what has just been written: whoever asks
   * meanwhile shares the one after it, which has only the rest to read.
   */
  fresh(): Promise<Known> {
    if (!this.running) return this.begin();
    const begin = () => {
      this.next = undefined;
      return this.running ?? this.begin();
    };
    this.next ??= this.running.then(begin, begin);
    return this.next;
  }

  /** Something was appended here, or folded: what is further stays. */
  reached(known: Known): void {
    if (!this.furthest || known.revision >= this.furthest.revision) this.furthest = known;
  }

  private begin(): Promise<Known> {
    const folding = this.fold().finally(() => {
      this.running = undefined;
    });
    this.running = folding;
    return folding;
  }

  /** Folds what the log holds after what is known. */
  private async fold(): Promise<Known> {
    const { log, schema } = this.options;
    let known: Known = this.furthest ?? {
      state: this.decider.initial,
      revision: NO_STREAM,
      position: 0,
      hash: GENESIS,
      commands: new Map(),
    };
    for await (const event of log.readStream(this.stream, { from: known.revision + 1 })) {
      const data = currentData(event, schema);
      const state = this.decider.evolve(known.state, withoutPersonal({ type: event.type, data }));
      const { commandId, requestHash, hash } = event.metadata;
      known.commands.set(commandId, requestHash);
      known = { ...known, state, revision: event.revision, position: event.position, hash };
    }
    this.reached(known);
    return known;
  }
}
