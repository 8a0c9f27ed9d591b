import { randomUUID } from 'node:crypto';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { all, aStream, events, ids } from '@supreme-access/test/fixtures/event-log.js';
import { follow, until } from '@supreme-access/test/fixtures/eventstore-event-log.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { AppendOutcomeUnknown, type EventLog, NO_STREAM, WrongExpectedRevision } from './event-log.js';
import type { EventStoreLogOptions } from './eventstore-event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

const QUICK = { appendTimeout: 400, silence: 400, patience: 20_000 };
/** Where no call is to be given up: both sides share one thread, whose own pauses would look like a silent server. */
const UNHURRIED = { appendTimeout: 30_000, silence: 30_000 };

describe('the event log in EventStoreDB when something breaks', () => {
  let server: EventStoreEmulator;
  let log: EventLog;
  let troubles: string[];
  let stop: AbortController;
  const open = async (options: Partial<EventStoreLogOptions> = {}) => {
    await log?.close();
    const onTrouble = (error: unknown) => troubles.push(String(error));
    log = await openEventStoreLog(server.url, { ...QUICK, onTrouble, ...options });
  };

  beforeEach(async () => {
    troubles = [];
    stop = new AbortController();
    server = await startEventStore({ delay: 100, down: 100 });
    await open();
  });
  afterEach(async () => {
    stop.abort();
    await log.close();
    await server.stop();
  });

  /** The stream holds these events, once. */
  const expectOnce = async (stream: string, some: ReturnType<typeof events>) => {
    expect(ids(await all(log.readStream(stream)))).toEqual(ids(some));
  };

  describe('an append', () => {
    it.each(['answer-lost', 'answer-hung', 'applied-late', 'hang', 'delay', 'refused', 'not-leader'] as const)(
      'is written once and answered: %s',
      async (fault) => {
        const [stream, some] = [aStream(), events(3)];
        await log.append(stream, NO_STREAM, events(1));
        server.faults.next(fault);
        const { revision, position } = await log.append(stream, 0, some);
        expect(revision).toBe(3);
        expect(server.faults.counts[fault]).toBe(1);
        const [, ...written] = await all(log.readStream(stream));
        expect(ids(written)).toEqual(ids(some));
        expect(written.at(-1)?.position).toBe(position);
      },
    );

    it('that a silent server never answers is given up, and the identical one succeeds later', async () => {
      await open({ patience: 2_000 });
      const [stream, some] = [aStream(), events(2)];
      server.faults.next('hang', 100);
      const began = Date.now();
      await expect(log.append(stream, NO_STREAM, some)).rejects.toThrow(AppendOutcomeUnknown);
      expect(Date.now() - began).toBeLessThan(10_000);
      while (server.faults.draw('hang'));
      expect(await log.append(stream, NO_STREAM, some)).toMatchObject({ revision: 1 });
      await expectOnce(stream, some);
    });

    it('whose outcome is unknown loses to the one that came first', async () => {
      const [stream, winner] = [aStream(), events(1)];
      await log.append(stream, NO_STREAM, winner);
      server.faults.next('answer-lost');
      await expect(log.append(stream, NO_STREAM, events(1))).rejects.toThrow(WrongExpectedRevision);
      await expectOnce(stream, winner);
    });

    it('that is refused in a storm of conflicts changes nothing', async () => {
      await open(UNHURRIED);
      const [stream, some] = [aStream(), events(1)];
      server.faults.next('conflict', 2);
      await expect(log.append(stream, NO_STREAM, some)).rejects.toThrow(WrongExpectedRevision);
      await expect(log.append(stream, NO_STREAM, some)).rejects.toThrow(WrongExpectedRevision);
      await log.append(stream, NO_STREAM, some);
      await expectOnce(stream, some);
    });

    it('survives that the server goes and comes back', async () => {
      const [stream, some] = [aStream(), events(1)];
      await server.stop();
      const appending = log.append(stream, NO_STREAM, some);
      await until(() => troubles.length > 1);
      await server.start();
      expect(await appending).toMatchObject({ revision: 0 });
      await expectOnce(stream, some);
    });

    it('is not touched by other calls that break while it is under way', async () => {
      await open(UNHURRIED);
      const follower = follow(log, stop.signal);
      server.faults.next('stream-killed', 3);
      server.faults.next('delay', 20);
      const streams = Array.from({ length: 20 }, aStream);
      const appended = await Promise.all(streams.map((stream) => log.append(stream, NO_STREAM, events(1))));
      expect(server.faults.counts['stream-killed']).toBeGreaterThan(0);
      expect(server.calls.append).toBe(20);
      const seen = await follower.seen(20);
      expect(seen.map(({ position }) => position)).toEqual(appended.map(({ position }) => position).toSorted(byNumber));
    });

    it('is a call of its own, with a deadline that no difference between the clocks can pass', async () => {
      await open(UNHURRIED);
      const before = server.calls.append;
      for (let i = 0; i < 3; i += 1) await log.append(aStream(), NO_STREAM, events(2));
      expect(server.calls.append - before).toBe(3);
    });
  });

  describe('a read', () => {
    it.each(['stream-killed', 'hang', 'delay', 'refused', 'not-leader'] as const)('is whole: %s', async (fault) => {
      const [stream, some] = [aStream(), events(40)];
      await log.append(stream, NO_STREAM, some);
      server.faults.next(fault);
      expect(ids(await all(log.readStream(stream)))).toEqual(ids(some));
      server.faults.next(fault, 2);
      expect(ids(await all(log.readAll()))).toEqual(ids(some));
      server.faults.next(fault);
      expect(await log.head()).toBeGreaterThan(0);
      expect(server.faults.counts[fault]).toBe(4);
    });

    it('that finds nobody fails in the end', async () => {
      await open({ patience: 200 });
      await server.stop();
      await expect(log.head()).rejects.toThrow(StoreUnavailable);
      await expect(all(log.readStream('thing-1'))).rejects.toThrow('EventStoreDB does not answer');
    });
  });

  describe('a subscription', () => {
    it.each(['stream-killed', 'stream-ended', 'hang', 'duplicate', 'delay', 'refused', 'not-leader'] as const)(
      'tells everything once and in order: %s',
      async (fault) => {
        const [stream, some] = [aStream(), events(60)];
        await log.append(stream, NO_STREAM, some.slice(0, 20));
        server.faults.next(fault, 2);
        const follower = follow(log, stop.signal);
        await log.append(stream, 19, some.slice(20, 40));
        await follower.seen(40);
        server.faults.next(fault);
        await log.append(stream, 39, some.slice(40));
        expect(ids(await follower.seen(60))).toEqual(ids(some));
        expect(server.faults.counts[fault]).toBe(3);
      },
    );

    it('goes on where it was when the server was gone', async () => {
      const [stream, some] = [aStream(), events(30)];
      const follower = follow(log, stop.signal);
      for (let round = 0; round < 3; round += 1) {
        await log.append(stream, round * 10 - 1, some.slice(round * 10, round * 10 + 10));
        await follower.seen(round * 10 + 5);
        await server.stop();
        await until(() => troubles.length > round);
        await server.start();
      }
      expect(ids(await follower.seen(30))).toEqual(ids(some));
    });

    it('is left alone while there is nothing new', async () => {
      await log.append(aStream(), NO_STREAM, events(1));
      const follower = follow(log, stop.signal);
      await follower.live();
      const [reads, before] = [server.calls.read, troubles.length];
      server.store.addSystemEvent();
      // each look at the head is a read, a new subscription would be one more
      await until(() => server.calls.read >= reads + 3);
      // a look that is late on a slow machine is made again, which leaves the subscription alone
      const late = `Error: the event store was silent for ${QUICK.silence} ms`;
      expect(troubles.slice(before).filter((trouble) => trouble !== late)).toEqual([]);
      expect(await follower.seen(1)).toHaveLength(1);
    });

    it('passes over any number of events of the system', async () => {
      await open(UNHURRIED);
      for (let i = 0; i < 1_100; i += 1) server.store.addSystemEvent();
      const some = events(2);
      await log.append(aStream(), NO_STREAM, some);
      for (let i = 0; i < 100; i += 1) server.store.addSystemEvent();
      expect(ids(await follow(log, stop.signal).seen(2))).toEqual(ids(some));
      expect(ids(await all(log.readAll()))).toEqual(ids(some));
      expect(await log.head()).toBe((await all(log.readAll())).at(-1)?.position);
      expect(troubles).toEqual([]);
    });

    it('delivers what others wrote as foreign, be it binary, and goes on', async () => {
      const properties = (contentType: string): [string, string][] => [
        ['type', 'Bar'],
        ['content-type', contentType],
      ];
      const [data, metadata] = [Buffer.from([255, 0, 1]), Buffer.from([255])];
      const binary = { id: randomUUID(), properties: properties('application/octet-stream'), data, metadata };
      const noJson = { ...binary, id: randomUUID(), properties: properties('application/json') };
      server.store.append('foo-1', NO_STREAM, [binary, noJson]);
      await log.append('foo-1', 1, events(1));
      const received = await follow(log, stop.signal).seen(3);
      expect(received.map(({ type, data: said, isForeign }) => [type, said, isForeign])).toEqual([
        ['Bar', {}, true],
        ['Bar', {}, true],
        ['ThingHappened', { size: 'm' }, undefined],
      ]);
    });

    it('ends when the log is closed', async () => {
      const following = all(log.subscribe({ after: 0, signal: new AbortController().signal }));
      await log.append(aStream(), NO_STREAM, events(1));
      await Promise.all([log.close(), expect(following).rejects.toThrow('closed')]);
      await expect(log.append(aStream(), NO_STREAM, events(1))).rejects.toThrow('closed');
      await expect(log.head()).rejects.toThrow('closed');
    });
  });

  it('has positions that a number holds, or says that it has not', async () => {
    await log.close();
    await server.stop();
    server = await startEventStore({ end: Number.MAX_SAFE_INTEGER - 1_000 });
    await open();
    const near = await log.append(aStream(), NO_STREAM, events(1));
    expect(near.position).toBeLessThan(Number.MAX_SAFE_INTEGER);
    await expect(log.append(aStream(), NO_STREAM, events(10))).rejects.toThrow('past what a number can hold');
    await expect(all(log.readAll())).rejects.toThrow('past what a number can hold');
    const following = all(log.subscribe({ after: 0, signal: stop.signal }));
    await expect(following).rejects.toThrow('past what a number can hold');
  });

  it('is delivered by one client per process', async () => {
    await expect(openEventStoreLog(server.url)).rejects.toThrow('has a client of EventStoreDB already');
    await open();
    await log.append(aStream(), NO_STREAM, events(1));
  });
});

const byNumber = (a: number, b: number) => a - b;
