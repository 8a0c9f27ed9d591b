import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../decider.js';
import { encode, GENESIS, type Schema } from './codec.js';
import { NO_STREAM, type StoredEvent } from './event-log.js';
import type { Link } from './stream-integrity.js';

/** An event that no command makes, as it follows the end of its stream. */
export function systemEvent(
  stream: string,
  event: DomainEvent,
  end: Link | undefined,
  schema: Schema,
  by = 'start',
): StoredEvent {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: by } as const;
  const origin = { actor, commandId, requestHash: '', correlationId: commandId };
  const place = {
    stream,
    revision: (end?.revision ?? NO_STREAM) + 1,
    previousHash: end?.hash ?? GENESIS,
    eventId: randomUUID(),
    now: Date.now(),
  };
  return encode(event, origin, place, schema).stored;
}
