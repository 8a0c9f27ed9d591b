import { eventAt, lastOf } from '../../event-sourcing/reading.js';
import { type EventLog, NO_STREAM, type Position } from '../../stores/event-log/event-log.js';

/** ms; clocks of different machines differ by some seconds */
export const SLACK = 10_000;
/** This stream has an event every hour, so its events map times to positions. */
const HOURLY = 'vault-watermark';
const NEAR = 500;

export async function lastRevision(log: EventLog, stream: string): Promise<number> {
  return (await lastOf(log, stream))?.revision ?? NO_STREAM;
}

/** Returns the revision of the last event recorded at `at` (ms UTC) or before; -1 if there is none. */
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

/** Returns positions around the events of `at` (ms UTC); 0 and undefined are the ends of the log. */
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
