import { Faults } from '../faults.js';
import { type EventStoreFault, startEventStore } from './server.js';

/** Prints its address, and on SIGTERM its counted faults. FAULTS is JSON of kinds and rates. SIGHUP makes it unreachable for a moment. */
const { FAULTS = '{}', FAULT_SEED = '1' } = process.env;
const faults = new Faults<EventStoreFault>();
const server = await startEventStore({ faults });
faults.rates(JSON.parse(FAULTS), Number(FAULT_SEED));
console.log(server.url);

process.on('SIGHUP', () => server.goDown());
process.on('SIGTERM', () => {
  console.log(JSON.stringify({ seed: Number(FAULT_SEED), committed: { ...faults.counts } }));
  process.exit(0);
});
