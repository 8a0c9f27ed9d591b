// biome-ignore lint/style/noRestrictedImports: an election takes a while, in which calls go wrong
import { setTimeout as wait } from 'node:timers/promises';
import { startEventStoreCluster } from '@supreme-access/test/emulators/eventstore/cluster.js';
import { all, aStream, events, ids } from '@supreme-access/test/fixtures/event-log.js';
import { follow } from '@supreme-access/test/fixtures/eventstore-event-log.js';
import { NO_STREAM } from './event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** ms from a leader's silence to the next one, at most (seen: 4 to 6 s) and at least */
const ELECTIONS = [6_000, 4_000];
/** ms from a leader's silence to the answer of an append */
const PROMISE = 9_000;

describe('a leader of EventStoreDB that freezes, in true time', () => {
  it.each(ELECTIONS)(
    'holds an append for no more than nine seconds, with the next one elected after %i ms',
    async (ms) => {
      const cluster = await startEventStoreCluster();
      const log = await openEventStoreLog(cluster.url);
      const [stream, some, stop] = [aStream(), events(30), new AbortController()];
      const follower = follow(log, stop.signal);
      const [next] = cluster.nodes.filter((node) => node !== cluster.leader);
      await log.append(stream, NO_STREAM, some.slice(0, 1));
      const began = performance.now();
      cluster.leader.freeze();
      const electing = wait(ms).then(() => next && cluster.elect(next));
      await log.append(stream, 0, some.slice(1, 2));
      expect(performance.now() - began).toBeLessThan(PROMISE);
      await electing;
      for (let i = 2; i < some.length; i += 1) await log.append(stream, i - 1, some.slice(i, i + 1));
      expect(ids(await all(log.readStream(stream)))).toEqual(ids(some));
      expect(ids(await follower.seen(some.length))).toEqual(ids(some));
      stop.abort();
      await log.close();
      await cluster.stop();
    },
  );
});
