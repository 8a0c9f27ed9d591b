import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, worksHere } from '../config/config.js';
import { openEmbedded } from '../server/embedded-stores.js';
import { type ProductServer, startServer } from '../server/server.js';
import { acceptOlder } from './accept-older.js';

const quiet = () => undefined;

describe('a log that was restored from before', () => {
  let directory: string;
  let server: ProductServer | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'older-'));
    await started();
    await register('ada@example.org');
    await stopped();
  });
  afterEach(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  const data = (...names: string[]) => join(directory, 'data', ...names);
  const open = () => openEmbedded(data(), quiet, quiet, { readModels: 'disk' });
  async function started(): Promise<ProductServer> {
    const config = readConfig({ DATA_DIR: data(), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    server = await startServer(config, { engines: open });
    await server.ready;
    return server;
  }
  async function stopped(): Promise<void> {
    await server?.stop();
    server = undefined;
  }
  async function register(email: string): Promise<number> {
    const body = JSON.stringify({ email, name: 'Ada', password: 'a long way home 7' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${server?.url}/register`, { method: 'POST', headers, body })).status;
  }
  /** Stores are put back as they were before somebody else had registered. */
  async function restore(...stores: string[]): Promise<void> {
    for (const store of stores) await cp(data(store), join(directory, 'backup', store), { recursive: true });
    await started();
    expect(await register('ben@example.org')).toBe(200);
    await stopped();
    for (const store of stores) {
      await rm(data(store), { recursive: true });
      await cp(join(directory, 'backup', store), data(store), { recursive: true });
    }
  }
  async function accept(isAccepted: boolean): Promise<{ code: number; text: string }> {
    const said: string[] = [];
    const engines = await open();
    try {
      return { code: await acceptOlder(engines, isAccepted, (text) => said.push(text)), text: said.join('\n') };
    } finally {
      await engines.close();
    }
  }
  /** Whether jobs may begin, and what readiness says of it. */
  async function status() {
    const { url, platform } = await started();
    const { degraded = [] } = (await (await fetch(`${url}/readyz`)).json()) as { degraded?: string[] };
    return { works: worksHere(platform.config), says: degraded.join('\n') };
  }

  it.each([
    ['its vault', ['log']],
    ['its read models', ['log', 'vault']],
  ])('than %s starts with its work off and says so, each time, until that is accepted', async (_, stores) => {
    await restore(...stores);
    const off = {
      works: false,
      says: expect.stringMatching(/^The event log is older than .* npm run log -- accept-older$/),
    };
    expect(await status()).toEqual(off);
    // People go on, and the log may grow beyond what it was.
    for (let nth = 0; nth < 9; nth += 1) expect(await register(`cleo${nth}@example.org`)).toBe(200);
    await stopped();
    expect(await status()).toEqual(off);
    await stopped();
    expect(await accept(false)).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was changed') });
    expect(await accept(true)).toMatchObject({ code: 0, text: expect.stringContaining('Accepted') });
    expect(await status()).toEqual({ works: true, says: '' });
    await stopped();
    expect(await accept(true)).toMatchObject({ code: 0, text: expect.stringContaining('nothing to accept') });
  });

  it('is distinguished from one whose process was killed between vault and log', async () => {
    const engines = await open();
    await engines.vault.put('mark', 'unnamed', {
      after: await engines.log.head(),
      event: (await engines.log.at(await engines.log.head()))?.id,
    });
    await engines.close();
    expect(await status()).toEqual({ works: true, says: '' });
  });
});
