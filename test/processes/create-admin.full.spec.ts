import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { signIn } from '../support/shopper.js';

describe('npm run admin:create', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'supreme-access-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function create(...args: string[]): Promise<{ code: number | null; text: string }> {
    const program = Program.start('backend/dist/programs/create-admin.js', { DATA_DIR: directory, SEED: 'none' }, args);
    const { code } = await program.ended;
    return { code, text: program.text };
  }

  it('creates an admin who can sign in, and gives an existing account the role', async () => {
    const made = await create('second@example.org');
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining('second@example.org is an admin now') });
    const again = await create('second@example.org');
    expect(again).toMatchObject({ code: 0, text: expect.stringContaining('keeps its password') });

    const [, password = ''] = /Password, shown only this once: (\S+)/.exec(made.text) ?? [];
    const server = await ServerProcess.start({ ADMIN_EMAIL: 'second@example.org' }, directory);
    try {
      const api = await signIn(server.anyone, 'second@example.org', password);
      expect((await api.get('/api/admin/orders')).status).toBe(200);
      expect((await create('third@example.org')).text).toContain('another process uses the data directory');
    } finally {
      await server.stop();
    }
  });

  it('creates an auditor with that role', async () => {
    const { code, text } = await create('reader@example.org', '--role', 'auditor');
    expect([code, text]).toEqual([0, expect.stringContaining('reader@example.org is an auditor now')]);
  });

  const UNUSABLE = [[], ['no-address'], ['a@example.org', 'b@example.org'], ['a@example.org', '--role', 'owner']];
  it.each(UNUSABLE.map((args) => [args]))('tells how it is used after %j', async (args) => {
    expect(await create(...args)).toMatchObject({
      code: 1,
      text: expect.stringContaining('usage: npm run admin:create'),
    });
  });
});
