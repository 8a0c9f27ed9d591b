import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: connections come back in real time, and readiness is all that tells
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { jobName } from '@supreme-access/contract/job-names.js';
import { metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { hurried } from '@supreme-access/test/fixtures/hurried.js';
import { type Config, readConfig } from '../config/config.js';
import { encode, type Schema } from '../event-sourcing/codec.js';
import { AppendOutcomeUnknown } from '../stores/event-log/event-log.js';
import { GENESIS } from '../stores/event-log/hash-chain.js';
import { FORMAT, tooNew } from '../stores/format.js';
import { openEmbedded } from './embedded-stores.js';
import { type ProductServer, startServer } from './server.js';

describe('readiness', () => {
  let directory = '';
  let server: ProductServer | undefined;
  let reason = '';
  /** what appends and vault records wait for; undefined while the disk moves */
  let stuck: Promise<void> | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'health-'));
    server = await start();
    await server.ready;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  function start(): Promise<ProductServer> {
    const config = readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    return startServer(config, { engines: doubtful });
  }

  /** Embedded engines whose log cannot say what it stored for as long as there is a reason, on a disk that can hang. */
  async function doubtful({ dataDir }: Config) {
    const engines = await openEmbedded(
      dataDir,
      () => undefined,
      () => undefined,
    );
    const { log, vault } = engines;
    const append = log.append.bind(log);
    const put = vault.put.bind(vault);
    vault.put = async (...args) => {
      await stuck;
      return put(...args);
    };
    log.append = async (...args) => {
      if (reason !== '') throw new AppendOutcomeUnknown(reason);
      await stuck;
      return append(...args);
    };
    return engines;
  }
  const readyz = async () => {
    const answer = await fetch(`${server?.url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  /** What readiness says once it has this status and this in it; the spec's own time is the limit. */
  async function becomes(status: number, part = ''): Promise<unknown> {
    for (;;) {
      const answer = await readyz();
      if (answer.status === status && JSON.stringify(answer.body).includes(part)) return answer.body;
      await wait(20);
    }
  }
  const register = (email = 'ada@example.org') =>
    fetch(`${server?.url}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse 7' }),
    });

  it('calls each kind of waiting work what it does', () => {
    const kinds = [...(server?.platform.jobRunner.queues ?? [])].map(({ worker: { kind } }) => kind);
    expect(kinds).not.toEqual([]);
    expect(kinds.filter((kind) => jobName(kind) === kind)).toEqual([]);
  });

  it('is lost, with the reason, while the log cannot say what it has stored, and comes back with its answers', async () => {
    expect(await readyz()).toMatchObject({ status: 200, body: { ready: true } });
    reason = 'the disk does not answer';
    await hurried(async () => {
      expect((await register()).status).toBe(503);
      expect(await becomes(503)).toMatchObject({ ready: false, inDoubt: 'the disk does not answer' });
    });
    reason = '';
    expect(await becomes(200)).not.toHaveProperty('inDoubt');
  });

  it.each([
    ['the event log', () => server?.platform.log.append('thing-1', -1, events(1))],
    ['the vault', () => server?.platform.vault.put('card', 'hangs', 1)],
  ])('is lost within seconds when %s hangs, with the reason, and comes back once it moves', async (name, call) => {
    let moves: () => void = () => undefined;
    stuck = new Promise((resolve) => {
      moves = resolve;
    });
    // Who asked may be told after ten seconds that no answer came.
    const calling = call()?.catch(() => undefined);
    expect(await becomes(200)).toMatchObject({ ready: true });
    // Time goes on as it is asked for: what passes in one step counts as a busy moment of this process.
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    const silent = expect.stringMatching(new RegExp(`^no answer from ${name} for \\d+ s`));
    expect(await becomes(503, 'no answer from')).toMatchObject({ waitsFor: silent });
    moves();
    await calling;
    expect(await becomes(200)).not.toHaveProperty('waitsFor');
    clock.mockRestore();
  });

  it('is lost when a projection has stopped, which it names with the event; only what reads it is refused, also after a restart', async () => {
    // As a newer program writes it: what follows no hash would lock its stream instead.
    const place = {
      stream: 'profile-poison',
      revision: 0,
      previousHash: GENESIS,
      eventId: randomUUID(),
      now: Date.now(),
    };
    const later: Schema = { ThingHappened: Array.from({ length: 8 }, () => (data) => data) };
    const poison = encode({ type: 'ThingHappened', data: {} }, metadata, place, later).stored;
    const { token } = (await (await register('bea@example.org')).json()) as { token: string };
    await server?.platform.log.append('profile-poison', -1, [poison]);
    const failure = { cause: 'event', eventId: poison.id };
    const failures = expect.arrayContaining([expect.objectContaining({ ...failure, projection: 'profiles' })]);
    // Each projection meets the event in its own time.
    expect(await becomes(503, '"profiles"')).toMatchObject({ ready: false, failures });
    const ask = async (path: string) => {
      const answer = await fetch(`${server?.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    const answers = async () => [
      await ask('/api/user/profiles'),
      await ask('/api/user/orders'),
      await ask('/api/products'),
    ];
    const expected = [
      [503, 'projection-stopped'],
      [200, undefined],
      [200, undefined],
    ];
    expect(await answers()).toEqual(expected);
    await server?.stop();
    server = await start();
    await server.ready;
    expect(await becomes(503, '"profiles"')).toMatchObject({ failures });
    expect(await answers()).toEqual(expected);
  });

  it('is lost for good, with the reason, once a newer program has raised the format of the log', async () => {
    const raised = events(1, { format: FORMAT + 1 }).map((event) => ({ ...event, type: 'LogFormatRaised' }));
    await server?.platform.log.append('system-installation', 1, raised);
    expect(await becomes(503, '"stopped"')).toMatchObject({
      ready: false,
      stopped: tooNew('The event log', FORMAT + 1).message,
    });
  });
});
