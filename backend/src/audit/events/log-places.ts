import { eventAt, lastOf } from '../../event-sourcing/reading.js';
import { type EventLog, NO_STREAM, type Position } from '../../stores/event-log/event-log.js';

/** Where something stands in the log or a stream, found in a few reads however long it is. */

/** Clocks of several machines differ by some seconds; ms. */
export const SLACK = 10_000;
/** has an event at the start, at each stop and hourly in between, so that its events tell the time of positions */
const HOURLY = 'vault-watermark';
/** events, near enough to be looked through */
const NEAR = 500;

export async function lastRevision(log: EventLog, stream: string): Promise<number> {
  return (await lastOf(log, stream))?.revision ?? NO_STREAM;
}

/** Revision of the last event that was recorded at `at` (ms UTC) or before; -1 when none was. */
export async function revisionAt(log: EventLog, stream: string, at: number): Promise<number> {
  let [low, high] = [NO_STREAM, (await lastRevision(log, stream)) + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const event = await eventAt(log, stream, middle);
    if (event && event.metadata.recordedAt <= at) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * A position with nothing recorded later than `at` (ms UTC) before it, and one with all of that before it: an hour apart where
 * positions cannot be guessed, some hundred events where they can. 0 and undefined: the log's begin and end.
 */
export async function positionsAround(
  log: EventLog,
  at: number,
): Promise<{ low: Position; high: Position | undefined }> {
  const revision = await revisionAt(log, HOURLY, at);
  let low = (await eventAt(log, HOURLY, Math.max(0, revision)))?.position ?? 0;
  if (revision < 0) low = 0;
  let high = (await eventAt(log, HOURLY, revision + 1))?.position;
  const end = high ?? (await log.head()) + 1;
  for (let near = end; near - low > NEAR; ) {
    const event = await log.at(Math.floor((low + near) / 2));
    if (!event || event.isForeign) break;
    if (event.metadata.recordedAt <= at) low = event.position;
    else near = high = event.position;
  }
  return { low, high };
}
