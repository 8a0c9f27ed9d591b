import { randomUUID } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

export async function all<T>(reading: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const one of reading) read.push(one);
  return read;
}

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
