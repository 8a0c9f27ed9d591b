import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../decider.js';
import { encode, GENESIS, type Schema } from './codec.js';
import { NO_STREAM, type RecordedEvent, type StoredEvent } from './event-log.js';

/** An event that no command makes, as it follows the `last` one of its stream. */
export function systemEvent(
  stream: string,
  event: DomainEvent,
  last: RecordedEvent | undefined,
  schema: Schema,
): StoredEvent {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: 'start' } as const;
  const origin = { actor, commandId, requestHash: '', correlationId: commandId };
  const place = {
    stream,
    revision: (last?.revision ?? NO_STREAM) + 1,
    previousHash: last?.metadata.hash ?? GENESIS,
    eventId: randomUUID(),
    now: Date.now(),
  };
  return encode(event, origin, place, schema).stored;
}
