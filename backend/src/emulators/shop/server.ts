import { createHash, timingSafeEqual } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_SELLER } from '@supreme-access/contract/retailer-protocols.js';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Answer } from './answers.js';
import type { CheckoutSessions } from './checkout-sessions.js';
import { serveControls } from './controls.js';
import { type Call, carryOut, type Door, type DoorContext } from './doors/door.js';
import { openDoors, type StandardDoors } from './doors/doors.js';
import { serveOwn } from './doors/own.js';
import { type FaultRates, Faults } from './faults.js';
import { postTo } from './order-webhooks.js';
import { CONTINUATION_POLICY, PAGE_POLICY, renderContinuation, renderPage } from './page.js';
import { fetchProfile } from './platform-profiles.js';
import { type TakePayment, takeAnyToken } from './seller.js';
import type { SessionDoor } from './session.js';
import { openSigningKey } from './signing-key.js';
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
  /** called when work on a reference or session begins, and when its outcome is durable */
  onProgress?: (reference: string) => void;
  /** ms, of a checkout session */
  sessionMs?: number;
  /** how the shop takes the money of a shared payment token; without it each token pays */
  takePayment?: TakePayment;
  /** the shop's profile at Stripe, to which tokens are issued */
  seller?: string;
  /** where the orders of each door are told, signed */
  webhooks?: Partial<Record<SessionDoor, string>>;
}
export interface SandboxRetailer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** UCP's own default. https://ucp.dev/2026-04-08/specification/checkout */
const SESSION_MS = 6 * 60 * 60 * 1_000;
const WEBHOOK_PAUSE_MS = 5_000;

export async function startSandboxRetailer(options: SandboxOptions): Promise<SandboxRetailer> {
  const { directory, key, host = '127.0.0.1', port = 0, seed = 'sandbox', failures = {} } = options;
  const faults = new Faults(seed, failures);
  await mkdir(directory, { recursive: true });
  const till = await Till.open(directory, options.stock ?? 1_000, options.clock ?? Date.now);
  if (options.onProgress) till.onProgress = options.onProgress;
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const { latency = { min: 0, max: 0 }, holdMs = 30_000, slowMs = 3_000 } = options;
  const context = { faults, seed, latency, slowMs, stop: stop.signal };
  const facts = { origin: '', seller: options.seller ?? SANDBOX_SELLER };
  const doors = await standardDoors(till, facts, options, stop.signal);
  const app = createApp();
  servePages(app, till, doors.sessions);
  await app.register((keyed, _options, done) => {
    keyed.addHook('onRequest', async (request, reply) => {
      if (!isAllowed(request, key)) return reply.code(401).send({ error: 'unauthorized', message: 'wrong key' });
    });
    serveOwn(keyed, till, carrier(context, holdMs));
    serveControls(keyed, till, faults);
    compileOnce(keyed);
    done();
  });
  await app.register((open, _options, done) => {
    // Doors read the bytes themselves: keys are matched on them.
    open.removeAllContentTypeParsers();
    open.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, read) => read(null, body));
    serveDoor(open, '/ucp', doors.ucp, key, carrier(context, holdMs));
    serveDoor(open, '/acp', doors.acp, key, carrier(context, holdMs));
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
  facts.origin = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  doors.webhooks.tell();
  return { url: facts.origin, port: bound, close };
}

async function standardDoors(
  till: Till,
  facts: { origin: string; seller: string },
  options: SandboxOptions,
  stop: AbortSignal,
): Promise<StandardDoors> {
  const { seed = 'sandbox', slowMs = 3_000, sessionMs = SESSION_MS, takePayment = takeAnyToken } = options;
  const waits = (ms: number) => async () => {
    await sleep(ms, undefined, { signal: stop });
  };
  return openDoors({
    till,
    facts,
    sessions: { seed, takePayment, lifetimeMs: sessionMs, pause: waits(slowMs) },
    fetchProfile,
    key: await openSigningKey(options.directory),
    webhooks: { urls: options.webhooks ?? {}, secret: options.key, post: postTo, pause: waits(WEBHOOK_PAUSE_MS) },
  });
}

type Carry = (call: Call, reply: FastifyReply) => Promise<FastifyReply>;

function carrier(context: DoorContext, holdMs: number): Carry {
  return async (call, reply) => {
    const answer = await carryOut(context, call, () => untilGone(reply, holdMs, context.stop));
    if (answer) return send(reply, answer);
    reply.hijack();
    reply.raw.destroy();
    return reply;
  };
}

async function untilGone(reply: FastifyReply, holdMs: number, stop: AbortSignal): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  await sleep(holdMs, undefined, { signal: AbortSignal.any([gone.signal, stop]) }).catch(() => undefined);
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

function serveDoor(app: FastifyInstance, prefix: string, door: Door, key: string, carry: Carry): void {
  app.all<{ Params: { '*': string }; Body: string | undefined }>(`${prefix}/*`, async (request, reply) => {
    const path = `/${request.params['*']}`;
    const isOpen = path.startsWith('/.well-known/');
    if (!isOpen && !isAllowed(request, key))
      return reply.code(401).send({ code: 'unauthorized', content: 'wrong key' });
    const { method, headers, body = '' } = request;
    const called = await door.call({ method, path, headers, body });
    return 'act' in called ? carry(called, reply) : send(reply, called);
  });
}

let compiler: FastifyInstance['validatorCompiler'];
/** Compiling the schemas is most of a start; the shops of one process keep them, as Ajv does by the object. */
function compileOnce(app: FastifyInstance): void {
  if (compiler) app.setValidatorCompiler(compiler);
  app.addHook('onReady', async () => {
    compiler ??= app.validatorCompiler;
  });
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
    const code = status < 500 ? 'bad-request' : 'internal';
    return reply.code(status).send({ error: code, message: `status ${status}` });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'no-such-route', message: 'not found' }));
  return app;
}

function servePages(app: FastifyInstance, till: Till, sessions: CheckoutSessions): void {
  const show = (reply: FastifyReply, policy: string, html: string) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(html);
  app.get('/', async (_request, reply) => {
    await till.durable();
    return show(reply, PAGE_POLICY, renderPage(till.shop));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, read) => read(null));
  // The session's id is the credential, as in the shop's link.
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'POST'],
    url: '/continue/:id',
    handler: async ({ method, params: { id } }, reply) => {
      const stated = await (method === 'POST' ? sessions.finish(id) : sessions.read(id));
      return stated ? show(reply, CONTINUATION_POLICY, renderContinuation(stated)) : reply.callNotFound();
    },
  });
}

function isAllowed(request: FastifyRequest, key: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  const { authorization, 'x-api-key': named } = request.headers;
  const given = typeof named === 'string' ? `Bearer ${named}` : authorization;
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${key}`));
}
