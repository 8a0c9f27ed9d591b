import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type RecordedEvent,
  type StoredEvent,
} from './event-log.js';

/** What happens to the next append: its answer is lost after it was written, it never arrives, it hangs, or someone else writes first. */
export type AppendFault =
  | 'answer-lost'
  | 'never-arrived'
  | { waitsFor: Promise<unknown> }
  | { rival: () => Promise<unknown> };

/** A real log whose connection fails on demand; remembers every call, so that a repeat can be compared with the first. */
export class FaultyLog implements EventLog {
  readonly calls: { stream: string; expected: number; events: readonly StoredEvent[] }[] = [];
  /** what each reading of a stream waits for at its beginning, and at its end */
  readsWaitFor: Promise<unknown> | undefined;
  readsEndWith: Promise<unknown> | undefined;
  /** of streams */
  readings = 0;
  eventsRead = 0;
  private readonly faults: AppendFault[] = [];

  constructor(private readonly real: EventLog) {}

  fail(...faults: AppendFault[]): void {
    this.faults.push(...faults);
  }

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    this.calls.push({ stream, expected, events });
    const fault = this.faults.shift();
    if (fault === 'never-arrived') throw new AppendOutcomeUnknown('timeout');
    if (typeof fault === 'object') await ('rival' in fault ? fault.rival() : fault.waitsFor);
    const result = await this.real.append(stream, expected, events);
    if (fault === 'answer-lost') throw new AppendOutcomeUnknown('connection lost');
    return result;
  }

  async *readStream(...asked: Parameters<EventLog['readStream']>): AsyncIterable<RecordedEvent> {
    const end = this.readsEndWith;
    this.readings += 1;
    await this.readsWaitFor;
    for await (const event of this.real.readStream(...asked)) {
      this.eventsRead += 1;
      yield event;
    }
    await end;
  }

  wasCut: EventLog['wasCut'] = (...args) => this.real.wasCut(...args);
  readAll: EventLog['readAll'] = (...args) => this.real.readAll(...args);
  at: EventLog['at'] = (...args) => this.real.at(...args);
  lookBack: EventLog['lookBack'] = (...args) => this.real.lookBack(...args);
  subscribe: EventLog['subscribe'] = (...args) => this.real.subscribe(...args);
  head = () => this.real.head();
  close = () => this.real.close();
}
