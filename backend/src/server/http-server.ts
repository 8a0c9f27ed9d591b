import { createSecretKey, randomUUID } from 'node:crypto';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { SessionGuard } from '../auth/guard.js';
import { LimitGuard } from '../auth/limited.js';
import type { Config } from '../config/config.js';
import { tlsOptions } from '../config/tls.js';
import { RepeatedSecrets } from '../event-sourcing/repeated-secrets.js';
import { BudgetGuard, boundRequests } from '../http/budgets.js';
import { boundConnections } from '../http/connections.js';
import { describeApi } from '../http/describe-api.js';
import { answerDirectly } from '../http/direct-routes.js';
import { allowLargeBodies } from '../http/large-bodies.js';
import { Limits } from '../http/limits/limits.js';
import { judgeLoad, LoadShed } from '../http/load-shed.js';
import { logReads } from '../http/personal-reads.js';
import { acceptRawImages } from '../http/raw-images.js';
import { RefusalFilter } from '../http/refusals.js';
import { isBelow, pathOf, setSitesApart } from '../http/sites.js';
import { type Pages, type Spa, serveFiles, serveSpas } from '../http/spa.js';
import { endEventStreams } from '../http/sse.js';
import { answersToUnreadable } from '../http/unreadable.js';
import { strictBodies } from '../http/validation.js';
import { NestLogger } from '../telemetry/logger.js';
import { ConsistencyGuard, LoadGuard } from './after-guard.js';
import type { Platform } from './platform.js';
import { refuseWithoutRoom } from './room-for-requests.js';

/** ms for requests under way once the server stops */
const CLOSE_GRACE = 2_000;
const BODY_LIMIT = 256 * 1024;
/** ms for all headers, and for a whole request: a 10 MiB picture at 1.5 Mbit/s */
const HEADERS_WITHIN = 15_000;
const REQUEST_WITHIN = 60_000;
/** ms between two checks for slow requests */
const LOOK = 1_000;
const MOST_CONNECTIONS = 10_000;
/** Compression leaks no secret (BREACH): sessions travel in a header, which foreign pages cannot send. */
const PACKED: FastifyCompressOptions = { globalDecompression: false, threshold: 4_096, encodings: ['br', 'gzip'] };
const ALWAYS = ['/healthz', '/readyz', '/metrics'];
/** types whose charset a browser would guess */
const TEXT_WITHOUT_LETTERS = /^(?:text\/[\w.-]+|[\w.-]+\/(?:[\w.-]+\+)?xml)$/;
/** API paths for every method; GET /login and /register are pages */
const API = ['/api', '/users', '/healthz', '/readyz', '/metrics'];

export async function createServer(
  platform: Platform,
  module: unknown,
  pages: { files: Spa; spas: Pages[] },
): Promise<NestFastifyApplication> {
  const { config, logger } = platform;
  const slow = { headersTimeout: HEADERS_WITHIN, connectionsCheckingInterval: LOOK };
  const adapter = new FastifyAdapter({
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: BODY_LIMIT,
    // never the caller's id, because events refer to it
    genReqId: () => randomUUID(),
    ...(await answersToUnreadable(config)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    requestTimeout: REQUEST_WITHIN,
    ...(config.tls === null ? { http: slow } : { https: { ...slow, ...(await tlsOptions(config.tls)) } }),
    // the tokens of signed links are path parameters
    routerOptions: { maxParamLength: 500 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module as Type, adapter, {
    rawBody: true,
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const filter = new RefusalFilter(logger, platform.security);
  app.useGlobalFilters(filter);
  const shed = new LoadShed(logger);
  const sessions = new SessionGuard(platform.sessions, app.get(Reflector), app.get(RepeatedSecrets));
  const guards = [
    new BudgetGuard(app.get(Reflector)),
    sessions,
    new LimitGuard(app.get(Limits), app.get(Reflector)),
    new LoadGuard(shed),
    new ConsistencyGuard(platform.projector, !config.engines, sessions),
  ];
  app.useGlobalGuards(...guards);
  const bodies = strictBodies();
  app.useGlobalPipes(bodies);
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  answerDirectly(app, fastify, { guards, bodies, filter });
  fastify.server.maxConnections = MOST_CONNECTIONS;
  boundConnections(fastify.server, config, logger);
  if (servesPeople(config)) judgeLoad(fastify, shed);
  // JSON only: a foreign page can make a browser send forms and plain text.
  fastify.removeContentTypeParser('text/plain');
  app.useBodyParser('application/json', { bodyLimit: BODY_LIMIT });
  fastify.decorate('requestSecret', createSecretKey(Buffer.from(platform.secrets.get('request'))));
  await setSitesApart(fastify, config);
  await protect(app);
  nameRanges(fastify);
  logReads(fastify, platform.security);
  boundRequests(fastify);
  addHooks(fastify, platform);
  refuseWithoutRoom(fastify, platform.storage, platform.watch);
  acceptRawImages(fastify);
  allowLargeBodies(fastify);
  describeApi(app);
  await serveSpas(app, pages.spas, API);
  await serveFiles(app, pages.files);
  return app;
}

/** Fastify closes an early answer at once, and a client that still writes fails with EPIPE: drop the rest instead. */
function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  raw.resume();
}

async function protect(app: NestFastifyApplication): Promise<void> {
  await app.register(compress, PACKED);
}

/** @fastify/compress reads Content-Range as bytes, so the header is set after it. */
function nameRanges(fastify: FastifyInstance): void {
  const nameRange: onSendHookHandler = (request, reply, payload, done) => {
    if (request.rows !== undefined) reply.header('content-range', request.rows);
    done(null, payload);
  };
  fastify.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), nameRange];
  });
}

function servesPeople({ role }: Config): boolean {
  return role === 'all' || role === 'api';
}

function addHooks(fastify: FastifyInstance, { projector, config }: Platform): void {
  const serves = servesPeople(config);
  let isStopping = false;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isStopping) {
      const refusal = { success: false, error: 'Stopping. Try again in a moment.', code: 'stopping' };
      void reply.status(503).header('retry-after', '1').send(refusal);
      return;
    }
    const path = pathOf(request);
    if (!serves && !ALWAYS.includes(path)) {
      const elsewhere = {
        success: false,
        error: `This process is a ${config.role} and serves nobody.`,
        code: 'not-found',
      };
      void reply.status(404).send(elsewhere);
      return;
    }
    const isApi = request.method !== 'GET' || isBelow(path, API);
    if (isApi && !ALWAYS.includes(path) && !projector.hasCaughtUp) {
      const starting = { success: false, error: 'Starting. Try again in a moment.', code: 'starting' };
      void reply.status(503).header('retry-after', '1').send(starting);
      return;
    }
    done();
  });
  fastify.addHook('preClose', async () => {
    isStopping = true;
    endEventStreams();
    // A preconnected socket without a request counts as busy and would block the stop.
    setTimeout(() => fastify.server.closeAllConnections(), CLOSE_GRACE).unref();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && reply.getHeader('connection') === 'close') readOn(request, reply);
    if (isStopping) reply.header('connection', 'close');
    if (request.settledAt !== undefined) reply.header('x-consistency-token', String(request.settledAt));
    // Pages and pictures set their own cache-control; other answers may be personal.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && TEXT_WITHOUT_LETTERS.test(type)) {
      reply.header('content-type', `${type}; charset=utf-8`);
    }
    done(null, payload);
  });
}

/** The host in a local URL for a server that listens on `host`; IPv6 stands in brackets (RFC 3986, 3.2.2). */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
