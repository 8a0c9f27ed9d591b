import { type EventStoreFault, startEventStore } from './eventstore/server.js';
import { Faults } from './faults.js';
import { type MongoFault, startMongo } from './mongo/server.js';

const EVENTSTORE_FAULTS: readonly EventStoreFault[] = [
  'refused',
  'not-leader',
  'delay',
  'hang',
  'answer-lost',
  'answer-hung',
  'applied-late',
  'conflict',
  'stream-killed',
  'stream-ended',
  'duplicate',
  'read-error',
];
const MONGO_FAULTS: readonly MongoFault[] = [
  'kill',
  'lostAnswer',
  'halfBatch',
  'delay',
  'hang',
  'notPrimary',
  'lostCheckpoint',
  'lateInsert',
];

/** Few calls can have these. */
const RARE: ReadonlySet<string> = new Set(['halfBatch', 'lostCheckpoint', 'lateInsert']);

/** Both stores, with each kind of fault at this rate (rare kinds at five times it) of the calls that can have it; a seed repeats the plan. */
export async function startEmulators(rate: number, seed: number) {
  const [eventFaults, mongoFaults] = [new Faults<EventStoreFault>(), new Faults<MongoFault>()];
  const at = <K extends string>(kinds: readonly K[], share: number) =>
    Object.fromEntries(kinds.map((kind) => [kind, RARE.has(kind) ? 5 * share : share])) as Record<K, number>;
  const setFaultRate = (share: number) => {
    eventFaults.rates(at(EVENTSTORE_FAULTS, share), seed);
    mongoFaults.rates(at(MONGO_FAULTS, share), seed + 1);
  };
  setFaultRate(rate);
  const [eventstore, mongo] = await Promise.all([
    startEventStore({ faults: eventFaults }),
    startMongo({ faults: mongoFaults }),
  ]);
  return {
    eventstoreUrl: eventstore.url,
    mongodbUrl: mongo.url,
    /** Changes the rate of faults. */
    setFaultRate,
    /** committed faults by kind */
    counts: () => ({
      ...Object.fromEntries(EVENTSTORE_FAULTS.map((kind) => [kind, eventFaults.counts[kind]])),
      ...Object.fromEntries(MONGO_FAULTS.map((kind) => [kind, mongoFaults.counts[kind]])),
    }),
    /** the number of events in the log */
    stored: () => eventstore.store.all.length,
    /** Breaks every connection and refuses new ones for `downMs`; keeps the data. */
    async cut(downMs: number): Promise<void> {
      await Promise.all([eventstore.stop(), mongo.stop()]);
      await new Promise((resolve) => setTimeout(resolve, downMs));
      await Promise.all([eventstore.start(), mongo.start()]);
    },
    async stop(): Promise<void> {
      await Promise.all([eventstore.stop(), mongo.stop()]);
    },
  };
}
