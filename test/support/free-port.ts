import { createSocket } from 'node:dgram';
import { type EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections: Linux from 32768 on, others from 49152 on. */
const [FIRST, LAST] = [10_000, 32_000];
const HOST = '127.0.0.1';

/**
 * A free port for a program whose address must be known in advance or survive a restart; it is reserved while this process lives. Any
 * outgoing connection may take a port from the system's own range.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/**
 * Reserves a port and returns whether it was free. None of our programs uses UDP, so an open UDP socket of the same number marks the port as
 * taken for every process.
 */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').bind({ port, address: HOST, exclusive: true });
  const isOurs = await listens(socket);
  if (isOurs) socket.unref();
  else socket.close();
  return isOurs;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, HOST);
  if (!(await listens(probe))) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

function listens(socket: EventEmitter): Promise<boolean> {
  return once(socket, 'listening').then(
    () => true,
    () => false,
  );
}
