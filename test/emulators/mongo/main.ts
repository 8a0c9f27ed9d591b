import { startMongo } from './server.js';

/** Prints its address and serves until it is killed. */
const server = await startMongo();
process.stdout.write(`${server.url}\n`);
