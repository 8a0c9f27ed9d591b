import type { Server, Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import { isLoopback, networkOf } from '../config/network.js';

/** ms between two log lines */
const LOG_INTERVAL = 60_000;
/** open connections per network (an IPv4 address, or a /64) */
const MOST = 2_000;

/** Closes a network's connections above its limit. Trusted proxies limit their own (deploy/haproxy.cfg). */
export function boundConnections(
  server: Server,
  { most = MOST, trustedProxies }: { most?: number; trustedProxies: readonly string[] },
  logger: Pick<Logger, 'warn'>,
): void {
  const isTrusted = compile([...trustedProxies]);
  const open = new Map<string, number>();
  let [closed, loggedAt] = [0, Number.NEGATIVE_INFINITY];
  const refuse = (socket: Socket) => {
    socket.destroy();
    closed += 1;
    const now = Date.now();
    if (now - loggedAt < LOG_INTERVAL) return;
    logger.warn({ closed }, 'connections were closed: their network has as many as it may');
    [closed, loggedAt] = [0, now];
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (address === '' || isLoopback(address) || isTrusted(address, 0)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= most) return refuse(socket);
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
