import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections: Linux from 32768 on, others from 49152 on. */
const [FIRST, LAST] = [10_000, 32_000];

/**
 * A port nobody listens on, for a program that has to be found, or to come back, under an address that is known before. A port
 * from the system's own range might be taken meanwhile by any connection that anybody makes.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
