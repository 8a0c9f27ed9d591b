import { LogReplaced, StoreUnavailable } from '../store-unavailable.js';
import type { EventLog, Position } from './event-log.js';
import { readInstallation } from './installation.js';
import {
  type Checkpoint,
  type Judgement,
  judge,
  type KnownLog,
  type ObservedLog,
  SEEN_AGAIN_AFTER,
} from './log-identity.js';

/** what a look needs of a log */
export type ReadableLog = Pick<EventLog, 'at' | 'head' | 'readStream'>;

export interface WatchOptions {
  /** ms between the two looks after which an end before the known one is believed */
  believedAfter?: number;
  /** Leaves the connection in use and finds the leader of now. */
  reconnect?: () => Promise<void>;
  /** why the files of the stores are not those that were opened; null: they are, or lie elsewhere */
  files?: () => string | null;
  /** `lost`: the newest event that was known and is not there; `isShort`: the log ends, or ended, before it */
  onReplaced?: (reason: string, lost: Checkpoint | undefined, isShort: boolean) => void;
}

/** ms between two looks while the log ends before what is known of it */
const LOOK_AGAIN = 1_000;
/** events that are kept: one that is gone from the log's middle decides nothing, and the one before is looked at */
const KEPT = 4;
export const WHAT_TO_DO =
  'Nothing is written, checked out, charged or mailed any more. Stop every process, put back the stores that belong together ' +
  '(docs/operations.md, "Restore"), and start again.';

/** Reads of a log what tells whether it is the one that is known. @throws StoreUnavailable */
export async function observe(log: ReadableLog, { checkpoints }: KnownLog): Promise<ObservedLog> {
  const { id: installation } = await readInstallation(log);
  const head = await log.head();
  const at = new Map<Position, string | undefined>();
  for (const { position } of checkpoints) {
    const event = await log.at(position);
    at.set(position, event?.id);
    if (event) break;
  }
  return { installation, head, at };
}

/** Why a log is another one, as part of a sentence. */
export function difference(known: KnownLog, { installation, head, at }: ObservedLog): string {
  if (installation !== null && installation !== known.installation) return 'it is that of another installation';
  const newest = known.checkpoints.find(({ position }) => at.has(position)) ?? { position: 0 };
  const other = known.checkpoints.find(
    ({ position, event }) => at.get(position) !== undefined && at.get(position) !== event,
  );
  if (other) return `it has another event at position ${other.position} than was there before`;
  return `it ends at position ${head} and lacks the event at position ${newest.position}`;
}

/**
 * Whether the log under a running process is still the one that it was. Events are noted as they are read and written; whoever has a reason
 * to doubt (a new connection, a stream or a head that went back) has the log compared with them.
 */
export class LogWatch {
  private checkpoints: Checkpoint[] = [];
  private endedBefore: { since: number; over: Promise<void> } | null = null;
  private found: string | null = null;
  private looking: Promise<void> | undefined;
  private isToLookAgain = false;
  private isEnded = false;
  private wake = (): void => undefined;

  constructor(
    private readonly log: ReadableLog,
    private readonly installation: string,
    private readonly options: WatchOptions = {},
  ) {}

  /** Why the stores are not those that they were, and what to do, in a sentence; null while they are. */
  get replaced(): string | null {
    return this.found ?? this.options.files?.() ?? null;
  }

  /** Neither replaced nor looked at again because it ends too early. */
  get isTrusted(): boolean {
    return this.replaced === null && this.endedBefore === null;
  }

  /** Somebody has seen this event in the log. */
  note(position: Position, event: string): void {
    if (position <= this.position) return;
    this.checkpoints = [{ position, event }, ...this.checkpoints.slice(0, KEPT - 1)];
  }

  /** of the newest event that was noted; 0 at first */
  get position(): Position {
    return this.checkpoints[0]?.position ?? 0;
  }

  /** Has the log compared with what is known of it; one look at a time. Resolves after a look that was begun now or later. */
  async compare(): Promise<void> {
    if (this.found !== null || this.isEnded) return;
    this.isToLookAgain = true;
    this.looking ??= this.lookUntilDone();
    await this.looking;
  }

