import { ServerProcess } from '../support/server-process.js';
import { withBareServer } from './bare.js';
import type { Result } from './results.js';
import { JWT_SECRET } from './world.js';

export async function readyOnNothing(): Promise<Result[]> {
  const { server, ready } = await started('ready after a start on nothing');
  await server.remove();
  return [ready];
}

/** The server, and how long it took to be ready beside the bare server's start. */
export async function started(name: string, directory?: string): Promise<{ server: ServerProcess; ready: Result }> {
  const bare = await bareStart();
  const began = performance.now();
  const server = await ServerProcess.start({ JWT_SECRET }, directory);
  return { server, ready: { name, value: (performance.now() - began) / 1_000, unit: 's', bare } };
}

/** seconds */
async function bareStart(): Promise<number> {
  const began = performance.now();
  return withBareServer(async () => (performance.now() - began) / 1_000);
}
