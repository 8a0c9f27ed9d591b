import type { Server, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { isLoopback, networkOf } from '../limits/network.js';

/** ms between two lines that say how many were closed */
const TOLD_EVERY = 60_000;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Names that a trusted proxy may be given by, as Fastify reads them: https://github.com/fastify/proxy-addr */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function rangesOf(proxies: readonly string[]): Range[] {
  return proxies
    .flatMap((proxy) => NAMED[proxy] ?? [proxy])
    .flatMap((proxy) => {
      const [address = '', size] = proxy.split('/');
      if (!ipaddr.isValid(address)) return [];
      const first = ipaddr.process(address);
      const whole = first instanceof ipaddr.IPv6 ? 128 : 32;
      const bits = size === undefined ? whole : prefixOf(size);
      return bits >= 0 && bits <= whole ? [[first, bits] satisfies Range] : [];
    });
}

/** 24, and 255.255.255.0 as well */
function prefixOf(size: string): number {
  if (/^\d{1,3}$/.test(size)) return Number(size);
  return ipaddr.isValid(size) ? (ipaddr.parse(size).prefixLengthFromSubnetMask() ?? -1) : -1;
}

/**
 * Closes connections of a network that has as many as it may, as they come. Who is in front of us - a proxy that is trusted - counts
 * its own (deploy/haproxy.cfg), and this machine is nobody's network.
 */
export function boundConnections(
  server: Server,
  { most, trustedProxies }: { most: number; trustedProxies: readonly string[] },
  logger: Pick<Logger, 'warn'>,
): void {
  const ranges = rangesOf(trustedProxies);
  const open = new Map<string, number>();
  let [closed, toldAt] = [0, Number.NEGATIVE_INFINITY];
  const isTrusted = (address: string) => {
    if (ranges.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([first, bits]) => parsed.kind() === first.kind() && parsed.match([first, bits] as never));
  };
  const refuse = (socket: Socket) => {
    socket.destroy();
    closed += 1;
    const now = Date.now();
    if (now - toldAt < TOLD_EVERY) return;
    logger.warn({ closed }, 'connections were closed: their network has as many as it may (CONNECTIONS_PER_NETWORK)');
    [closed, toldAt] = [0, now];
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (address === '' || isLoopback(address) || isTrusted(address)) return;
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
