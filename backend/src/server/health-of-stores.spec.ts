import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: connections come back in real time, and readiness is all that tells
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { type MongoEmulator, startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { hurried } from '@supreme-access/test/fixtures/hurried.js';
import { readConfig } from '../config/config.js';
import { openProduction } from './production-stores.js';
import { type ProductServer, startServer } from './server.js';

afterAll(() => void jest.restoreAllMocks());

describe('a server whose stores are elsewhere', () => {
  let directory: string;
  let eventstore: EventStoreEmulator;
  let mongo: MongoEmulator;
  let server: ProductServer | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stores-'));
    [eventstore, mongo] = await Promise.all([startEventStore(), startMongo()]);
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const settings = { eventstoreUrl: eventstore.url, mongodbUrl: mongo.url, masterKey: randomBytes(32) };
    const engines = () => openProduction({ ...settings, answerMs: 500, connectMs: 2_000 });
    server = await startServer(config, { engines });
    await server.ready;
  });
  afterAll(async () => {
    await server?.stop();
    await Promise.all([eventstore.stop(), mongo.stop()]);
    await rm(directory, { recursive: true });
  });

  const get = async (path: string) => {
    const answer = await fetch(`${server?.url}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const readyz = async () => {
    const { status, text } = await get('/readyz');
    return { status, ...JSON.parse(text) };
  };
  /** Waits until it is; the spec's own time is the limit. */
  async function isReady(): Promise<void> {
    while (!(await readyz()).ready) await wait(20);
  }
  /** What it says once it is not: a store that has just answered something may still be well. */
  async function notReady() {
    for (;;) {
      const answer = await readyz();
      if (!answer.ready) return answer;
    }
  }
  const register = () =>
    fetch(`${server?.url}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse 7' }),
    });

  it.each([
    ['EventStoreDB', 'the event log', () => eventstore],
    ['MongoDB', 'the read models', () => mongo],
  ])('says that %s does not answer, as %s, and comes back with it', async (_, name, store) => {
    await isReady();
    await store().stop();
    // A call that waits already is named with its time.
    const waitsFor = expect.stringMatching(new RegExp(`^no answer from ${name}( for \\d+ s \\(.+\\))?$`));
    try {
      expect(await notReady()).toMatchObject({ status: 503, ready: false, waitsFor });
    } finally {
      await store().start();
    }
    await isReady();
  });

  it('asks whoever comes while the log is away to come again', async () => {
    await isReady();
    await eventstore.stop();
    const answer = await hurried(register);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ success: false, code: 'unavailable' });
    const metrics = await get('/metrics');
    expect([metrics.status, metrics.text]).toEqual([200, expect.not.stringMatching(/^projections_lag /m)]);
    await eventstore.start();
    await isReady();
    expect((await get('/metrics')).text).toMatch(/^projections_lag \d/m);
    expect((await get('/metrics')).text).toMatch(/^stream_appends_total \d+$.*^stream_conflicts_total 0$/ms);
    expect((await register()).status).toBe(200);
  });
});
