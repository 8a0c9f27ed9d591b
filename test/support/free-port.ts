import { createSocket } from 'node:dgram';
import { type EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections: Linux from 32768 on, others from 49152 on. */
const [FIRST, LAST] = [10_000, 32_000];
const HOST = '127.0.0.1';

/**
 * A port nobody listens on, for a program that has to be found, or to come back, under an address that is known before. It is given
 * once for as long as the asking process lives. A port from the system's own range might be taken meanwhile by any connection that
 * anybody makes.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/**
 * Takes it for this process; whether nobody had. Datagrams have ports of their own, which none of our programs uses: the one of the
 * same number tells every process that this one is given, though its program may not listen yet, or for a while no more.
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
