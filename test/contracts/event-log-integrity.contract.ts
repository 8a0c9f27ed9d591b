import { randomUUID } from 'node:crypto';
import { eventAt } from '../../backend/src/event-sourcing/reading.js';
import {
  type EventLog,
  type EventMetadata,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from '../../backend/src/stores/event-log/event-log.js';
import { damageOf, StreamDamaged } from '../../backend/src/stores/event-log/stream-integrity.js';
import { all, aStream, events, ids } from '../fixtures/event-log.js';
import type { OpenedLog } from './event-log.contract.js';

export function integrityPromises(log: () => EventLog, operator: () => OpenedLog['operator']): void {
  it('gives back an event that has no envelope as a foreign one, wherever it is read, and goes on', async () => {
    const [stream, after] = [aStream(), await log().head()];
    const [first, given, last] = events(3) as [StoredEvent, StoredEvent, StoredEvent];
    const without = { ...given, metadata: { hash: 'kept' } as unknown as EventMetadata };
    const list = { ...given, id: randomUUID(), data: [1] as unknown as StoredEvent['data'] };
    const { position } = await log().append(stream, NO_STREAM, [first, without, list, last]);
    const read = await all(log().readStream(stream));
    expect(read.map(({ isForeign, revision }) => [isForeign, revision])).toEqual([
      [undefined, 0],
      [true, 1],
      [true, 2],
      [undefined, 3],
    ]);
    expect(read[1]).toMatchObject({ id: without.id, data: { size: 'm' }, metadata: { hash: 'kept', commandId: '' } });
    expect(read[2]).toMatchObject({ data: {}, metadata: given.metadata });
    expect(await all(log().readAll({ after }))).toEqual(read);
    expect((await log().lookBack({ count: 4 })).events.slice(0, 4)).toEqual(read.toReversed());
    expect(await log().at(position)).toEqual(read[3]);
    expect(await subscribed(log(), after, 4)).toEqual(read);
  });

  it('has cut no stream that was only appended to, or that never was', async () => {
    const stream = aStream();
    expect(await log().wasCut(stream)).toBe(false);
    await log().append(stream, NO_STREAM, events(1));
    expect(await log().wasCut(stream)).toBe(false);
  });

  it('begins a stream whose beginning was cut off with the first event that is left, and goes on with it', async () => {
    const [stream, written, after] = [aStream(), events(6), await log().head()];
    await log().append(stream, NO_STREAM, written.slice(0, 5));
    if (!operator()) return;
    operator()?.cut(stream, 3);
    for (const from of [0, 2, 3]) {
      const read = await all(log().readStream(stream, { from }));
      expect(read.map(({ revision }) => revision)).toEqual([3, 4]);
    }
    expect(await all(log().readStream(stream, { from: 0, limit: 1 }))).toMatchObject([{ revision: 3 }]);
    expect(await eventAt(log(), stream, 0)).toBeUndefined();
    expect(await log().append(stream, 4, written.slice(5))).toMatchObject({ revision: 5 });
    expect(ids(await all(log().readAll({ after })))).toEqual(ids(written));
  });

  it('recognises that a stream which was deleted was cut, and refuses an append that begins it again', async () => {
    const [stream, written] = [aStream(), events(2)];
    await log().append(stream, NO_STREAM, written);
    if (!operator()) return;
    operator()?.softDelete(stream);
    expect(await all(log().readStream(stream))).toEqual([]);
    expect(await log().wasCut(stream)).toBe(true);
    const repeated = log().append(stream, NO_STREAM, written);
    await expect(repeated).rejects.toMatchObject({ damage: { stream, revision: 0, reason: 'beginning' } });
    const begun = log().append(stream, NO_STREAM, events(1));
    await expect(begun).rejects.toMatchObject({ damage: { stream, revision: 2, reason: 'beginning' } });
    expect(await all(log().readStream(stream))).toMatchObject([{ revision: 2 }]);
    await expect(log().append(stream, NO_STREAM, events(1))).rejects.toThrow(WrongExpectedRevision);
  });

  it('refuses every call on a stream that was deleted for ever, in the same words', async () => {
    const stream = aStream();
    await log().append(stream, NO_STREAM, events(2));
    if (!operator()?.tombstone) return;
    operator()?.tombstone?.(stream);
    const deleted = { damage: { stream, reason: 'deleted' } };
    await expect(all(log().readStream(stream))).rejects.toMatchObject(deleted);
    await expect(eventAt(log(), stream, 1)).rejects.toBeInstanceOf(StreamDamaged);
    await expect(log().append(stream, 1, events(1))).rejects.toMatchObject(deleted);
    await expect(log().append(stream, NO_STREAM, events(1))).rejects.toMatchObject(deleted);
    await expect(log().wasCut(stream)).rejects.toMatchObject(deleted);
    const [event] = (await log().lookBack({ count: 3 })).events;
    expect(event && damageOf({ revision: 1, hash: 'x' }, event)).toEqual({ stream, revision: 0, reason: 'deleted' });
  });
}

async function subscribed(log: EventLog, after: Position, count: number): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  const events: RecordedEvent[] = [];
  for await (const batch of log.subscribe({ after, signal: stop.signal })) {
    events.push(...batch.events);
    if (events.length >= count) stop.abort();
  }
  return events;
}
