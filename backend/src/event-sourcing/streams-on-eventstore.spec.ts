import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreFault, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { Faults } from '@supreme-access/test/emulators/faults.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { chainHash, GENESIS } from '../stores/event-log/hash-chain.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { Command, type Decider, Refused } from './decider.js';
import { Sealer } from './sealer.js';
import { Streams } from './streams.js';

const SEATS = 30;
type Seated = { type: 'SeatTaken'; data: { by: string } };
class TakeSeat extends Command<{ by: string }> {
  readonly type = 'TakeSeat';
}
const bus: Decider<{ taken: string[] }, TakeSeat, Seated> = {
  category: 'bus',
  commands: { TakeSeat },
  initial: { taken: [] },
  decide: ({ data: { by } }, { taken }) => {
    if (taken.includes(by)) return [];
    if (taken.length >= SEATS) throw new Refused('sold-out', 'conflict');
    return [{ type: 'SeatTaken', data: { by } }];
  },
  evolve: ({ taken }, { data: { by } }) => ({ taken: [...taken, by] }),
};
/** One call in so many has it. */
const FAULTS: Record<EventStoreFault, number> = {
  refused: 50,
  'not-leader': 50,
  delay: 33,
  hang: 50,
  'answer-lost': 20,
  'answer-hung': 50,
  'applied-late': 50,
  conflict: 20,
  'stream-killed': 33,
  'stream-ended': 33,
  duplicate: 33,
  'read-error': 33,
};

describe('streams in an EventStoreDB that fails at every turn', () => {
  it('never give away more than there is, and keep every promise they made', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'streams-'));
    const faults = new Faults<EventStoreFault>();
    const server = await startEventStore({ faults, delay: 20, down: 50 });
    const log = await openEventStoreLog(server.url, { appendTimeout: 300, silence: 300, patience: 1_000 });
    const sealer = new Sealer(await openLmdbVault(directory, Buffer.alloc(32, 7)));
    const writers = [1, 2].map(() => new Streams(log, sealer, { schema: {}, clock: () => 1_000 }));
    faults.every(FAULTS);
    const buses = ['red', 'blue'];
    const requests = [...Array(60).keys()].flatMap((i) => buses.map((id) => ({ id, by: `rider-${i}` })));
    const answered: { id: string; by: string; answers: string[] }[] = [];
    // Everyone asks both writers, under one command id; a few at a time, so that there are many appends.
    while (requests.length > 0) {
      const ask = async ({ id, by }: (typeof requests)[number]) => {
        answered.push({ id, by, answers: await Promise.all(writers.map((writer) => answerOf(writer, id, by))) });
      };
      await Promise.all(requests.splice(0, 4).map(ask));
    }
    expect(Object.values(faults.counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3);
    faults.every({});
    for (const id of buses) {
      const events = await all(log.readStream(`bus-${id}`));
      const seated = events.map(({ data }) => data.by);
      expect(new Set(seated).size).toBe(SEATS);
      expect(seated).toHaveLength(SEATS);
      for (const { by, answers } of answered.filter((one) => one.id === id)) {
        expect(answers).toEqual(Array(2).fill(seated.includes(by) ? 'ok' : 'sold-out'));
      }
      let previous = GENESIS;
      for (const event of events) {
        expect(event.metadata.hash).toBe(chainHash(previous, event.stream, event.revision, event));
        previous = event.metadata.hash;
      }
    }
    await log.close();
    await server.stop();
    await rm(directory, { recursive: true });
  });
});

/** What a patient caller hears in the end: the same question under the same key until it is answered. */
async function answerOf(streams: Streams, id: string, by: string): Promise<string> {
  const metadata = { actor: { kind: 'shopper', id: by }, commandId: `${id}-${by}`, requestHash: '', correlationId: by };
  for (;;) {
    try {
      await streams.handle(bus, new TakeSeat(id, { by }, metadata as TakeSeat['metadata']));
      return 'ok';
    } catch (error) {
      const isToAskAgain = error instanceof StoreUnavailable || error instanceof Refused;
      if (!isToAskAgain) throw error;
      if (error instanceof Refused && error.code === 'sold-out') return error.code;
    }
  }
}
