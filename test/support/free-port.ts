import { createSocket } from 'node:dgram';
import { once } from 'node:events';
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
    if ((await isClaimed(port)) && (await isFree(port))) return port;
  }
}

/**
 * Whether it is ours now. Datagrams have ports of their own, which none of our programs uses: the one of the same number tells every
 * process that this one is given, though its program may not listen yet, or for a while no more.
 */
async function isClaimed(port: number): Promise<boolean> {
  const claim = createSocket('udp4').bind({ port, address: HOST, exclusive: true });
  const isOurs = await once(claim, 'listening').then(
    () => true,
    () => false,
  );
  if (isOurs) claim.unref();
  else claim.close();
  return isOurs;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, HOST);
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
