import { Faults } from '../faults.js';
import { type EventStoreFault, startEventStore } from './server.js';

/**
 * Prints its address, and on SIGTERM its counted faults. FAULTS is JSON of kinds, each with the number of calls in which it happens once;
 * LATE=1 makes it answer as late as a real server. SIGHUP makes it unreachable for a moment.
 */
const { FAULTS = '{}', LATE } = process.env;
const faults = new Faults<EventStoreFault>();
const server = await startEventStore({ faults, isLate: LATE === '1' });
faults.every(JSON.parse(FAULTS));
console.log(server.url);

process.on('SIGHUP', () => server.goDown());
process.on('SIGTERM', () => {
  console.log(JSON.stringify({ committed: { ...faults.counts } }));
  process.exit(0);
});
