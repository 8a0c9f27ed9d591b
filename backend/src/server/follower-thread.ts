import { MessageChannel, Worker } from 'node:worker_threads';
import type { Config } from '../config/config.js';
import { Refused } from '../event-sourcing/decider.js';
import type { Progress } from '../projections/announced-folding.js';
import { AnnouncedFolding } from '../projections/announced-folding.js';
import { ThreadPort } from '../stores/thread-port.js';
import { withTimeout } from '../stores/with-timeout.js';
import { redactedText } from '../telemetry/redaction.js';
import type { Partners } from './emulators.js';

/** Files of the embedded engines, which both threads open. */
export interface SharedFiles {
  root: string;
  masterKeys: readonly Uint8Array[];
  /** 64 hex digits */
  readModelsKey: string;
  leastFree: number;
}

export interface FollowerStart {
  config: Config;
  /** names this process in claims */
  here: string;
  olderLog: string | null;
  partners: Pick<Partners, 'retailer' | 'stripe'>;
  /** null: the thread opens connections of its own */
  files: SharedFiles | null;
}

export const BEGIN = 'follower.begin';
export const WORK = 'follower.work';
export const STOP = 'follower.stop';
export const PROGRESS = 'follower.progress';

/** MiB: a third of it is what `--max-semi-space-size` is for the thread that answers */
const YOUNG_GENERATION = 48;
/** ms past the grace in which its stores are closed */
const CLOSES_WITHIN = 1_000;

export function threadPort(port: ConstructorParameters<typeof ThreadPort>[0]): ThreadPort {
  return new ThreadPort(port, [Refused]);
}

/** The thread that follows the log: it folds the read models and does jobs. It loads its code at once. */
export class FollowerThread {
  readonly port: ThreadPort;
  readonly folding = new AnnouncedFolding();
  private readonly worker: Worker;
  private hasBegun = false;
  private isStopping = false;
  private hasEnded = false;

  /** @param onLost called with a sentence when the thread ends by itself: the process must end too */
  constructor(program: string | URL, onLost: (why: string) => void) {
    const { port1, port2 } = new MessageChannel();
    this.port = threadPort(port1);
    this.port.serve(PROGRESS, (progress: Progress) => this.folding.hear(progress));
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION };
    this.worker = new Worker(program, { workerData: port2, transferList: [port2], resourceLimits });
    let why = '';
    this.worker.on('error', (error: unknown) => {
      why = `: ${redactedText(error instanceof Error ? error.message : String(error))}`;
    });
    this.worker.once('exit', () => {
      this.hasEnded = true;
      this.port.close();
      if (!this.isStopping) onLost(`The thread that follows the event log has ended${why}. Stopping at once.`);
    });
  }

  async begin(start: FollowerStart): Promise<void> {
    await this.port.call(BEGIN, start);
    this.hasBegun = true;
  }

  work(): Promise<void> {
    return this.port.call(WORK);
  }

  /** Work under way may end within the grace; one that has not begun is ended at once. Idempotent. */
  async stop(graceMs: number): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    if (this.hasEnded) return;
    if (this.hasBegun) {
      const late = () => new Error('the thread that follows the event log did not stop in time');
      await withTimeout(graceMs + CLOSES_WITHIN, this.port.call(STOP, graceMs), late).catch(() => undefined);
    }
    await this.worker.terminate();
  }
}
