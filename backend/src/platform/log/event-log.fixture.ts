import { randomUUID } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

export { all } from './reading.js';

export function aStream(): string {
  return `thing-${randomUUID()}`;
}

export function ids(some: readonly StoredEvent[]): string[] {
  return some.map(({ id }) => id);
}

export function events(count: number, data: Record<string, unknown> = { size: 'm' }): StoredEvent[] {
  return Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: 'ThingHappened',
    data,
    metadata: {
      schemaVersion: 1,
      commandId: randomUUID(),
      requestHash: '',
      correlationId: randomUUID(),
      actor: { kind: 'system', id: 'spec' },
      recordedAt: 1_700_000_000_000,
      hash: 'x',
    },
  }));
}
