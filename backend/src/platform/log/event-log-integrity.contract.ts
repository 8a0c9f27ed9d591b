import { randomUUID } from 'node:crypto';
import { all, aStream, events } from './event-log.fixture.js';
import {
  type EventLog,
  type EventMetadata,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type StoredEvent,
} from './event-log.js';

export function integrityPromises(log: () => EventLog): void {
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
}

async function subscribed(log: EventLog, after: Position, count: number): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  const told: RecordedEvent[] = [];
  for await (const batch of log.subscribe({ after, signal: stop.signal })) {
    told.push(...batch.events);
    if (told.length >= count) stop.abort();
  }
  return told;
}
