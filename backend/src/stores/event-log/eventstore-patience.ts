import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { timeLeft } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { NoSuchPosition, WrongExpectedRevision } from './event-log.js';
import { AccessDenied, asOurs, Refusal } from './eventstore-client.js';
import type { Feed } from './eventstore-feed.js';
import { StreamDamaged } from './stream-integrity.js';

const LONGEST_PAUSE = 2_000;

export class Patience {
  readonly #closing = new AbortController();

  constructor(
    private readonly silence: number,
    private readonly onTrouble: (error: unknown) => void,
  ) {
    setMaxListeners(0, this.#closing.signal);
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  end(): void {
    this.#closing.abort();
  }

  assertOpen(): void {
    if (this.#closing.signal.aborted) throw new Error('the event log is closed');
  }

  /** Retries transient errors. @throws StoreUnavailable after `ms` */
  async again<T>(call: () => Promise<T>, ms: number): Promise<T> {
    const giveUp = Date.now() + timeLeft(ms);
    for (let attempt = 0; ; attempt += 1) {
      this.assertOpen();
      try {
        return await call();
      } catch (thrown) {
        const error = asOurs(thrown);
        if (isFinal(error)) throw error;
        if (error instanceof AccessDenied) throw this.denied(error);
        if (Date.now() >= giveUp) throw new StoreUnavailable('EventStoreDB does not answer', { cause: error });
        await this.pause(error, attempt);
      }
    }
  }

  denied(error: AccessDenied): StoreUnavailable {
    this.onTrouble(error);
    return new StoreUnavailable(error.message, { cause: error });
  }

  async collect<T>(feed: Feed<T>, silence = this.silence): Promise<T[]> {
    const items: T[] = [];
    try {
      for (;;) {
        const next = await feed.next(silence);
        if (next === 'over') return items;
        if (next === 'silent') throw new Error(`the event store was silent for ${silence} ms`);
        items.push(...next.items);
      }
    } finally {
      feed.stop();
    }
  }

  async pause(error: unknown, attempt: number, signal = this.#closing.signal): Promise<void> {
    this.onTrouble(error);
    const ms = Math.min(LONGEST_PAUSE, 20 * 2 ** Math.min(attempt, 10));
    await wait(ms * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
  }
}

export function isFinal(error: unknown): boolean {
  return (
    (error instanceof Refusal && !(error instanceof AccessDenied)) ||
    error instanceof StreamDamaged ||
    error instanceof NoSuchPosition ||
    error instanceof WrongExpectedRevision ||
    error instanceof RangeError
  );
}
