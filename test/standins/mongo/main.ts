import { startMongo } from './server.js';

/** The stand-in as a process of its own: prints its address and serves until it is ended. `node main.js [port]` */
const server = await startMongo({ port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${server.url}\n`);
