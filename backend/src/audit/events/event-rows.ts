import type { FoundEvents, LoggedEvent } from '@supreme-access/contract/logged-events.js';
import { COUNT, INSTANT, listOf, orNull, shape, TEXT } from '../../platform/http/answer-schemas.js';
import { objectOf, schemaOf } from '../../platform/http/answers.js';
import type { RecordedEvent } from '../../platform/log/event-log.js';

export function rowOf({ position, id, stream, revision, type, metadata }: RecordedEvent): LoggedEvent {
  const { actor, correlationId, recordedAt } = metadata;
  return { position, eventId: id, stream, revision, type, at: iso(recordedAt), actor, correlationId };
}

export const iso = (ms: number) => new Date(ms).toISOString();

const ACTOR = schemaOf<LoggedEvent['actor']>(objectOf({ kind: TEXT, id: TEXT }));

export const EVENT_FIELDS = {
  position: COUNT,
  eventId: TEXT,
  stream: TEXT,
  revision: COUNT,
  type: TEXT,
  at: INSTANT,
  actor: ACTOR,
  correlationId: TEXT,
};
export const LOGGED_EVENT = shape<LoggedEvent>('LoggedEvent', EVENT_FIELDS);
export const FOUND_EVENTS = shape<FoundEvents>('FoundEvents', {
  events: listOf(LOGGED_EVENT),
  next: orNull(schemaOf<string>({ type: 'string', description: 'the `cursor` to go on with' })),
  searchedTo: orNull(INSTANT),
  searched: COUNT,
});
