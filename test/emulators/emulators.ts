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

/** Both stores. Each kind of fault befalls one in `every` of the calls that can have it (rare kinds five); without it none does. */
export async function startEmulators(every?: number) {
  const [eventFaults, mongoFaults] = [new Faults<EventStoreFault>(), new Faults<MongoFault>()];
  const script = <K extends string>(kinds: readonly K[], calls: number) =>
    Object.fromEntries(kinds.map((kind) => [kind, RARE.has(kind) ? calls / 5 : calls])) as Record<K, number>;
  const err = (calls?: number) => {
    eventFaults.every(calls === undefined ? {} : script(EVENTSTORE_FAULTS, calls));
    mongoFaults.every(calls === undefined ? {} : script(MONGO_FAULTS, calls));
  };
  err(every);
  const [eventstore, mongo] = await Promise.all([
    startEventStore({ faults: eventFaults }),
    startMongo({ faults: mongoFaults }),
  ]);
  return {
    eventstoreUrl: eventstore.url,
    mongodbUrl: mongo.url,
    /** Faults from now on, as at the start. */
    err,
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
