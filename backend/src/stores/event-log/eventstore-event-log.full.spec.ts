import { eventLogContract } from '@supreme-access/test/contracts/event-log.contract.js';
import { startEventStoreCluster } from '@supreme-access/test/emulators/eventstore/cluster.js';
import { realEventStores } from '@supreme-access/test/emulators/eventstore/real.js';
import type { EventStoreFault } from '@supreme-access/test/emulators/eventstore/server.js';
import { Faults } from '@supreme-access/test/emulators/faults.js';
import { onEmulator } from '@supreme-access/test/fixtures/eventstore-event-log.js';
import { openEventStoreLog } from './eventstore-opening.js';

/** Each is invisible to a caller; `conflict` is not, and has its own test. */
const INVISIBLE: Record<Exclude<EventStoreFault, 'conflict'>, number> = {
  refused: 0.01,
  'not-leader': 0.01,
  delay: 0.01,
  hang: 0.01,
  'answer-lost': 0.01,
  'answer-hung': 0.01,
  'applied-late': 0.01,
  'stream-killed': 0.01,
  'stream-ended': 0.01,
  duplicate: 0.01,
  'read-error': 0.01,
};
const seed = Number(process.env.FAULT_SEED ?? process.env.SPEC_SEED ?? 1);

async function atEveryTurn() {
  const faults = new Faults<EventStoreFault>();
  faults.rates(INVISIBLE, seed);
  return onEmulator(faults, () => {
    const committed = Object.values<number>(faults.counts).reduce((sum, count) => sum + count, 0);
    expect(committed).toBeGreaterThan(20);
  });
}

const erring = `EventStoreDB (emulator, each fault at 1 % of calls, FAULT_SEED=${seed})`;
eventLogContract(erring, atEveryTurn, { givesUp: true });

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
