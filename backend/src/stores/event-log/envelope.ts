import type { EventMetadata, Position, RecordedEvent } from './event-log.js';

const NO_ENVELOPE: EventMetadata = {
  schemaVersion: 0,
  commandId: '',
  requestHash: '',
  correlationId: '',
  actor: { kind: 'unknown', id: '' },
  recordedAt: 0,
  hash: '',
};

interface Kept {
  id: string;
  type: string;
  data: unknown;
  metadata: unknown;
}

interface Place {
  stream: string;
  revision: number;
  position: Position;
}

export function asRecorded({ id, type, data, metadata }: Kept, { stream, revision, position }: Place): RecordedEvent {
  const isOurs = isEnvelope(metadata);
  if (isOurs && isObject(data)) return { id, type, data, metadata, stream, revision, position };
  const hash = isObject(metadata) && typeof metadata.hash === 'string' ? metadata.hash : '';
  return {
    id,
    type,
    data: isObject(data) ? data : {},
    metadata: isOurs ? metadata : { ...NO_ENVELOPE, hash },
    stream,
    revision,
    position,
    isForeign: true,
  };
}

function isEnvelope(metadata: unknown): metadata is EventMetadata {
  if (!isObject(metadata)) return false;
  const { schemaVersion, recordedAt, actor, commandId, requestHash, correlationId, hash } = metadata;
  return (
    typeof schemaVersion === 'number' &&
    schemaVersion >= 1 &&
    typeof recordedAt === 'number' &&
    isObject(actor) &&
    typeof actor.kind === 'string' &&
    typeof actor.id === 'string' &&
    [commandId, requestHash, correlationId, hash].every((text) => typeof text === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
