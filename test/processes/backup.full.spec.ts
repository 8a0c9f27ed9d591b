import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '../support/api.js';
import { createDrop } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { type Ending, Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

describe('npm run log -- backup, and a restore', () => {
  let server: ServerProcess;
  let shelf: string;
  beforeAll(async () => {
    server = await ServerProcess.start();
    shelf = await mkdtemp(join(tmpdir(), 'shelf-'));
  });
  afterAll(async () => {
    await server.remove();
    await rm(shelf, { recursive: true });
  });

  async function run(tool: string, dataDir: string, ...args: string[]): Promise<Ending & { text: string }> {
    const program = Program.start(`backend/dist/programs/${tool}.js`, { DATA_DIR: dataDir }, args);
    return { ...(await program.ended), text: program.text };
  }
  async function buy(at: ServerProcess, productId: string, nth: number): Promise<void> {
    const shopper = await Shopper.signUp(at.anyone, await BrowserCrypto.open(at.anyone), person(nth));
    await shopper.saveCard();
    await expectOk(shopper.reserve({ productId, profileId: await shopper.addProfile(), size: 'm', style: 'Ink' }));
  }
  const orders = async (at: ServerProcess) =>
    (await expectOk((await at.admin()).get<{ email: string | null }[]>('/api/admin/orders'))).map(({ email }) => email);
  const restore = (from: string, to: string) => cp(join(shelf, from), to, { recursive: true });

  it('copies during reservations; a restore of both stores continues; an older vault alone is refused until its loss is accepted', async () => {
    const { productId } = await createDrop(await server.admin(), { productTitle: 'Kept', totalStock: 50 });
    await buy(server, productId, 1);
    const copying = run('log', server.directory, 'backup', join(shelf, 'monday'));
    let [sold, isCopied] = [1, false];
    void copying.then(() => (isCopied = true));
    do await buy(server, productId, ++sold);
    while (!isCopied);
    expect(await copying).toMatchObject({ code: 0, text: expect.stringContaining('master.key elsewhere') });
    expect((await readdir(join(shelf, 'monday'))).sort()).toEqual(['log', 'log-format', 'pictures', 'vault']);
    const again = await run('log', server.directory, 'backup', join(shelf, 'monday'));
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('is there already') });
    const all = await orders(server);
    expect(all).toHaveLength(sold);
    await server.stop();

    const restoredDir = join(shelf, 'restoredDir');
    await restore('monday', restoredDir);
    await cp(join(server.directory, 'master.key'), join(restoredDir, 'master.key'));
    expect(await run('audit', restoredDir, 'verify')).toMatchObject({
      code: 0,
      text: expect.stringContaining('every chain holds'),
    });
    const restored = await ServerProcess.start({}, restoredDir);
    try {
      const kept = await orders(restored);
      expect(kept.length).toBeGreaterThan(0);
      expect(all).toEqual(expect.arrayContaining(kept));
      await buy(restored, productId, sold + 1);
      expect(await orders(restored)).toHaveLength(kept.length + 1);
      await restored.stop();

      await rm(join(restoredDir, 'vault'), { recursive: true });
      await restore('monday/vault', join(restoredDir, 'vault'));
      const refused = await ServerProcess.refusal({ DATA_DIR: restoredDir });
      expect(refused).toMatchObject({
        code: 1,
        text: expect.stringContaining('The vault is older than the event log.'),
      });
      const lost = await run('log', restoredDir, 'accept-loss');
      expect(lost).toMatchObject({ code: 1, text: expect.stringMatching(/the keys of 1 person;.*\n.*account-/) });
      expect(await run('log', restoredDir, 'accept-loss', '--yes')).toMatchObject({ code: 0 });
      await restored.again();
      await buy(restored, productId, sold + 2);
    } finally {
      await restored.kill();
    }
  }, 180_000);
});
