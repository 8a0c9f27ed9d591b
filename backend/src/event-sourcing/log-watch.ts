import type { EventLog, Position, RecordedEvent } from '../stores/event-log/event-log.js';
import {
  type Checkpoint,
  difference,
  type ExpectedLog,
  type Judgement,
  judge,
  type ObservedLog,
  SEEN_AGAIN_AFTER,
} from '../stores/event-log/log-identity.js';
import { logOver } from '../stores/event-log/log-over.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { withTimeout } from '../stores/with-timeout.js';
import { outsideRequests } from '../telemetry/request-context.js';
import { LogReplaced, StoreUnavailable } from '../telemetry/store-unavailable.js';
import { readInstallation } from './installation.js';

export type ReadableLog = Pick<EventLog, 'at' | 'head' | 'readStream'>;
type WatchedLog = ReadableLog & Pick<EventLog, 'wasCut'>;

export interface WatchOptions {
  /** ms for which the log must end too early before it counts as older */
  believedAfter?: number;
  reconnect?: () => Promise<void>;
  files?: () => string | null;
  /** `lost`: the newest known event that is missing; `isShort`: the log ends before it */
  onReplaced?: (reason: string, lost: Checkpoint | undefined, isShort: boolean) => void;
}

const LOOK_AGAIN = 1_000;
/** ms an append waits in doubt, less than a request may take */
const TRUSTED_WITHIN = 8_000;
const KEPT = 4;
export const WHAT_TO_DO =
  'Nothing is written, checked out, charged or mailed any more. Stop every process, put back the stores that belong together ' +
  '(docs/operations.md, "Restore"), and start again.';

const notIdentified = () => new StoreUnavailable('it is not known yet which event log this is');

