import { NO_STREAM, type StoredEvent } from './event-log.js';

const MAX_APPEND_BYTES = 2 ** 20;
/** bytes: LMDB keys have at most 1,978, and ours end in a number */
const MAX_STREAM_BYTES = 1_899;

/** @throws RangeError for an append that some engine cannot store */
export function assertAppend(stream: string, expected: number, events: readonly StoredEvent[], text: string): void {
  assertName(stream);
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  if (!Number.isSafeInteger(expected) || expected < NO_STREAM) throw new RangeError(`${expected} is no revision`);
  const kept = events.find(({ type }) => isSystem(type));
  if (kept) throw new RangeError(`${kept.type} cannot be the type of an event`);
  if (Buffer.byteLength(text) > MAX_APPEND_BYTES) {
    throw new RangeError(`an append of ${events.length} events to ${stream} is larger than 1 MiB`);
  }
}

export function isSystem(name: string): boolean {
  return name.startsWith('$');
}

function assertName(stream: string): void {
  const bytes = Buffer.from(stream);
  // LMDB keys are NUL-delimited, and a lone surrogate does not survive UTF-8.
  const strange = bytes.some((byte) => byte < 32) || bytes.toString() !== stream || isSystem(stream);
  if (strange || bytes.length === 0 || bytes.length > MAX_STREAM_BYTES) {
    throw new RangeError(`${JSON.stringify(stream.slice(0, 100))} cannot name a stream`);
  }
}
