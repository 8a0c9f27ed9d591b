import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { InjectEventLog } from '../../config/tokens.js';
import { Refused } from '../../event-sourcing/decider.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { outsideRequests } from '../../telemetry/request-context.js';
import { type EventFilter, matches } from './event-filter.js';
import { rowOf } from './event-pages.js';

export interface TailMessage {
  events: LoggedEvent[];
  left: number;
}

interface Listener {
  filter: EventFilter;
  tell: (message: TailMessage) => void;
  waiting: RecordedEvent[];
  left: number;
}

const MOST_LISTENERS = 50;
/** ms between two messages, and events per message: a drop appends thousands a second */
const [PACE, AT_ONCE] = [250, 25];
const AGAIN = 250;

@Injectable()
export class EventTail implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private begun: Promise<void> | undefined;
  private abort: AbortController | undefined;
  private following: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(@InjectEventLog() private readonly log: EventLog) {}

  /** Resolves with a stop function once it follows the log. @throws Refused 'too-many' @throws StoreUnavailable */
  async listen(filter: EventFilter, tell: Listener['tell']): Promise<() => void> {
    if (this.listeners.size >= MOST_LISTENERS) {
      throw new Refused('too-many', 'too-many', 'Too many pages are following events live. Close some of them.', 30);
    }
    const listener: Listener = { filter, tell, waiting: [], left: 0 };
    this.listeners.add(listener);
    const stop = () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.end();
    };
    this.begun ??= outsideRequests(() => this.begin());
    try {
      await this.begun;
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }

  async onModuleDestroy(): Promise<void> {
    this.listeners.clear();
    this.end();
    await this.following;
  }

  private async begin(): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    const end = await this.log.head();
    if (abort.signal.aborted) return;
    this.following = this.following.then(() => this.follow(abort.signal, end));
    this.timer = setInterval(() => this.tellAll(), PACE).unref();
  }

  private end(): void {
    this.abort?.abort();
    this.begun = undefined;
    clearInterval(this.timer);
  }

  private async follow(signal: AbortSignal, end: number): Promise<void> {
    let after = end;
    while (!signal.aborted) {
      try {
        for await (const { events } of this.log.subscribe({ after, signal })) {
          for (const event of events) this.hear(event);
          after = events.at(-1)?.position ?? after;
        }
      } catch {
        // Readiness reports an unavailable store; the next subscription continues after the last event.
      }
      await wait(AGAIN, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private hear(event: RecordedEvent): void {
    for (const listener of this.listeners) {
      if (!matches(event, listener.filter)) continue;
      listener.waiting.push(event);
      if (listener.waiting.length <= AT_ONCE) continue;
      listener.waiting.shift();
      listener.left += 1;
    }
  }

  private tellAll(): void {
    for (const listener of this.listeners) {
      if (listener.waiting.length === 0) continue;
      listener.tell({ events: listener.waiting.splice(0).map(rowOf), left: listener.left });
      listener.left = 0;
    }
  }
}
