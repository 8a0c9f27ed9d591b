import { randomUUID } from 'node:crypto';
import { NO_STREAM, type StoredEvent } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import type { Link } from '../stores/event-log/stream-integrity.js';
import { encode, type Schema } from './codec.js';
import type { DomainEvent } from './decider.js';

export function systemEvent(
  stream: string,
  event: DomainEvent,
  end: Link | undefined,
  schema: Schema,
  by = 'start',
): StoredEvent {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: by } as const;
  const metadata = { actor, commandId, requestHash: '', correlationId: commandId };
  const place = {
    stream,
    revision: (end?.revision ?? NO_STREAM) + 1,
    previousHash: end?.hash ?? GENESIS,
    eventId: randomUUID(),
    now: Date.now(),
  };
  return encode(event, metadata, place, schema).stored;
}
