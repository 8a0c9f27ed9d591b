import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMAT } from '../../backend/src/stores/format.js';
import { startEmulators } from '../emulators/emulators.js';
import { png } from '../fixtures/pictures.js';
import { expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allEvents, createDrop, uploadPicture } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { type Ending, Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { PASSWORD, Shopper } from '../support/shopper.js';

const LISTS = ['/api/admin/products', '/api/admin/orders', '/api/admin/promos', '/users'];

describe('npm run log -- copy', () => {
  let embedded: ServerProcess;
  let emulators: Awaited<ReturnType<typeof startEmulators>>;
  let settings: Record<string, string>;
  /** the target's data directory */
  let copyDir: string;

  beforeAll(async () => {
    embedded = await ServerProcess.start();
    copyDir = await mkdtemp(join(tmpdir(), 'moved-'));
    emulators = await startEmulators();
    settings = {
      DATA_DIR: embedded.directory,
      EVENTSTORE_URL: emulators.eventstoreUrl,
      MONGODB_URL: emulators.mongodbUrl,
      MASTER_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('hex'),
    };
  });
  afterAll(async () => {
    await embedded.remove();
    await rm(copyDir, { recursive: true });
    await emulators.stop();
  });

  const copy = () => Program.start('backend/dist/programs/log.js', settings, ['copy', copyDir]);
  const documents = async (server: ServerProcess) => {
    const admin = await server.admin();
    const lists = await Promise.all(LISTS.map((path) => expectOk(admin.get<Record<string, unknown>[]>(path))));
    // Its `refusals` change once a worker has placed the order.
    return lists.map((list) => list.map(({ refusals: _, ...document }) => document));
  };
  async function ended(program: Program): Promise<Ending & { text: string }> {
    return { ...(await program.ended), text: program.text };
  }

  it('refuses while a server uses the directory', async () => {
    expect(await ended(copy())).toMatchObject({
      code: 1,
      text: expect.stringContaining('another process uses the data directory'),
    });
  });

  it('copies everything, also after a kill and a second run, and names a lost picture; the product continues on the copy', async () => {
    const admin = await embedded.admin();
    const crypto = await BrowserCrypto.open(embedded.anyone);
    const productImage = await uploadPicture(admin, await png(48, 60));
    const { productId } = await createDrop(admin, { productTitle: 'Moves House', totalStock: 10, productImage });
    const [first] = await each(range(4), 2, async (index) => {
      const shopper = await Shopper.signUp(embedded.anyone, crypto, person(index));
      await shopper.saveCard();
      await expectOk(shopper.reserve({ productId, profileId: await shopper.addProfile(), size: 'm', style: 'Ink' }));
      return shopper;
    });
    if (!first) throw new Error('no account in the log');
    await expectOk(first.api.post('/api/user/erase', { password: PASSWORD }));
    const [before, log] = [await documents(embedded), await allEvents(admin)];
    await embedded.stop();

    const killed = copy();
    await killed.line(/vault records are there/, 60_000);
    await killed.kill();
    const kept = join(embedded.directory, productImage);
    const picture = await readFile(kept);
    await writeFile(kept, 'not what it was');
    expect(await ended(copy())).toMatchObject({ code: 1, text: expect.stringMatching(/LOST: picture \w{64}/) });
    await writeFile(kept, picture);
    const { code, text } = await ended(copy());

    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('every chain holds') });
    const moved = await ServerProcess.start(settings, copyDir);
    try {
      expect((await moved.anyone.get(productImage)).status).toBe(200);
      expect(await documents(moved)).toEqual(before);
      const there = await allEvents(await moved.admin());
      expect(there.slice(0, log.length).map(({ id }) => id)).toEqual(log.map(({ id }) => id));
      expect(there.filter(({ type }) => type === 'LogFormatRaised')).toMatchObject([{ data: { format: FORMAT } }]);
    } finally {
      await moved.stop();
    }
  }, 180_000);

  it('refuses a target with other contents', async () => {
    const stranger = await ServerProcess.start();
    try {
      await stranger.stop();
      const program = Program.start('backend/dist/programs/log.js', { ...settings, DATA_DIR: stranger.directory }, [
        'copy',
      ]);
      expect(await ended(program)).toMatchObject({ code: 1, text: expect.stringContaining('holds another log') });
    } finally {
      await stranger.remove();
    }
  });
});
