import { AppendOutcomeUnknown, type AppendResult, type EventLog, type StoredEvent } from './event-log.js';

/** What happens to the next append: its answer is lost after it was written, it never arrives, or someone else writes first. */
export type AppendFault = 'answer-lost' | 'never-arrived' | { rival: () => Promise<unknown> };

/** A real log whose connection fails on demand; remembers every call, so that a repeat can be compared with the first. */
export class FaultyLog implements EventLog {
  readonly calls: { stream: string; expected: number; events: readonly StoredEvent[] }[] = [];
  private readonly faults: AppendFault[] = [];

  constructor(private readonly real: EventLog) {}

  fail(...faults: AppendFault[]): void {
    this.faults.push(...faults);
  }

  async append(stream: string, expected: number, events: readonly StoredEvent[]): Promise<AppendResult> {
    this.calls.push({ stream, expected, events });
    const fault = this.faults.shift();
    if (fault === 'never-arrived') throw new AppendOutcomeUnknown('timeout');
    if (typeof fault === 'object') await fault.rival();
    const result = await this.real.append(stream, expected, events);
    if (fault === 'answer-lost') throw new AppendOutcomeUnknown('connection lost');
    return result;
  }

  readStream: EventLog['readStream'] = (...args) => this.real.readStream(...args);
  readAll: EventLog['readAll'] = (...args) => this.real.readAll(...args);
  subscribe: EventLog['subscribe'] = (...args) => this.real.subscribe(...args);
  head = () => this.real.head();
  close = () => this.real.close();
}
