import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../decider.js';
import { origin } from '../given.fixture.js';
import { encode, GENESIS } from './codec.js';
import { type EventLog, type EventMetadata, NO_STREAM, type StoredEvent } from './event-log.js';
import { lastOf } from './reading.js';

/** Writes into a log as this program does, each event linked to the one before it, and as others do. */
export function writerOf(log: EventLog) {
  const append = async (stream: string, make: (revision: number, previousHash: string) => StoredEvent) => {
    const last = await lastOf(log, stream);
    const revision = (last?.revision ?? NO_STREAM) + 1;
    const stored = make(revision, last?.metadata.hash ?? GENESIS);
    return { ...(await log.append(stream, revision - 1, [stored])), ...stored };
  };
  const link = (stream: string, event: DomainEvent, revision: number, previousHash: string) => {
    const place = { stream, revision, previousHash, eventId: randomUUID(), now: 1_700_000_000_000 };
    return encode(event, origin, place, {}).stored;
  };
  return {
    /** an event as this program writes it; `after`: the hash that it follows, where that is not the last event's */
    ours: (stream: string, type = 'ThingHappened', data: object = {}, after?: string) =>
      append(stream, (revision, hash) => link(stream, { type, data }, revision, after ?? hash)),
    /** somebody else's */
    foreign: (stream: string, type = 'Bar') =>
      append(stream, () => ({ id: randomUUID(), type, data: { any: 1 }, metadata: {} as EventMetadata })),
    /** one of ours that says something else than it did */
    altered: (stream: string) =>
      append(stream, (revision, hash) => ({
        ...link(stream, { type: 'ThingHappened', data: {} }, revision, hash),
        data: { altered: true },
      })),
  };
}
