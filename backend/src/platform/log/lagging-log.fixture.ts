import { setTimeout as wait } from 'node:timers/promises';
import type { EventLog, RecordedEvent } from './event-log.js';
import { logOver } from './log-over.js';

/** How far behind the log its subscribers are, ms; may be changed at any time. */
export interface Lag {
  ms: number;
}

interface Batch {
  events: RecordedEvent[];
  caughtUp: boolean;
}

/** ms */
const LOOK_AGAIN = 5;

/** A log whose subscribers hear of everything late, as where the read models are far away or under load. */
export function laggingLog(log: EventLog, lag: Lag): EventLog {
  return logOver(log, { subscribe: (options) => late(log.subscribe(options), options.signal, lag) });
}

/** Each batch is handed on once it is as old as the lag; those that come meanwhile grow old at the same time. */
async function* late(batches: AsyncIterable<Batch>, signal: AbortSignal, lag: Lag): AsyncGenerator<Batch> {
  const held: { batch: Batch; at: number }[] = [];
  const heard = { all: false };
  const hearing = (async () => {
    for await (const batch of batches) held.push({ batch, at: Date.now() });
    heard.all = true;
  })();
  hearing.catch(() => {
    heard.all = true;
  });
  while (!signal.aborted && !(heard.all && held.length === 0)) {
    const [first] = held;
    if (first && Date.now() - first.at >= lag.ms) {
      held.shift();
      yield first.batch;
    } else {
      await wait(LOOK_AGAIN);
    }
  }
  await hearing;
}
