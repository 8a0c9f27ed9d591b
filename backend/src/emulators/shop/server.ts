import { createHash, timingSafeEqual } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { type FaultRates, Faults } from './faults.js';
import { PAGE_POLICY, renderPage } from './page.js';
import { serveControls, serveShop } from './routes.js';
import { Till } from './till.js';

export interface SandboxOptions {
  /** One process per directory. */
  directory: string;
  key: string;
  host?: string;
  /** 0 takes any free port. */
  port?: number;
  seed?: string;
  /** ms */
  clock?: () => number;
  /** ms, the delay of every answer */
  latency?: { min: number; max: number };
  /** the share of submissions that each fault strikes, 0 to 1 */
  failures?: FaultRates;
  holdMs?: number;
  slowMs?: number;
  /** pieces of every size and style of an undescribed product */
  stock?: number;
  /** called when work on a reference begins, and when its outcome is durable */
  onProgress?: (reference: string) => void;
}
export interface SandboxRetailer {
  url: string;
  port: number;
  close(): Promise<void>;
}

export async function startSandboxRetailer(options: SandboxOptions): Promise<SandboxRetailer> {
  const { directory, key, host = '127.0.0.1', port = 0, seed = 'sandbox', failures = {} } = options;
  const faults = new Faults(seed, failures);
  await mkdir(directory, { recursive: true });
  const till = await Till.open(directory, options.stock ?? 1_000, options.clock ?? Date.now);
  if (options.onProgress) till.onProgress = options.onProgress;
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const app = createApp();
  servePage(app, till);
  await app.register((keyed, _options, done) => {
    keyed.addHook('onRequest', async (request, reply) => {
      if (!isAllowed(request, key)) return reply.code(401).send({ error: 'unauthorized', message: 'wrong key' });
    });
    const { latency = { min: 0, max: 0 }, holdMs = 30_000, slowMs = 3_000 } = options;
    serveShop(keyed, { till, faults, seed, latency, holdMs, slowMs, stop: stop.signal });
    serveControls(keyed, till, faults);
    done();
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await till.shut();
    throw error;
  }
  const { port: bound } = app.server.address() as AddressInfo;
  const close = async () => {
    stop.abort();
    await app.close();
    await till.shut();
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, port: bound, close };
}

function createApp(): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 32 * 1024,
    routerOptions: { maxParamLength: 1_000 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  // Parsers quote their input in messages: names, addresses, cards.
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const known = status < 500 ? 'bad-request' : 'internal';
    return reply.code(status).send({ error: known, message: `status ${status}` });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'no-such-route', message: 'not found' }));
  return app;
}

function servePage(app: FastifyInstance, till: Till): void {
  app.get('/', async (_request, reply) => {
    await till.durable();
    return reply
      .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(renderPage(till.shop));
  });
}

function isAllowed(request: FastifyRequest, key: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${key}`));
}
