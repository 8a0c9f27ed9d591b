import type { Server, Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import { isLoopback, networkOf } from '../config/network.js';

/** ms between two lines that say how many were closed */
const TOLD_EVERY = 60_000;
/** connections that one network (an IPv4 address, or a /64) may have open at once */
const MOST = 2_000;

/**
 * Closes connections of a network that has as many as it may, as they come. Who is in front of us - a proxy that is trusted - counts
 * its own (deploy/haproxy.cfg), and this machine is nobody's network.
 */
export function boundConnections(
  server: Server,
  { most = MOST, trustedProxies }: { most?: number; trustedProxies: readonly string[] },
  logger: Pick<Logger, 'warn'>,
): void {
  // As Fastify reads the same list for the addresses of clients.
  const isTrusted = compile([...trustedProxies]);
  const open = new Map<string, number>();
  let [closed, toldAt] = [0, Number.NEGATIVE_INFINITY];
  const refuse = (socket: Socket) => {
    socket.destroy();
    closed += 1;
    const now = Date.now();
    if (now - toldAt < TOLD_EVERY) return;
    logger.warn({ closed }, 'connections were closed: their network has as many as it may');
    [closed, toldAt] = [0, now];
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (address === '' || isLoopback(address) || isTrusted(address, 0)) return;
    const network = networkOf(address);
    const known = open.get(network) ?? 0;
    if (known >= most) return refuse(socket);
    open.set(network, known + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
