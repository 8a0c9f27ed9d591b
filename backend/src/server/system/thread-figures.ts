import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { FOLLOWER, InjectConfig } from '../../config/tokens.js';
import { Streams } from '../../event-sourcing/streams.js';
import { StoreCalls } from '../../stores/store-calls.js';
import type { ThreadPort } from '../../stores/thread-port.js';
import { withTimeout } from '../../stores/with-timeout.js';

export interface Figures {
  thread: Config['part'];
  appends: number;
  conflicts: number;
  /** s by which timers were late, at the 99th percentile since the last look */
  loopDelay: number;
  calls: readonly { store: string; call: string; of: string; count: number }[];
}

const LOOK = 'figures.look';
/** ms */
const ANSWERS_WITHIN = 2_000;
const NS = 1e9;
/** ms between two of its timers, which are no delay */
const EVERY = 10;

/** What each thread of this process counts of itself. */
@Injectable()
export class ThreadFigures implements OnModuleDestroy {
  /** measures from the first look on */
  private delay: IntervalHistogram | undefined;
  private theirs: Figures | undefined;

  constructor(
    @InjectConfig() private readonly config: Pick<Config, 'part'>,
    private readonly streams: Streams,
    private readonly calls: StoreCalls,
    @Inject(FOLLOWER) private readonly follower: Pick<ThreadPort, 'call'> | null,
  ) {}

  onModuleDestroy(): void {
    this.delay?.disable();
  }

  own(): Figures {
    const loopDelay = this.delay ? Math.max(0, this.delay.percentile(99) / NS - EVERY / 1_000) : 0;
    this.delay ??= monitorEventLoopDelay({ resolution: EVERY });
    this.delay.reset();
    this.delay.enable();
    return { thread: this.config.part, ...this.streams.counts, loopDelay, calls: [...this.calls.counts.values()] };
  }

  /** The last figures of a thread that is late: a counter never falls. */
  async all(): Promise<Figures[]> {
    if (this.follower) {
      const pending = this.follower.call<Figures>(LOOK);
      const late = () => new Error('no figures');
      this.theirs = await withTimeout(ANSWERS_WITHIN, pending, late).catch(() => this.theirs);
    }
    return this.theirs ? [this.own(), this.theirs] : [this.own()];
  }
}

export function serveFigures(figures: ThreadFigures, port: ThreadPort): void {
  port.serve(LOOK, () => figures.own());
}
