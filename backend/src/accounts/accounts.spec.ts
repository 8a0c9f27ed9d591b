import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../platform/config.js';
import { memoryReadModels } from '../platform/read-models/memory-read-models.js';
import { type ProductServer, startServer } from '../start/server.js';
import { openEmbedded } from '../start/stores.js';

const PASSWORD = 'correct horse 7';

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
      const embedded = await openEmbedded(
        dataDir,
        () => undefined,
        () => undefined,
      );
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
    await first.platform.projector.passed(await first.platform.log.head(), 10_000);
    await first.stop();
    await start();
    expect((await ask('/api/user/info', old)).status).toBe(401);
    expect((await ask('/api/user/info', changed.body.token)).status).toBe(200);
  });
});
