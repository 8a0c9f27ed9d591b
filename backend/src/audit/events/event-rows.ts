import type { LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';

export function rowOf({ position, id, stream, revision, type, metadata }: RecordedEvent): LoggedEvent {
  const { actor, correlationId, recordedAt } = metadata;
  return { position, eventId: id, stream, revision, type, at: iso(recordedAt), actor, correlationId };
}

export const iso = (ms: number) => new Date(ms).toISOString();
