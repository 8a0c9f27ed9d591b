import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from './support/api.js';
import { createDrop } from './support/drops.js';
import { BrowserCrypto } from './support/jwe.js';
import { person } from './support/people.js';
import { type Ending, Program } from './support/program.js';
import { ADMIN, ServerProcess } from './support/server-process.js';
import { Shopper } from './support/shopper.js';

describe('npm run log -- rotate-key', () => {
  let server: ServerProcess;
  let shelf: string;
  beforeAll(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'keys-'));
    server = await ServerProcess.start();
  });
  afterAll(async () => {
    await server.remove();
    await rm(shelf, { recursive: true });
  });

  type Settings = Readonly<Record<string, string>>;
  async function run(args: string[], settings: Settings = {}): Promise<Ending & { text: string }> {
    const port = new URL(server.url).port;
    const all = { DATA_DIR: server.directory, PORT: port, ...settings };
    const program = Program.start('backend/dist/programs/log.js', all, args);
    return { ...(await program.ended), text: program.text };
  }
  const keyFile = (directory = server.directory) => readFile(join(directory, 'master.key'));
  const names = async (at: ServerProcess) =>
    (await expectOk((await at.admin()).get<{ name: string | null }[]>('/api/admin/orders'))).map(({ name }) => name);

  it('asks the running server, works on a stopped one, and a backup of before opens with the old key that was kept', async () => {
    expect(server.output).toContain('WHOEVER COPIES THAT DIRECTORY CAN READ EVERYTHING');
    const admin = await server.admin();
    const { productId } = await createDrop(admin, { productTitle: 'Kept', totalStock: 5 });
    const shopper = await Shopper.signUp(server.anyone, await BrowserCrypto.open(server.anyone), person(1));
    await shopper.saveCard();
    await expectOk(shopper.reserve({ productId, profileId: await shopper.addProfile(), size: 'm', style: 'Ink' }));
    const before = await names(server);
    expect(before).toHaveLength(1);
    expect((await run(['backup', join(shelf, 'monday')])).code).toBe(0);
    const first = await keyFile();
    expect(first).toHaveLength(32);

    const wrong = await admin.post('/api/admin/master-key/rotate', { password: 'not the password' });
    expect([wrong.status, wrong.code]).toEqual([403, 'password-wrong']);
    expect(await keyFile()).toEqual(first);
    const asked = await run(['rotate-key'], { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
    expect(asked).toMatchObject({
      code: 0,
      text: expect.stringMatching(/a server has .*[1-9]\d* records were sealed anew/s),
    });
    expect(server.output).toContain('"event":"key-rotated"');
    expect(await names(server)).toEqual(before);
    await expectOk(shopper.api.get('/api/user/info'));

    await server.stop();
    const here = await run(['rotate-key']);
    expect(here).toMatchObject({ code: 0, text: expect.stringMatching(/is under the master key [0-9a-f]{12}; [1-9]/) });
    const kept = (await keyFile())
      .toString()
      .split('\n')
      .filter((line) => /^[0-9a-f]{64}$/.test(line));
    expect(kept).toHaveLength(3);
    expect(kept[2]).toBe(first.toString('hex'));
    await server.again();
    expect(await names(server)).toEqual(before);
    await server.stop();

    const house = join(shelf, 'house');
    await cp(join(shelf, 'monday'), house, { recursive: true });
    const stolen = await ServerProcess.refusal({ DATA_DIR: house, MASTER_KEY: kept[0] ?? '' });
    expect(stolen).toMatchObject({ code: 1, text: expect.stringContaining('which is none of those given') });
    const restored = await ServerProcess.start({ MASTER_KEY: kept[0] ?? '', MASTER_KEY_OLD: kept[2] ?? '' }, house);
    expect(await names(restored)).toEqual(before);
    expect(restored.output).not.toContain('WHOEVER COPIES');
    await restored.kill();
  });
});
