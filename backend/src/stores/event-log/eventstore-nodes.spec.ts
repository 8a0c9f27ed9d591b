// biome-ignore lint/style/noRestrictedImports: the driver tells nobody that it has changed the node
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type EventStoreCluster, startEventStoreCluster } from '@supreme-access/test/emulators/eventstore/cluster.js';
import { all, aStream, events, ids } from '@supreme-access/test/fixtures/event-log.js';
import { follow, until } from '@supreme-access/test/fixtures/eventstore-event-log.js';
import { AppendOutcomeUnknown, type EventLog, NO_STREAM } from './event-log.js';
import type { EventStoreLogOptions } from './eventstore-event-log.js';
import { Feed } from './eventstore-feed.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** Nobody is to be given up by the clock: what ends a call here is a look. */
const UNHURRIED = { openTimeout: 60_000, appendTimeout: 60_000, silence: 60_000, patience: 60_000 };

/** Looks at the connection until something is so; not so often that an answer, which this thread makes as well, would come too late. */
class Looking {
  look = () => {};
  readonly every = (look: () => void) => {
    this.look = look;
    return () => {};
  };

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      this.look();
      await wait(15);
    }
  }

  async untilSettled<T>(call: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    call.then(settle, settle);
    await this.until(() => isSettled);
    return call;
  }

  times(count: number): void {
    for (let time = 0; time < count; time += 1) this.look();
  }
}

describe('the event log on several nodes', () => {
  let cluster: EventStoreCluster;
  let log: EventLog;
  let looking: Looking;
  let stop: AbortController;
  let connections: number;
  const open = async (options: Partial<EventStoreLogOptions> = {}, url = cluster.url) => {
    connections = 0;
    const onConnected = () => {
      connections += 1;
    };
    const opening = openEventStoreLog(url, { ...UNHURRIED, looks: looking.every, onConnected, ...options });
    log = await looking.untilSettled(opening);
  };
  const begin = async (size: number) => {
    [looking, stop] = [new Looking(), new AbortController()];
    cluster = await startEventStoreCluster(size);
  };
  afterEach(async () => {
    stop.abort();
    await log.close();
    await cluster.stop();
  });

  describe('of three', () => {
    beforeEach(() => begin(3));

    it.each(['leader', 'follower'])(
      'goes on when the leader falls silent, once and in order: %s first',
      async (first) => {
        await open({}, `${cluster.url}&nodePreference=${first}`);
        const [stream, some, { leader, nodes }] = [aStream(), events(6), cluster];
        await log.append(stream, NO_STREAM, some.slice(0, 2));
        const follower = follow(log, stop.signal);
        await follower.seen(2);
        const accepted = leader.gate.accepted;
        leader.freeze();
        const appending = log.append(stream, 1, some.slice(2, 4));
        // the others have not noticed, and name it once more
        await looking.until(() => leader.gate.accepted > accepted + 1);
        cluster.elect(nodes[1] as (typeof nodes)[0]);
        expect(await looking.untilSettled(appending)).toMatchObject({ revision: 3 });
        // what was on its way to the old leader arrives there late
        leader.thaw();
        await log.append(stream, 3, some.slice(4));
        expect(ids(await all(log.readStream(stream)))).toEqual(ids(some));
        expect(ids(await follower.seen(6))).toEqual(ids(some));
        expect(connections).toBe(2);
      },
    );

    it('leaves an outcome unknown where nobody leads, and the identical append succeeds later', async () => {
      await open({ patience: 0 });
      const [stream, some, { leader, nodes }] = [aStream(), events(2), cluster];
      leader.freeze();
      await expect(looking.untilSettled(log.append(stream, NO_STREAM, some))).rejects.toThrow(AppendOutcomeUnknown);
      cluster.elect(nodes[2] as (typeof nodes)[0]);
      await looking.until(() => connections === 2);
      expect(await log.append(stream, NO_STREAM, some)).toMatchObject({ revision: 1 });
      expect(ids(await all(log.readStream(stream)))).toEqual(ids(some));
    });

    it('is right with a leader that has been replaced while it was silent, and does not know it', async () => {
      await open();
      const [stream, some, { leader, nodes }] = [aStream(), events(4), cluster];
      await log.append(stream, NO_STREAM, some.slice(0, 2));
      leader.freeze();
      cluster.elect(nodes[1] as (typeof nodes)[0]);
      leader.thaw();
      const calls = leader.server.calls.append;
      const appending = log.append(stream, 1, some.slice(2));
      // ABORTED, and reads of an old log: again and again, until it finds out and names the other
      await until(() => leader.server.calls.append > calls + 2);
      leader.findOut();
      expect(await appending).toMatchObject({ revision: 3 });
      expect(ids(await all(log.readStream(stream)))).toEqual(ids(some));
    });
  });

  describe('of one', () => {
    beforeEach(() => begin(1));

    it('gives up a connection that was accepted and nothing else', async () => {
      const { leader } = cluster;
      leader.freeze();
      const opening = open();
      await until(() => leader.gate.accepted > 0);
      await looking.until(() => leader.gate.accepted > 2);
      leader.thaw();
      await opening;
      expect(await log.head()).toBe(0);
      expect(connections).toBe(1);
    });

    it('gives up a connection that falls silent, though no keepalive does', async () => {
      await open({}, `${cluster.url}&keepAliveInterval=-1`);
      const [stream, some, { leader }] = [aStream(), events(4), cluster];
      await log.append(stream, NO_STREAM, some.slice(0, 2));
      const follower = follow(log, stop.signal);
      await follower.seen(2);
      leader.gate.losePresent();
      expect(await looking.untilSettled(log.append(stream, 1, some.slice(2)))).toMatchObject({ revision: 3 });
      expect(ids(await follower.seen(4))).toEqual(ids(some));
      expect(leader.gate.accepted).toBeGreaterThan(1);
    });

    it("gives up a connection on which nothing but a stream's metadata is waited for", async () => {
      await open({}, `${cluster.url}&keepAliveInterval=-1`);
      const { leader } = cluster;
      leader.gate.losePresent();
      expect(await looking.untilSettled(log.wasCut(aStream()))).toBe(false);
      expect(leader.gate.accepted).toBeGreaterThan(1);
    });

    it('asks every three seconds whether a subscription that says nothing lacks anything, once it has caught up', async () => {
      const waited = jest.spyOn(Feed.prototype, 'next');
      await open();
      await follow(log, stop.signal).live();
      await until(() => waited.mock.calls.at(-1)?.[0] === 3_000);
      expect(waited).toHaveBeenCalledWith(UNHURRIED.silence);
      waited.mockRestore();
    });

    it('keeps a connection on which one call hangs and others are answered', async () => {
      await open();
      const [stream, { leader }] = [aStream(), cluster];
      const { faults, calls } = leader.server;
      await log.append(stream, NO_STREAM, events(2));
      faults.next('hang');
      const reading = all(log.readStream(stream)).catch((error: Error) => error.message);
      await until(() => faults.counts.hang === 1);
      for (let round = 0; round < 3; round += 1) {
        looking.times(11);
        await log.head();
      }
      // nobody else calls: it is asked
      const before = calls.read;
      looking.times(12);
      await until(() => calls.read > before);
      await log.head();
      looking.times(11);
      expect(connections).toBe(1);
      expect(leader.gate.accepted).toBe(1);
      await log.close();
      expect(await reading).toContain('closed');
    });
  });
});
