import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { readConfig } from '../config/config.js';
import type { Vault } from '../stores/vault/vault.js';
import { openEmbedded } from './embedded-stores.js';
import { type ProductServer, startServer } from './server.js';

const MIB = 2 ** 20;
const quiet = () => undefined;

describe('a server whose disk is nearly full', () => {
  let directory: string;
  let free: number;
  let server: ProductServer;
  /** what was put into the vault, or erased there */
  let vaulted: string[];
  beforeAll(async () => {
    [free, vaulted] = [1_000 * MIB, []];
    directory = await mkdtemp(join(tmpdir(), 'full-'));
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const engines = async () => {
      const opened = await openEmbedded(directory, quiet, quiet, { free: () => free });
      opened.vault = noted(opened.vault);
      return opened;
    };
    server = await startServer(config, { engines });
    await server.ready;
  });
  afterEach(() => {
    free = 1_000 * MIB;
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  });

  function noted(vault: Vault): Vault {
    const [put, erase] = [vault.put.bind(vault), vault.erase.bind(vault)];
    vault.put = (kind, ...args) => put(kind, ...args).finally(() => vaulted.push(kind));
    vault.erase = (kind, ...args) => erase(kind, ...args).finally(() => vaulted.push(kind));
    return vault;
  }
  async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...json, ...headers },
      body: sent ?? null,
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  }
  const register = (email: string) => ask('POST', '/register', { email, password: 'a long way home 7' });
  const head = () => server.platform.log.head();

  it('refuses whatever is new before a store is touched, is not ready, shows what there is, and goes on once there is room', async () => {
    free = 63 * MIB;
    const before = await head();
    vaulted = [];
    const refusal = { status: 503, retryAfter: '30', body: { success: false, code: 'storage-full' } };
    expect(await register('ada@example.org')).toMatchObject(refusal);
    expect(await ask('POST', '/api/checkout/completeuser', {})).toMatchObject(refusal);
    expect([await head(), vaulted]).toEqual([before, []]);
    const waitsFor = 'the disk of DATA_DIR is full: 63 MiB are left and 64 are needed';
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, body: { ready: false, waitsFor } });
    expect(await ask('GET', '/api/products')).toMatchObject({ status: 200 });

    free = 64 * MIB;
    expect(await register('ada@example.org')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  it('still takes webhooks of Stripe, and erases who asks for it', async () => {
    const { token } = (await register('ben@example.org')).body;
    free = 63 * MIB;
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'charge.dispute.created',
      livemode: false,
      created: 1_700_000_000,
    };
    const payload = JSON.stringify({ ...event, data: { object: { id: 'dp_1', object: 'dispute', amount: 500 } } });
    const { webhookSecret: secret } = server.partners.stripe;
    const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret });
    const answer = await ask('POST', '/api/webhooks/stripe', payload, { 'stripe-signature': signature });
    expect(answer).toMatchObject({ status: 200 });

    const bearer = { authorization: `Bearer ${token}` };
    const erased = await ask('POST', '/api/user/erase', { password: 'a long way home 7' }, bearer);
    expect(erased).toMatchObject({ status: 200, body: { success: true, finished: true } });
    expect((await ask('GET', '/api/user/info', undefined, bearer)).status).toBe(401);
  });

  it('writes nothing at all where even what has happened has no room, and loses nothing by that', async () => {
    const { token } = (await register('cleo@example.org')).body;
    free = 16 * MIB;
    const before = await head();
    const bearer = { authorization: `Bearer ${token}` };
    const erase = () => ask('POST', '/api/user/erase', { password: 'a long way home 7' }, bearer);
    expect(await erase()).toMatchObject({ status: 503, body: { code: 'storage-full' } });
    expect(await head()).toBe(before);
    free = 64 * MIB;
    expect(await erase()).toMatchObject({ status: 200 });
  });
});
