import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { reachableHost } from '../http-server.js';

const NAMES = ['localhost', '127.0.0.1', '[::1]'];

type IncomingRequest = Pick<FastifyRequest, 'headers'> & { socket: Pick<FastifyRequest['socket'], 'localPort'> };
type Own = Pick<Config, 'host' | 'tls'>;

const schemeOf = ({ tls }: Own) => (tls === null ? 'http' : 'https');

/** Whether a browser on this machine asked for this server by a name of this machine: no other name may lead here (DNS rebinding). */
export function isForUs({ headers: { host }, socket: { localPort } }: IncomingRequest, own: Own): boolean {
  // URL leaves out the port that the scheme has anyway, as browsers do.
  const hostOf = (name: string) => new URL(`${schemeOf(own)}://${name}:${localPort}`).host;
  return [reachableHost(own.host), ...NAMES].some((name) => host === hostOf(name));
}

/** Whether it was one of our own pages that asked. */
export function isFromUs(request: IncomingRequest, own: Own): boolean {
  const { origin, host } = request.headers;
  return isForUs(request, own) && origin === `${schemeOf(own)}://${host}`;
}
