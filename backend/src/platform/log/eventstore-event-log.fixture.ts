import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { type EventStoreFault, startEventStore } from '@supreme-access/test/standins/eventstore/server.js';
import type { Faults } from '@supreme-access/test/standins/faults.js';
import type { OpenedLog } from './event-log.contract.js';
import type { EventLog, RecordedEvent } from './event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** ms */
const MOMENT = 20;

/** The log on a stand-in of its own, which can apply an append late. */
export async function onStandIn(faults: Faults<EventStoreFault>, atTheEnd = () => {}): Promise<OpenedLog> {
  const held = new HeldAppends();
  const lateBy = () => held.next() ?? wait(MOMENT);
  const server = await startEventStore({ faults, delay: MOMENT, down: 50, lateBy });
  const open = () => openEventStoreLog(server.url, { appendTimeout: 250, silence: 250, patience: 30_000 });
  let log = await open();
  const close = async () => {
    await log.close();
    await server.stop();
    atTheEnd();
  };
  const reopen = async () => {
    await log.close();
    await server.stop();
    await server.start();
    log = await open();
    return log;
  };
  const late = () => {
    faults.next('applied-late');
    return held.one();
  };
  const operator = {
    cut: (stream: string, before: number) => server.store.setMetadata(stream, { $tb: before }),
    softDelete: (stream: string) => server.store.softDelete(stream),
    tombstone: (stream: string) => server.store.tombstone(stream),
  };
  return { log, reopen, operator, late, close };
}

/** Appends that are applied when a spec says so. */
class HeldAppends {
  private wanted = 0;
  private readonly waiting: (() => void)[] = [];

  /** What the next one waits for; undefined when nobody wants it held. */
  next(): Promise<void> | undefined {
    if (this.wanted === 0) return undefined;
    this.wanted -= 1;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  one(): () => Promise<void> {
    this.wanted += 1;
    return async () => {
      while (this.waiting.length === 0) await wait(1);
      this.waiting.shift()?.();
      await nextTurn();
    };
  }
}

/** A subscriber from the start: `seen` waits for `count` events and gives all it was told, `live` waits for the log's end. */
export function follow(log: EventLog, signal: AbortSignal) {
  const got: RecordedEvent[] = [];
  let isLive = false;
  const running = (async () => {
    for await (const { events: told, caughtUp } of log.subscribe({ after: 0, signal })) {
      got.push(...told);
      isLive ||= caughtUp;
    }
  })();
  return {
    async seen(count: number): Promise<RecordedEvent[]> {
      await Promise.race([until(() => got.length >= count), running]);
      return got;
    },
    async live(): Promise<void> {
      await Promise.race([until(() => isLive), running]);
    },
  };
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(5);
}
