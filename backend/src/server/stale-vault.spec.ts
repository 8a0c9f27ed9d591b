import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../config/config.js';
import type { Vault, VaultKind } from '../stores/vault/vault.js';
import { openEmbedded } from './embedded-stores.js';
import type { Engines } from './platform.js';
import { type ProductServer, startServer } from './server.js';

const ada = { email: 'ada@example.org', password: 'correct horse 7' };
const quiet = () => undefined;

/** The vault as one would find it that was restored from before some records: they are neither there nor erased. */
function lacking(vault: Vault, isLost: (kind: VaultKind) => boolean): Vault {
  return new Proxy(vault, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (name !== 'get' && name !== 'getMany') return method.bind(target);
      const nothing = name === 'get' ? undefined : new Map();
      return async (kind: VaultKind, ids: unknown) => (isLost(kind) ? nothing : method.call(target, kind, ids));
    },
  });
}

describe('a vault that lacks what the log names, under a running server', () => {
  let directory = '';
  let server: ProductServer;
  let lost: VaultKind | null = null;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'behind-'));
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const engines = async ({ dataDir }: Config): Promise<Engines> => {
      const own = await openEmbedded(dataDir, quiet, quiet);
      return { ...own, vault: lacking(own.vault, (kind) => kind === lost) };
    };
    server = await startServer(config, { engines });
    await server.ready;
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  });

  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') };
  };
  const readyz = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };

  it('says no password wrong that it cannot compare: 503, readiness red, until the record is back', async () => {
    expect((await post('/register', ada)).status).toBe(200);
    lost = 'password';
    const refused = { status: 503, body: { success: false, code: 'vault-behind' }, retryAfter: '30' };
    expect(await post('/login', ada)).toMatchObject(refused);
    expect(await post('/login', { ...ada, password: 'another one 8' })).toMatchObject(refused);
    const lacks = [expect.stringMatching(/^password /)];
    expect(await readyz()).toMatchObject({ status: 503, body: { ready: false, vaultLacks: lacks } });
    lost = null;
    expect(await readyz()).toMatchObject({ status: 200, body: { ready: true } });
    expect((await post('/login', ada)).status).toBe(200);
    expect((await post('/login', { ...ada, password: 'another one 8' })).status).toBe(401);
  });
});
