import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { type Config, readConfig } from '../../config/config.js';
import type { Happened } from '../../projections/live-events.js';
import { openEmbedded } from '../../server/embedded-stores.js';
import { type ProductServer, startServer } from '../../server/server.js';
import { memoryReadModels } from '../../stores/read-models/sqlite-read-models.js';
import { subjectOfAccount } from './account.js';

const PASSWORD = 'correct horse 7';
const quiet = () => undefined;

describe('a session that has ended', () => {
  let directory = '';
  let server: ProductServer | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'session-ends-'));
  });
  afterEach(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  async function ask(path: string, token: string, body?: object) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${server?.url}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as { token: string } };
  }

  it('stays ended after a restart on read models that need no folding', async () => {
    const models = memoryReadModels();
    // They outlive the process that closes them, as a database does.
    const lasting = Object.assign(models, { close: async () => undefined });
    const engines = async ({ dataDir }: Config) => {
      const embedded = await openEmbedded(dataDir, quiet, quiet);
      return { ...embedded, models: lasting };
    };
    const start = async () => {
      const settings = { DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' };
      server = await startServer(readConfig(settings), { engines });
      await server.ready;
      return server;
    };
    const first = await start();
    const old = (await ask('/register', '', { email: 'ada@example.org', password: PASSWORD })).body.token;
    const changed = await ask('/api/user/password', old, { password: PASSWORD, newPassword: 'another horse 8' });
    await first.platform.projector.passed(await first.platform.log.head(), 60_000);
    await first.stop();
    await start();
    expect((await ask('/api/user/info', old)).status).toBe(401);
    expect((await ask('/api/user/info', changed.body.token)).status).toBe(200);
    await ask('/api/user/logout', changed.body.token, {});
    await server?.platform.projector.passed((await server?.platform.log.head()) ?? 0, 60_000);
    await server?.stop();
    await start();
    expect((await ask('/api/user/info', changed.body.token)).status).toBe(401);
  });
});

describe('what ends at one server', () => {
  let directory = '';
  let one: ProductServer;
  let other: ProductServer;
  /** what the other one has received, after whoever must know */
  const received = new Arrivals<Happened>();
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'two-servers-'));
    const shared = await openEmbedded(join(directory, 'data'), quiet, quiet);
    const engines = async () => ({ ...shared, close: one ? async () => undefined : shared.close });
    const start = async (name: string) => {
      const settings = { DATA_DIR: join(directory, name), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' };
      const server = await startServer(readConfig(settings), { engines });
      await server.ready;
      return server;
    };
    one = await start('one');
    other = await start('other');
    // The other one's read models learn nothing any more.
    await other.platform.projector.stop();
    other.platform.live.onEvent((event) => received.push(event));
  });
  afterAll(async () => {
    await other?.stop();
    await one?.stop();
    await rm(directory, { recursive: true });
  });

  const ask = async ({ url }: ProductServer, path: string, token: string, body?: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${url}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as { token: string; uuid: string } };
  };
  const joined = async (name: string) =>
    (await ask(one, '/register', '', { email: `${name}@example.org`, password: PASSWORD })).body;
  const isHeard = (of: string, what: string) =>
    received.until((all) => all.some(({ category, type }) => category === of && type === what));
  const statusAtOther = async (token: string) => (await ask(other, '/api/user/orders', token)).status;

  it('is refused by another whose projections stand still: the sessions before a new password', async () => {
    const { token } = await joined('ada');
    expect(await statusAtOther(token)).toBe(200);
    await ask(one, '/api/user/password', token, { password: PASSWORD, newPassword: 'another horse 8' });
    await isHeard('account', 'PasswordChanged');
    expect(await statusAtOther(token)).toBe(401);
  });

  it('is refused by another whose projections stand still: one session, and the stream it has open there', async () => {
    const { token } = await joined('dot');
    const headers = { authorization: `Bearer ${token}` };
    const stream = await fetch(`${other.url}/api/user/orders/stream`, { headers });
    await ask(one, '/api/user/logout', token, {});
    await isHeard('session', 'SessionEnded');
    expect(await statusAtOther(token)).toBe(401);
    // It ends, or this would wait for ever.
    expect(await stream.text()).toMatch(/^: open/);
  });

  it('is refused by another whose projections stand still: the sessions and the key of who erases their account', async () => {
    const { token, uuid } = await joined('bea');
    const subject = subjectOfAccount(uuid);
    await other.platform.sealer.keysToOpen([subject]);
    await ask(one, '/api/user/erase', token, { password: PASSWORD });
    await isHeard('account', 'ErasureRequested');
    expect(await statusAtOther(token)).toBe(401);
    one.platform.jobRunner.start();
    await isHeard('account', 'PersonalDataErased');
    expect(await one.platform.vault.get('subject-key', subject)).toBe('erased');
    expect((await other.platform.sealer.keysToOpen([subject])).get(subject)).toBe('erased');
  });
});