export async function observe(log: ReadableLog, { checkpoints }: ExpectedLog): Promise<ObservedLog> {
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

/** Checks that the log under a running process is still the same; a replaced log must not be written. */
export class LogWatch {
  private checkpoints: Checkpoint[] = [];
  /** seen since a comparison began: perhaps events of another log */
  private unproven: Checkpoint[] = [];
  private isUnanswered = false;
  private endedBefore: { since: number; over: Promise<void> } | null = null;
  private found: string | null = null;
  private looking: Promise<void> | undefined;
  private isToLookAgain = false;
  private wake = (): void => undefined;
  private readonly stopping = new AbortController();
  private readonly ended = aborted(this.stopping.signal);

  constructor(
    private readonly log: WatchedLog,
    private readonly installation: string,
    private readonly options: WatchOptions = {},
  ) {}

  get replaced(): string | null {
    return this.found ?? this.options.files?.() ?? null;
  }

  get isTrusted(): boolean {
    return this.replaced === null && this.endedBefore === null;
  }

  get doubt(): string | null {
    if (this.endedBefore === null) return null;
    return 'the event log ends before what is known of it, and is compared again';
  }

  note({ position, id, stream }: Pick<RecordedEvent, 'position' | 'id' | 'stream'>): void {
    if (position <= (this.unproven[0]?.position ?? this.position)) return;
    this.unproven = [{ position, event: id, stream }, ...this.unproven].slice(0, KEPT);
    if (this.looking === undefined && this.endedBefore === null && !this.isUnanswered) this.prove();
  }

  private prove(): void {
    this.checkpoints = [...this.unproven, ...this.checkpoints].slice(0, KEPT);
    this.unproven = [];
  }

  async noteEnd(): Promise<void> {
    const last = await this.log.at(await this.log.head());
    if (last) this.note(last);
  }

  get position(): Position {
    return this.checkpoints[0]?.position ?? 0;
  }

  /** One comparison at a time; resolves after one that began now or later. */
  async compare(): Promise<void> {
    if (this.found !== null) return;
    this.isToLookAgain = true;
    this.looking ??= outsideRequests(() => this.lookUntilDone());
    await this.looking;
  }

  /** @throws LogReplaced, StoreUnavailable */
  async compareNow(): Promise<void> {
    await this.compare();
    await this.trusted();
  }

  assertOurs(): void {
    const { replaced } = this;
    if (replaced !== null) throw new LogReplaced(replaced);
  }

  /** Waits while the log is in doubt. @throws LogReplaced, StoreUnavailable after `stop` */
  async trusted(): Promise<void> {
    await this.endedBefore?.over;
    this.assertOurs();
    if (this.endedBefore !== null) throw notIdentified();
  }

  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  stop(): void {
    this.stopping.abort();
    this.wake();
  }

  private async lookUntilDone(): Promise<void> {
    while (this.isToLookAgain && this.found === null) {
      this.isToLookAgain = false;
      await this.look();
    }
    this.looking = undefined;
  }

  private async look(): Promise<void> {
    const expected: ExpectedLog = { installation: this.installation, checkpoints: this.checkpoints };
    const { believedAfter = SEEN_AGAIN_AFTER } = this.options;
    const since = this.endedBefore?.since ?? null;
    const endedBeforeFor = since === null ? null : performance.now() - since;
    let observed: ObservedLog;
    let judgement: Judgement;
    try {
      observed = await observe(this.log, expected);
      judgement = judge(expected, observed, endedBeforeFor, believedAfter);
      const isFound = judgement === 'same' || judgement === 'undecided';
      if (isFound && (await this.hasGrownAnew(expected, observed))) judgement = 'older';
    } catch {
      // An unavailable log decides nothing; its other callers report it.
      this.isUnanswered = true;
      return;
    }
    this.isUnanswered = false;
    this.conclude(judgement, expected, observed);
  }

  /** A scavenge removes only what stream metadata allows; any other gap means that the log was cut and grew again. */
  private async hasGrownAnew({ checkpoints: [newest] }: ExpectedLog, { at }: ObservedLog): Promise<boolean> {
    if (newest?.stream === undefined || at.get(newest.position) !== undefined) return false;
    try {
      return !(await this.log.wasCut(newest.stream));
    } catch (error) {
      if (error instanceof StreamDamaged) return false;
      throw error;
    }
  }

  private conclude(judgement: Judgement, expected: ExpectedLog, observed: ObservedLog): void {
    if (judgement === 'older') this.endedBefore ??= this.beginDoubt();
    else this.endedBefore = null;
    if (this.endedBefore === null && judgement !== 'replaced' && !this.isToLookAgain) this.prove();
    if (judgement !== 'replaced') return;
    this.found = `The event log is not the one that this process knows: ${difference(expected, observed)}. ${WHAT_TO_DO}`;
    const [lost] = expected.checkpoints;
    const isShort = lost !== undefined && !observed.at.get(lost.position);
    this.options.onReplaced?.(this.found, lost, isShort);
  }

  private beginDoubt() {
    return { since: performance.now(), over: Promise.race([this.lookAgain(), this.ended]) };
  }

  private async lookAgain(): Promise<void> {
    const { believedAfter = SEEN_AGAIN_AFTER, reconnect } = this.options;
    const end = performance.now() + believedAfter;
    let left = believedAfter;
    while (!this.stopped.aborted) {
      await this.rest(Math.min(LOOK_AGAIN, left));
      if (performance.now() >= end) await reconnect?.().catch(() => undefined);
      await this.compare();
      if (this.endedBefore === null) return;
      const more = end - performance.now();
      left = more > 0 ? more : LOOK_AGAIN;
    }
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

export function guardedLog(log: EventLog, watch: LogWatch): EventLog {
  return logOver(log, {
    append: async (stream, expected, events) => {
      if (!watch.isTrusted) await withTimeout(TRUSTED_WITHIN, watch.trusted(), notIdentified);
      const result = await log.append(stream, expected, events);
      const last = events.at(-1);
      if (last) watch.note({ position: result.position, id: last.id, stream });
      return result;
    },
    subscribe: (options) => followed(log, watch, options),
    head: async () => {
      const { position } = watch;
      const end: Position = await log.head();
      if (end < position) void watch.compare();
      return end;
    },
  });
}

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
    if (last) watch.note(last);
    yield batch;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
