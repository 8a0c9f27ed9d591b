import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: files are watched in real time
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../config/config.js';
import { STORE_FILES } from '../stores/store-files.js';
import { LogReplaced } from '../telemetry/store-unavailable.js';
import { openEmbedded } from './embedded-stores.js';
import { type ProductServer, startServer } from './server.js';

const quiet = () => undefined;

describe('a server whose files are put back under it', () => {
  let directory: string;
  let server: ProductServer;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'replaced-'));
    const config = readConfig({ DATA_DIR: data(), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const options = { readModels: 'disk', lookEvery: 5 } as const;
    server = await startServer(config, { engines: () => openEmbedded(data(), quiet, quiet, options) });
    await server.ready;
  });
  afterEach(async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  });

  const data = (...names: string[]) => join(directory, 'data', ...names);
  async function register(email: string) {
    const body = JSON.stringify({ email, password: 'a long way home 7' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/register`, { method: 'POST', headers, body });
    return { status: answer.status, ...((await answer.json()) as { code?: string }) };
  }
  const readyz = async () => (await fetch(`${server.url}/readyz`)).json() as Promise<{ waitsFor?: string }>;
  async function replace(store: string): Promise<void> {
    await cp(data(store), join(directory, 'backup'), { recursive: true });
    await rename(data(store), join(directory, 'aside'));
    await rename(join(directory, 'backup'), data(store));
    while (server.platform.watch.replaced === null) await wait(5);
  }

  it.each(['log', 'vault', 'read-models'] as const)(
    'writes nothing more once it is the %s, says so and stays',
    async (store) => {
      expect((await register('ada@example.org')).status).toBe(200);
      await replace(store);
      const head = await server.platform.log.head();
      expect(await register('ben@example.org')).toMatchObject({ status: 503, code: 'log-replaced' });
      await expect(server.platform.vault.put('mark', 'new', {})).rejects.toThrow(LogReplaced);
      expect(await server.platform.log.head()).toBe(head);
      expect(await readyz()).toMatchObject({
        ready: false,
        waitsFor: expect.stringMatching(
          new RegExp(`^/.*/${STORE_FILES[store]} is not the file that .* Stop every process`),
        ),
      });
      expect((await fetch(`${server.url}/api/products`)).status).toBe(200);
    },
  );

  it('writes nothing more once its lock is another one', async () => {
    await mkdir(join(directory, 'lock'));
    await rename(data('lock'), join(directory, 'aside'));
    await rename(join(directory, 'lock'), data('lock'));
    while (server.platform.watch.replaced === null) await wait(5);
    expect(await register('ada@example.org')).toMatchObject({ status: 503, code: 'log-replaced' });
    expect(server.platform.watch.replaced).toContain('/lock is not the file that ');
  });
});
