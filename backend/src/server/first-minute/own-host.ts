import type { FastifyRequest } from 'fastify';

const NAMES = ['localhost', '127.0.0.1', '[::1]'];

type Asked = Pick<FastifyRequest, 'headers' | 'socket'>;

/** Whether a browser on this machine asked for this server by a name of this machine: no other name may lead here (DNS rebinding). */
export function isForUs({ headers: { host }, socket }: Asked): boolean {
  return NAMES.some((name) => host === `${name}:${socket.localPort}`);
}

/** Whether it was one of our own pages that asked. */
export function isFromUs(request: Asked): boolean {
  const { origin, host } = request.headers;
  return isForUs(request) && origin === `http://${host}`;
}