  /** The same, and what came of it. @throws LogReplaced */
  async compareNow(): Promise<void> {
    await this.compare();
    await this.trusted();
  }

  /** @throws LogReplaced */
  assertOurs(): void {
    const { replaced } = this;
    if (replaced !== null) throw new LogReplaced(replaced);
  }

  /** Resolves once it is known that the log is the one it was, at once where nobody doubts it. @throws LogReplaced, StoreUnavailable at the end */
  async trusted(): Promise<void> {
    await this.endedBefore?.over;
    this.assertOurs();
    if (this.endedBefore !== null) throw new StoreUnavailable('it is not known yet which event log this is');
  }

  stop(): void {
    this.isEnded = true;
    this.wake();
  }

  private async lookUntilDone(): Promise<void> {
    while (this.isToLookAgain && !this.isEnded) {
      this.isToLookAgain = false;
      await this.look();
    }
    this.looking = undefined;
  }

  private async look(): Promise<void> {
    const known: KnownLog = { installation: this.installation, checkpoints: this.checkpoints };
    const { believedAfter = SEEN_AGAIN_AFTER } = this.options;
    const since = this.endedBefore?.since ?? null;
    const endedBeforeFor = since === null ? null : performance.now() - since;
    let observed: ObservedLog;
    try {
      observed = await observe(this.log, known);
    } catch {
      // A log that does not answer is told of by whoever else asks it; nothing is decided by that.
      return;
    }
    this.conclude(judge(known, observed, endedBeforeFor, believedAfter), known, observed);
  }

  private conclude(judgement: Judgement, known: KnownLog, observed: ObservedLog): void {
    if (judgement === 'older') this.endedBefore ??= { since: performance.now(), over: this.lookAgain() };
    else this.endedBefore = null;
    if (judgement !== 'replaced') return;
    this.found = `The event log is not the one that this process knows: ${difference(known, observed)}. ${WHAT_TO_DO}`;
    const [lost] = known.checkpoints;
    const isShort = lost !== undefined && !observed.at.get(lost.position);
    this.options.onReplaced?.(this.found, lost, isShort);
  }

  /** Until the event is there after all, or has been missing for long enough; the last look over a connection of its own. */
  private async lookAgain(): Promise<void> {
    const { believedAfter = SEEN_AGAIN_AFTER, reconnect } = this.options;
    const end = performance.now() + believedAfter;
    do {
      const left = Math.max(0, end - performance.now());
      await this.rest(Math.min(LOOK_AGAIN, left));
      if (performance.now() >= end) await reconnect?.().catch(() => undefined);
      await this.compare();
    } while (this.endedBefore !== null && !this.isEnded);
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The log as everybody in a process has it: what is read and written is noted, and nothing is appended to or followed in another one. */
export function guardedLog(log: EventLog, watch: LogWatch): EventLog {
  return {
    append: async (stream, expected, events) => {
      await watch.trusted();
      const result = await log.append(stream, expected, events);
      const last = events.at(-1);
      if (last) watch.note(result.position, last.id);
      return result;
    },
    subscribe: (options) => followed(log, watch, options),
    head: async () => {
      const { position } = watch;
      const end: Position = await log.head();
      if (end < position) void watch.compare();
      return end;
    },
    readStream: (...asked) => log.readStream(...asked),
    wasCut: (stream) => log.wasCut(stream),
    readAll: (...asked) => log.readAll(...asked),
    at: (position) => log.at(position),
    lookBack: (options) => log.lookBack(options),
    close: () => log.close(),
  };
}

/** A subscription to a log that turns out to be another one tells nothing more, and ends when its reader does. */
async function* followed(log: EventLog, watch: LogWatch, options: Parameters<EventLog['subscribe']>[0]) {
  void watch.compare();
  for await (const batch of log.subscribe(options)) {
    try {
      await watch.trusted();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await aborted(options.signal);
      return;
    }
    const last = batch.events.at(-1);
    if (last) watch.note(last.position, last.id);
    yield batch;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
