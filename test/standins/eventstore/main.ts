import { Faults } from '../faults.js';
import { type EventStoreFault, startEventStore } from './server.js';

/**
 * The stand-in as a process of its own, for servers that are killed beside it: prints its address, and when it is told to end
 * (SIGTERM) the faults it committed. FAULTS is JSON of kinds and rates. SIGHUP: gone for a moment.
 */
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
