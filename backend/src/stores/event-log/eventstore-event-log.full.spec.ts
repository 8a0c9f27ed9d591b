import { eventLogContract } from '@supreme-access/test/contracts/event-log.contract.js';
import { startEventStoreCluster } from '@supreme-access/test/emulators/eventstore/cluster.js';
import { realEventStores } from '@supreme-access/test/emulators/eventstore/real.js';
import type { EventStoreFault } from '@supreme-access/test/emulators/eventstore/server.js';
import { Faults } from '@supreme-access/test/emulators/faults.js';
import { onEmulator } from '@supreme-access/test/fixtures/eventstore-event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** One call in so many has each fault. They are invisible to a caller; `conflict` is not, and has its own test. */
const INVISIBLE: Record<Exclude<EventStoreFault, 'conflict'>, number> = {
  refused: 100,
  'not-leader': 100,
  delay: 100,
  hang: 100,
  'answer-lost': 100,
  'answer-hung': 100,
  'applied-late': 100,
  'stream-killed': 100,
  'stream-ended': 100,
  duplicate: 100,
  'read-error': 100,
};

async function atEveryTurn() {
  const faults = new Faults<EventStoreFault>();
  faults.every(INVISIBLE);
  return onEmulator(faults, () => {
    const committed = Object.values<number>(faults.counts).reduce((sum, count) => sum + count, 0);
    expect(committed).toBeGreaterThan(20);
  });
}

eventLogContract('EventStoreDB (emulator, each fault at one call in a hundred)', atEveryTurn, { givesUp: true });

eventLogContract('EventStoreDB (emulator of three nodes)', () => onReal(() => startEventStoreCluster()));

for (const { name, start, missing } of await realEventStores()) {
  if (missing) describe(`event log: ${name}`, () => it.skip(missing, () => {}));
  else eventLogContract(name, () => onReal(start), { openWithin: 300_000 });
}

async function onReal(start: () => Promise<{ url: string; stop(): Promise<unknown> }>) {
  const server = await start();
  let log = await openEventStoreLog(server.url, { openTimeout: 30_000 });
  const reopen = async () => {
    await log.close();
    log = await openEventStoreLog(server.url);
    return log;
  };
  const close = async () => {
    await log.close();
    await server.stop();
  };
  return { log, reopen, close };
}
