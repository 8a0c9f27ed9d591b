import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: connections come back in real time, and readiness is all that tells
import { setTimeout as wait } from 'node:timers/promises';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { type MongoEmulator, startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { readConfig, worksHere } from '../config/config.js';
import { openProduction } from './production-stores.js';
import { type ProductServer, startServer } from './server.js';

describe('a server whose event store is put back', () => {
  let directory: string;
  let eventstore: EventStoreEmulator;
  let mongo: MongoEmulator;
  let server: ProductServer | undefined;
  let reconnected: number;
  const masterKey = randomBytes(32);
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'replaced-'));
    [eventstore, mongo] = await Promise.all([startEventStore(), startMongo()]);
  });
  afterEach(stopped);
  afterAll(async () => {
    await Promise.all([eventstore.stop(), mongo.stop()]);
    await rm(directory, { recursive: true });
  });

  async function started(believedAfter = 50): Promise<ProductServer> {
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const settings = { eventstoreUrl: eventstore.url, mongodbUrl: mongo.url, masterKey };
    const engines = async () => {
      const opened = await openProduction({ ...settings, answerMs: 500, connectMs: 10_000 });
      const reconnect = async () => {
        reconnected += 1;
        await opened.reconnect?.();
      };
      return { ...opened, reconnect, believedAfter };
    };
    reconnected = 0;
    server = await startServer(config, { engines });
    await server.ready;
    return server;
  }
  async function stopped(): Promise<void> {
    await server?.stop();
    server = undefined;
  }
  async function readyz() {
    const answer = await fetch(`${server?.url}/readyz`);
    return { status: answer.status, ...((await answer.json()) as { waitsFor?: string; degraded?: string[] }) };
  }
  async function register(email = `${randomUUID()}@example.org`) {
    const body = JSON.stringify({ email, password: 'correct horse 7' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server?.url}/register`, { method: 'POST', headers, body });
    return { status: answer.status, ...((await answer.json()) as { code?: string }) };
  }
  /** Something is done to the store while nobody reaches it. */
  async function meanwhile<T>(what: () => T): Promise<T> {
    await eventstore.stop();
    const done = what();
    await eventstore.start();
    return done;
  }
  async function readyzSaying(words: string) {
    while (!(await readyz()).waitsFor?.includes(words)) await wait(20);
    return readyz();
  }

  /** What a start says of an older log; null: nothing, and it works. */
  async function offWork(): Promise<string | null> {
    const { platform } = await started();
    const says = (await readyz()).degraded?.join() ?? null;
    expect(worksHere(platform.config)).toBe(says === null);
    return says;
  }

  it('is not ready while the log is compared again, and stops at once', async () => {
    await started(600_000);
    const { length } = eventstore.store.all;
    expect((await register()).status).toBe(200);
    const putBack = await meanwhile(() => eventstore.store.putBack(length));
    const doubt = 'the event log ends before what is known of it, and is compared again';
    expect(await readyzSaying(doubt)).toMatchObject({ status: 503 });
    await stopped();
    putBack();
  });

  it('says so, takes nothing and works at nothing, until it is stopped; the next start is off work until the newer one is back', async () => {
    const { platform } = await started();
    const { length } = eventstore.store.all;
    expect((await register()).status).toBe(200);
    const putBack = await meanwhile(() => eventstore.store.putBack(length));
    expect(await readyzSaying('it ends at position')).toMatchObject({
      status: 503,
      waitsFor: expect.stringMatching(/^The event log is not the one .* Stop every process, put back/),
    });
    const before = eventstore.store.all.length;
    expect(await register()).toMatchObject({ status: 503, code: 'log-replaced', success: false });
    expect(platform.watch.isTrusted).toBe(false);
    expect((await fetch(`${server?.url}/api/products`)).status).toBe(200);
    await stopped();
    expect(eventstore.store.all.length).toBe(before);

    expect(await offWork()).toMatch(/^The event log is older than .*accept-older$/);
    expect(reconnected).toBe(1);
    await stopped();
    putBack();
    expect(await offWork()).toBeNull();
  });
});
