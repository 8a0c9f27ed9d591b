import { type EventLog, NO_STREAM, type RecordedEvent } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import type { Link } from '../stores/event-log/stream-integrity.js';

export async function atMost<T>(reading: AsyncIterable<T>, count: number): Promise<T[]> {
  const read: T[] = [];
  for await (const one of reading) if (read.push(one) >= count) break;
  return read;
}

export async function all<T>(reading: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const one of reading) read.push(one);
  return read;
}

/** Undefined where the stream is cut off before that revision. */
export async function eventAt(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  revision: number,
): Promise<RecordedEvent | undefined> {
  const event = await firstFrom(log, stream, revision);
  return event?.revision === revision ? event : undefined;
}

/** What the next event must follow; undefined when it cannot be read. @throws StreamDamaged */
export async function linkAt(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  revision: number,
): Promise<Link | undefined> {
  for (let from = revision; from >= 0; from -= 1) {
    const event = await eventAt(log, stream, from);
    if (!event) return undefined;
    if (event.metadata.hash !== '') return { revision, hash: event.metadata.hash };
  }
  return { revision, hash: GENESIS };
}

async function firstFrom(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  revision: number,
): Promise<RecordedEvent | undefined> {
  for await (const event of log.readStream(stream, { from: revision, limit: 1 })) return event;
  return undefined;
}

export async function lastOf(
  log: EventLog,
  stream: string,
  cached?: RecordedEvent,
): Promise<RecordedEvent | undefined> {
  let last = cached;
  let isGrowing = true;
  for (let step = 1; step >= 1; step = isGrowing ? step * 2 : step / 2) {
    const further = await firstFrom(log, stream, (last?.revision ?? NO_STREAM) + step);
    if (further) last = further;
    else isGrowing = false;
  }
  return last;
}
