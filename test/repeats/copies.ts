import { randomUUID } from 'node:crypto';
import { OrderServer } from '../fixtures/order-server.js';

/** A request that succeeds in its world. */
export interface Sent {
  path: string;
  /** a function for short-lived values such as one-time codes */
  body?: object | string | Buffer | (() => object);
  /** the session; an admin's by default, null: none */
  token?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** the changed body that the same key must refuse; missing when nothing can change */
  other?: object;
}

/** The sorted types of the request's events, and a world in which it succeeds. */
export type Row = readonly [effect: string, make: (world: OrderServer) => Promise<Sent> | Sent];
/** By `METHOD /path`; variants of one follow a comma. */
export type Rows = Readonly<Record<string, Row>>;

interface Answered {
  status: number;
  text: string;
}

const COPIES = 8;
/** Events that a request may cause on the side: a session's use, an ended run, a webhook. */
const BY_ITSELF = ['SessionUsed', 'AuditRunFinished', 'WebhookReceived'];

async function send(url: string, method: string, { path, token, headers, body }: Sent, key: string): Promise<Answered> {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const answer = await fetch(url + path, {
    method,
    headers: {
      'idempotency-key': key,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: textOf(body) as BodyInit }),
  });
  return { status: answer.status, text: await answer.text() };
}

function textOf(body: object | string | Buffer): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

/** The types of the events after a position that people caused. */
async function eventsAfter(world: OrderServer, before: number, named: string): Promise<string> {
  const types: string[] = [];
  for await (const { type, metadata } of world.server.platform.log.readAll({ after: before })) {
    const isOwn = named.includes(type) || !BY_ITSELF.includes(type);
    if (metadata.actor.kind !== 'worker' && isOwn) types.push(type);
  }
  return types.sort().join(' ');
}

/** Sends eight copies at once and one later under one key, then another body under the same key. */
async function repeat(world: OrderServer, name: string, effect: string, sent: Sent) {
  const { log } = world.server.platform;
  const [method = ''] = name.split(' ');
  const key = randomUUID();
  const body = typeof sent.body === 'function' ? sent.body() : sent.body;
  const request = { token: world.admin, ...sent, ...(body === undefined ? {} : { body }) };
  const before = await log.head();
  const copies = await Promise.all(Array.from({ length: COPIES }, () => send(world.url, method, request, key)));
  const late = await send(world.url, method, request, key);
  const answers = [...copies, late]
    .filter(({ status }) => status !== 503)
    .map(({ status, text }) => `${status} ${text}`);
  const other = sent.other && (await send(world.url, method, { ...request, body: sent.other }, key)).status;
  return { answers: [...new Set(answers)], effect: await eventsAfter(world, before, effect), other };
}

/** Of every row, many copies at once and a late one have one effect and one answer, or 503 while the first is in progress. */
export function describeRepeats(title: string, rows: Rows): void {
  describe(title, () => {
    const made = new Map<string, Sent>();
    let world: OrderServer;
    beforeAll(async () => {
      world = await OrderServer.start();
      for (const [name, [, make]] of Object.entries(rows)) made.set(name, await make(world));
      await world.server.platform.jobRunner.stop(5_000);
      await world.server.platform.projector.reachEnd();
    });
    afterAll(() => world?.stop());

    it.each(Object.entries(rows))('%s', async (name, [effect]) => {
      const sent = made.get(name) as Sent;
      const { answers, ...came } = await repeat(world, name, effect, sent);
      expect(answers).toEqual([expect.stringMatching(/^200 /)]);
      expect(came).toEqual({ effect, other: sent.other && 422 });
    });
  });
}
