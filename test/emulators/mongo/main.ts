import { startMongo } from './server.js';

/** Prints its address and serves until it is killed. LATE=1 makes it answer as late as a real server. */
const server = await startMongo({ isLate: process.env.LATE === '1' });
process.stdout.write(`${server.url}\n`);
