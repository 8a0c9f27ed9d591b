import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { type Config, readConfig } from '../config/config.js';
import { sessionsProjection } from '../customers/access/sessions.projection.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { catchUp } from '../projections/rebuild.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { openEmbedded } from './embedded-stores.js';
import { EVENT_SCHEMA } from './event-schema.js';
import type { Engines } from './platform.js';
import { PROJECTIONS } from './projections.js';
import { type ProductServer, startServer } from './server.js';

const quiet = () => undefined;

/** A door that is closed until it is opened. */
function door() {
  let open = quiet;
  const opened = new Promise<void>((resolve) => {
    open = () => {
      resolve();
    };
  });
  return { open: () => open(), opened };
}

describe('a server', () => {
  let directory: string;
  let config: Config;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'server-'));
    config = readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is ready only once its first steps are done, and says until then what it waits for', async () => {
    const steps = door();
    const server = await startServer(config, { firstSteps: () => steps.opened });
    const readyz = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };
    await server.platform.projector.reachEnd();

    expect(await readyz()).toMatchObject({
      status: 503,
      body: { ready: false, waitsFor: 'the first steps of the start' },
    });
    steps.open();
    await server.ready;
    expect(await readyz()).toMatchObject({ status: 200, body: { ready: true } });
    await server.stop();
  });

  it('says where it is reached, whatever it listens on, and signs webhooks with the secret as it was given, also once it no longer is', async () => {
    for (const webhookSecret of ['whsec_x', null]) {
      const server = await startServer({ ...config, host: '0.0.0.0', stripe: { ...config.stripe, webhookSecret } });
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      expect([new URL(server.url).hostname, server.partners.stripe.webhookSecret]).toEqual(['127.0.0.1', 'whsec_x']);
      await server.stop();
    }
  });

  it('seals its vault with a key elsewhere once there is one, keeps its read models, and needs the key of before no more', async () => {
    const said: string[] = [];
    const run = async (file: string | null) => {
      const masterKey = { given: [], file };
      const server = await startServer({ ...config, masterKey }, { say: (text) => said.push(text) });
      await server.ready;
      for (const _ of ['sealed', 'counted', 'counted again']) await server.platform.resealing?.run();
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      const { first } = server.platform.resealing?.keys ?? {};
      await server.stop();
      return [first?.file, /^vault_records_of_older_keys (.*)$/m.exec(metrics)?.[1]];
    };
    const [inside, outside] = [join(config.dataDir, 'master.key'), join(directory, 'master.key')];
    expect(await run(null)).toEqual([inside, '0']);
    expect(await run(outside)).toEqual([outside, '0']);
    await rm(inside);
    expect(await run(outside)).toEqual([outside, '0']);
    expect(said.filter((text) => text.includes('read models'))).toEqual([]);
    const other = readConfig({ MASTER_KEY: 'ab'.repeat(32), DATA_DIR: config.dataDir });
    await expect(startServer(other)).rejects.toThrow(/holds records sealed with the master key [0-9a-f]{12}/);
  });

  it('waits for read models that are away at the moment from which it follows the log', async () => {
    let count = 0;
    const engines = async ({ dataDir }: Config): Promise<Engines> => {
      const embedded = await openEmbedded(dataDir, quiet, quiet);
      const { models } = embedded;
      const open = models.open.bind(models);
      models.open = async (collections) => {
        const isFollowing = collections.some(({ name }) => name === 'orders');
        if (isFollowing) count += 1;
        if (isFollowing && count === 1) throw new StoreUnavailable('away');
        await open(collections);
      };
      return embedded;
    };

    const server = await startServer(config, { engines });
    await server.ready;

    // Away as they are compared with the log; there then, and as they are folded.
    expect(count).toBe(3);
    await server.stop();
  });

  it('knows sessions that have ended where another process folds their ends while it starts', async () => {
    const ask = (url: string, method: string, path: string, token = '', body?: object) => {
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      return fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    };
    const before = await startServer(config);
    await before.ready;
    const ada = { email: 'ada@example.org', password: 'correct horse 7' };
    const { token } = (await (await ask(before.url, 'POST', '/register', '', ada)).json()) as { token: string };
    expect((await ask(before.url, 'POST', '/api/user/logout', token, {})).status).toBe(200);
    await before.stop();

    const engines = async ({ dataDir }: Config): Promise<Engines> => {
      const embedded = await openEmbedded(dataDir, quiet, quiet);
      const { log, models, vault } = embedded;
      const stores = { log, models, sealer: new Sealer(vault), schema: EVENT_SCHEMA };
      const find = models.find.bind(models);
      models.find = async (collection, query) => {
        const found = await find(collection, query);
        const isRead = collection.name === sessionsProjection.name;
        if (isRead) for (const projection of PROJECTIONS) await catchUp(stores, projection);
        return found as never;
      };
      return embedded;
    };
    const server = await startServer({ ...config, role: 'api' }, { engines });
    await server.ready;
    const { status } = await ask(server.url, 'GET', '/api/user/info', token);
    await server.stop();
    expect(status).toBe(401);
  });
});

describe('a server that is stopped', () => {
  let directory: string;
  let server: ProductServer;
  let agent: Agent;
  /** what has happened, in order */
  let happened: string[];
  /** what is appended waits here once `holds` */
  let appends: ReturnType<typeof door>;
  let holds: boolean;
  let held: ReturnType<typeof door>;

  beforeEach(async () => {
    [happened, appends, held, holds] = [[], door(), door(), false];
    directory = await mkdtemp(join(tmpdir(), 'stopping-'));
    const settings = { DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' };
    server = await startServer(readConfig(settings), { engines });
    await server.ready;
    const { jobRunner } = server.platform;
    const stopWork = jobRunner.stop.bind(jobRunner);
    jobRunner.stop = (grace) => {
      happened.push('no more work');
      return stopWork(grace);
    };
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(async () => {
    agent.destroy();
    await rm(directory, { recursive: true });
  });

  async function engines({ dataDir }: Config): Promise<Engines> {
    const opened = await openEmbedded(dataDir, quiet, quiet);
    const append = opened.log.append.bind(opened.log);
    opened.log.append = async (...args) => {
      if (!holds) return append(...args);
      held.open();
      await appends.opened;
      const appended = await append(...args);
      happened.push('request appends');
      return appended;
    };
    const close = () => {
      happened.push('stores close');
      return opened.close();
    };
    return { ...opened, close };
  }

  /** Signs somebody up; the agent keeps its one connection. */
  async function register(name: string): Promise<IncomingMessage & { token?: string }> {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request(`${server.url}/register`, { method: 'POST', agent, headers });
    outgoing.end(JSON.stringify({ email: `${name}@example.org`, password: 'correct horse 7' }));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { token } = (await json(answer)) as { token?: string };
    return Object.assign(answer, { token });
  }

  it('takes no more requests and no more work first, ends what is under way, then its stores', async () => {
    const { token } = await register('bob');
    const stream = await fetch(`${server.url}/api/user/orders/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { hostname, port } = new URL(server.url);
    const half = connect(Number(port), hostname);
    half.write('GET /api/time HTTP/1.1\r\nHost: ');
    holds = true;
    const registered = register('ada');
    await held.opened;

    const stopped = server.stop();
    await stream.text();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    half.write('x\r\n\r\n');
    expect(await text(half)).toMatch(/^HTTP\/1\.1 503 .*connection: close.*"code":"stopping"/s);
    expect(happened).toEqual(['no more work']);
    appends.open();
    await stopped;

    expect(await registered).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    expect([...new Set(happened)]).toEqual(['no more work', 'request appends', 'stores close']);
  });
});
