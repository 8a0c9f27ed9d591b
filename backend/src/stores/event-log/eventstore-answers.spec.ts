import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { all, aStream, events, ids } from '@supreme-access/test/fixtures/event-log.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { type EventLog, NO_STREAM } from './event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** What real servers answer where it is easily taken for something else. */
describe('a server that is asked for a position no event has', () => {
  let server: EventStoreEmulator;
  let log: EventLog;
  const troubles: unknown[] = [];
  beforeAll(async () => {
    server = await startEventStore({ maxAppendSize: 2_000 });
    log = await openEventStoreLog(server.url, { patience: 500, onTrouble: (error) => troubles.push(error) });
  });
  afterAll(async () => {
    await log.close();
    await server.stop();
  });
  afterEach(() => {
    // it has not taken the answer for an outage
    expect(troubles.splice(0)).toEqual([]);
  });

  it('is read from there at once, in the order of the log', async () => {
    const written = events(3);
    const { position } = await log.append(aStream(), NO_STREAM, written);
    const reads = server.calls.read;
    expect(ids(await all(log.readAll({ after: 79 })))).toEqual(ids(written));
    expect(ids(await all(log.readAll({ after: position - 1 })))).toEqual(ids(written.slice(2)));
    expect(server.calls.read - reads).toBeLessThanOrEqual(6);
  });

  it('is subscribed to from there at once', async () => {
    const stop = new AbortController();
    const { position } = await log.append(aStream(), NO_STREAM, events(1));
    for await (const { events } of log.subscribe({ after: position - 1, signal: stop.signal })) {
      expect(events).toMatchObject([{ position }]);
      stop.abort();
    }
  });

  it.each([{ $tb: 1 }, { $maxCount: 1 }])('recognises a stream cut by %j', async (cut) => {
    const stream = aStream();
    await log.append(stream, NO_STREAM, events(1));
    server.store.setMetadata(stream, cut);
    expect(await log.wasCut(stream)).toBe(true);
  });

  it('refuses what is larger than it takes, and the refusal is final', async () => {
    const stream = aStream();
    const large = events(2, { text: 'x'.repeat(1_500) });
    await expect(log.append(stream, NO_STREAM, large)).rejects.toThrow(RangeError);
    expect(await all(log.readStream(stream))).toEqual([]);
  });
});

/** The password of the program's user was changed, or its rights were, and an operator sets that right. */
describe('a server that denies access for a while', () => {
  const users = { admin: 'right' };
  let server: EventStoreEmulator;
  let log: EventLog;
  const stop = new AbortController();
  const [seen, stream]: [string[], string] = [[], aStream()];
  let following: Promise<void>;
  beforeAll(async () => {
    server = await startEventStore({ users });
    log = await openEventStoreLog(server.url.replace('esdb://', 'esdb://admin:right@'), { patience: 500 });
    following = (async () => {
      for await (const { events } of log.subscribe({ after: 0, signal: stop.signal })) seen.push(...ids(events));
    })();
    await log.append(stream, NO_STREAM, events(1));
    users.admin = 'changed';
    // the subscription is denied too, once its connection was lost
    await server.stop();
    await server.start();
  });
  afterAll(async () => {
    stop.abort();
    await following;
    await log.close();
    await server.stop();
  });

  it.each([
    ['a stream', () => all(log.readStream(stream))],
    ['all events', () => all(log.readAll({}))],
    ['its head', () => log.head()],
    ['whether a stream was cut', () => log.wasCut(stream)],
    ['an append', () => log.append(stream, 0, events(1))],
  ])('is away meanwhile, and says why: %s', async (_, call) => {
    await expect(call()).rejects.toThrow(StoreUnavailable);
    await expect(call()).rejects.toThrow(/denies access/);
  });

  it('is used on by itself afterwards, by a subscription too', async () => {
    users.admin = 'right';
    const [next] = events(1);
    await log.append(stream, 0, next ? [next] : []);
    while (!seen.includes(next?.id ?? '')) await nextTurn();
    expect(seen).toHaveLength(2);
  });
});

/** Its disk is full, or it is stopping: seen on 24.10.14. The words alone say nothing of the position. */
describe('a server that fails to read', () => {
  let server: EventStoreEmulator;
  let log: EventLog;
  const troubles: unknown[] = [];
  beforeAll(async () => {
    server = await startEventStore();
    log = await openEventStoreLog(server.url, { patience: 0, onTrouble: (error) => troubles.push(error) });
  });
  afterAll(async () => {
    await log.close();
    await server.stop();
  });

  it.each([
    ['all events after one', (position: number) => all(log.readAll({ after: position }))],
    ['the event at a position', (position: number) => log.at(position)],
    ['those before one', (position: number) => log.lookBack({ before: position, count: 1 })],
    ['its head', () => log.head()],
  ])('is away, whatever is read: %s', async (_, read) => {
    const { position } = await log.append(aStream(), NO_STREAM, events(2));
    await log.append(aStream(), NO_STREAM, events(1));
    server.faults.next('read-error');
    await expect(read(position)).rejects.toThrow(StoreUnavailable);
    await expect(read(position)).resolves.toBeDefined();
  });

  it('is asked again, by a subscription too, until it can', async () => {
    const stop = new AbortController();
    const before = await log.head();
    troubles.length = 0;
    const { position } = await log.append(aStream(), NO_STREAM, events(1));
    server.faults.next('read-error', 2);
    for await (const { events } of log.subscribe({ after: before, signal: stop.signal })) {
      if (events.length === 0) continue;
      expect(events).toMatchObject([{ position }]);
      stop.abort();
    }
    expect(troubles).toHaveLength(2);
  });
});
