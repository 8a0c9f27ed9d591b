import { THEN_PATH } from '@supreme-access/contract/shown-then.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { isLoopback } from '../config/network.js';
import { securityHeaders } from './security-headers.js';

const STAFF = ['/api/admin', '/users'];
const OF_ADMIN = [
  '/admin',
  '/api',
  '/users',
  '/login',
  '/products',
  '/pictures',
  // The shop's page of a past moment stands in a frame of the admin, which must be of one origin.
  THEN_PATH,
  '/assets',
  '/.well-known',
  '/verifier.html',
  '/healthz',
  '/readyz',
  '/metrics',
];

/** Decodes the path as the router does, and ends it at `?` and `#` (find-my-way's url-sanitizer). */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = writtenPathOf(url);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function writtenPathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

export function isBelow(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** Sets the security headers of shop and admin; with ADMIN_URL each host serves only its own paths. */
export async function setSitesApart(fastify: FastifyInstance, config: Config): Promise<void> {
  const { publicUrl, adminUrl, stripe } = config;
  const isTls = publicUrl.startsWith('https:');
  const admin = await securityHeaders({ isTls: adminUrl?.startsWith('https:') ?? isTls });
  const description = await securityHeaders({ isTls, isDescription: true });
  const shop = await securityHeaders({ isTls, hasStripeFields: stripe.publishableKey !== null });
  const adminHost = adminUrl === null ? null : new URL(adminUrl).host;
  fastify.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    const isAdmin = request.host === adminHost || isBelow(path, ['/admin']);
    reply.headers(isAdmin ? admin : isBelow(path, ['/api/docs']) ? description : shop);
    done();
  });
  if (adminUrl === null) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    const isHere = request.host === adminHost ? isBelow(path, OF_ADMIN) : !isBelow(path, ['/admin', ...STAFF]);
    if (isHere || isThisMachine(request)) done();
    else elsewhere(request, reply, adminUrl);
  });
}

function elsewhere(request: FastifyRequest, reply: FastifyReply, adminUrl: string): void {
  const path = pathOf(request);
  const isPage = request.method === 'GET' && (path === '/' || isBelow(path, ['/admin']));
  if (isPage) void reply.redirect(path === '/' ? '/admin/' : `${adminUrl}${writtenPathOf(request.url)}`, 302);
  else void reply.status(404).send({ success: false, error: 'There is nothing here.', code: 'not-found' });
}

/** Hazard: the host is what the caller says. */
function isThisMachine({ hostname, ip }: FastifyRequest): boolean {
  const isNamedSo = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return isNamedSo && isLoopback(ip);
}
