import { events } from './event-log.fixture.js';
import { type EventLog, NO_STREAM, type RecordedEvent, type StoredEvent } from './event-log.js';

/** Positions have gaps. */
const STEP = 10;

/** A log in memory that is put back, replaced or scavenged under whoever uses it. */
export class PutBackLog implements EventLog {
  private all: (RecordedEvent | null)[] = [];
  private readonly cutStreams = new Set<string>();
  private wake = (): void => undefined;
  /** thrown by whatever is read */
  trouble: Error | null = null;
  /** how often somebody looked whose log it is */
  looks = 0;
  onLook = async (): Promise<void> => undefined;

  /** Somebody appends so many events; answers the last one. */
  async happen(count = 1): Promise<RecordedEvent> {
    for (const event of events(count)) await this.append(`thing-${event.id}`, NO_STREAM, [event]);
    return this.all.at(-1) as RecordedEvent;
  }

  /** From a backup: what came after so many events is gone. */
  cut(count: number): () => void {
    const before = this.all;
    this.all = before.slice(0, count);
    return () => {
      this.all = before;
    };
  }
  /** Another log, as long as this one, or one event of it has gone. */
  async replace(): Promise<void> {
    const { length } = this.all;
    this.all = [];
    await this.happen(length);
  }
  scavenge(position: number): void {
    this.cutStreams.add(this.all[position / STEP - 1]?.stream ?? '');
    this.hide(position);
  }
  /** No event begins there: it has another length. */
  hide(position: number): void {
    this.all[position / STEP - 1] = null;
  }

  async append(stream: string, expected: number, some: readonly StoredEvent[]) {
    for (const [i, event] of some.entries())
      this.all.push({ ...event, stream, revision: expected + 1 + i, position: (this.all.length + 1) * STEP });
    this.wake();
    return { revision: expected + some.length, position: await this.head() };
  }
  async *readStream(stream: string, { from = 0 } = {}) {
    this.looks += 1;
    await this.onLook();
    if (this.trouble) throw this.trouble;
    for (const event of this.all) if (event?.stream === stream && event.revision >= from) yield event;
  }
  async wasCut(stream: string) {
    return this.cutStreams.has(stream);
  }
  async *readAll({ after = 0 } = {}) {
    for (const event of this.all.slice(after / STEP)) if (event) yield event;
  }
  async at(position: number) {
    return this.all[position / STEP - 1] ?? undefined;
  }
  async lookBack(): Promise<never> {
    throw new Error('nobody looks back here');
  }
  async *subscribe({ after, signal }: { after: number; signal: AbortSignal }) {
    for (let position = after; !signal.aborted; ) {
      const told = this.all.slice(position / STEP).flatMap((event) => event ?? []);
      position = told.at(-1)?.position ?? position;
      yield { events: told, caughtUp: true };
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
  async head() {
    return this.all.length * STEP;
  }
  async close() {}
}
