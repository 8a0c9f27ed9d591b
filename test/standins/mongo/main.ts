import { startMongo } from './server.js';

/** The stand-in as a process of its own: prints its address and serves until it is ended. */
const server = await startMongo();
process.stdout.write(`${server.url}\n`);
