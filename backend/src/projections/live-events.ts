import { setTimeout as wait } from 'node:timers/promises';
import { isOurs } from '../event-sourcing/ours.js';
import type { EventLog, Position, RecordedEvent } from '../stores/event-log/event-log.js';
import type { Projector } from './projector.js';

export interface Happened {
  type: string;
  category: string;
  id: string;
  revision: number;
  position: Position;
  data: object;
  /** ms UTC */
  at: number;
}
type Listener = (event: Happened) => void;

/** ms */
const AGAIN = 250;

/** A separate subscription delivers ended sessions and erasures even when the projections stop. */
export class LiveEvents {
  private readonly listeners = new Set<Listener>();
  private readonly abort = new AbortController();
  private running: Promise<void> | undefined;
  private broken: string | null = null;

  constructor(
    private readonly log: EventLog,
    projector: Projector,
  ) {
    projector.onBatch((events) => this.tell(events));
  }

  /** Events come in order, some twice; the listener must not throw. */
  onEvent(listener: Listener): void {
    this.listeners.add(listener);
  }

  async start(): Promise<void> {
    this.running = this.follow(await this.log.head());
  }

  async stop(): Promise<void> {
    this.abort.abort();
    await this.running;
  }

  get trouble(): string | null {
    return this.broken;
  }

  private async follow(after: Position): Promise<void> {
    const { signal } = this.abort;
    let last = after;
    while (!signal.aborted) {
      try {
        for await (const { events } of this.log.subscribe({ after: last, signal })) {
          this.broken = null;
          this.tell(events.filter(isOurs).map(happened));
          last = events.at(-1)?.position ?? last;
        }
      } catch (error) {
        this.broken = error instanceof Error ? error.message : String(error);
      }
      await wait(AGAIN, undefined, { signal }).catch(() => undefined);
    }
  }

  private tell(events: readonly Happened[]): void {
    for (const event of events) for (const listener of this.listeners) listener(event);
  }
}

function happened({ type, stream, revision, position, data, metadata }: RecordedEvent): Happened {
  const cut = stream.indexOf('-');
  const [category, id] = [stream.slice(0, cut), stream.slice(cut + 1)];
  return { type, category, id, revision, position, data, at: metadata.recordedAt };
}
