import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allEvents, allOrders, createDrop, eventually } from '../support/drops.js';
import { freePort } from '../support/free-port.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

const LISTS = ['/api/products', '/api/admin/products', '/api/admin/orders', '/api/admin/promos', '/users'];
const OWN = ['/api/user/info', '/api/user/orders', '/api/user/profiles'];

describe('stopping and starting', () => {
  let server: ServerProcess;
  let admin: Api;
  let shoppers: Shopper[];

  beforeAll(async () => {
    server = await ServerProcess.start();
    admin = await server.admin();
    const crypto = await BrowserCrypto.open(server.anyone);
    shoppers = await each(range(3), 3, async (index) => {
      const shopper = await Shopper.signUp(server.anyone, crypto, person(index));
      await shopper.saveCard();
      return shopper;
    });
  });
  afterAll(() => server.remove());

  const documents = async () => {
    const lists = await Promise.all(LISTS.map((path) => expectOk(admin.get(path))));
    const own = await Promise.all(shoppers.flatMap(({ api }) => OWN.map((path) => expectOk(api.get(path)))));
    return [...lists, ...own];
  };

  it('gives equal documents after SIGTERM and a new start', async () => {
    await expectOk(admin.post('/api/admin/promos', { promoCode: 'KEPT', percent: 10, limit: 5 }));
    const released = await createDrop(admin, { productTitle: 'Released', totalStock: 5 });
    const waiting = await createDrop(admin, { productTitle: 'Waiting', totalStock: 5 });
    await each(shoppers, 3, async (shopper) => {
      const reservation = { profileId: await shopper.addProfile(), size: 'l', style: 'Ink', promoCode: 'KEPT' };
      await expectOk(shopper.reserve({ ...reservation, productId: released.productId }));
      await expectOk(shopper.reserve({ ...reservation, productId: waiting.productId, promoCode: '' }));
    });
    await expectOk(admin.post(`/api/admin/products/${released.productId}/release`));
    await eventually('a release of which nothing is left to do', 60_000, async () => {
      const success = (await allOrders(admin)).filter(({ status }) => status === 'success').length;
      const events = await allEvents(admin);
      const count = (type: string) => events.filter((event) => event.type === type).length;
      const isPlaced = success === 3 && count('OrderPlaced') === 6 && count('SecretForgotten') === 3;
      return (isPlaced && count('DropSummarised') === 1 && count('MailSent') === count('MailClaimed')) || undefined;
    });
    const [before, log] = [await documents(), await allEvents(admin)];

    const { code, ms } = await server.stop();
    await server.again();

    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    // Sessions stay valid, because their secret is in the vault.
    expect(await documents()).toEqual(before);
    expect((await allEvents(admin)).slice(0, log.length)).toEqual(log);
  });

  it('leaves jobs alone while WORK is off, and runs them after the next start', async () => {
    await server.stop();
    await server.again({ WORK: 'off' });
    const { productId } = await createDrop(admin, { productTitle: 'Compared first', totalStock: 5 });
    const [shopper] = shoppers;
    await shopper?.secure(productId, 'l');
    await expectOk(admin.post(`/api/admin/products/${productId}/release`));
    const statuses = async () =>
      (await allOrders(admin)).filter((order) => order.productId === productId).map(({ status }) => status);
    // Signing up and saving a card give a worker enough time.
    const crypto = await BrowserCrypto.open(server.anyone);
    await (await Shopper.signUp(server.anyone, crypto, person(9))).saveCard();
    expect(await statuses()).toEqual(['pending']);

    await server.stop();
    await server.again();

    await eventually('the order is worked off', 60_000, async () => (await statuses())[0] === 'success' || undefined);
  });

  it('stops in time despite open connections that are silent or in the middle of a request', async () => {
    const { hostname, port } = new URL(server.url);
    const sockets = await each(
      ['', 'GET /healthz HTTP/1.1\r\nHost: ', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
      3,
      async (said) => {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        await once(socket, 'connect');
        if (said !== '') socket.write(said);
        if (said.endsWith('\r\n\r\n')) await once(socket, 'data');
        return socket;
      },
    );
    const closed = sockets.map((socket) => once(socket, 'close'));

    const { code, ms } = await server.stop();

    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    await Promise.all(closed);
    await server.again();
  });

  it('may be stopped while it creates its first data, which is not a failed start', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'supreme-access-'));
    const port = String(await freePort());
    const fresh = Program.start('backend/dist/programs/main.js', { DATA_DIR: directory, PORT: port, SEED: 'demo' });
    await fresh.until('serve', 60_000, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
      return answer?.ok || undefined;
    });
    const { code } = await fresh.terminate();

    expect(fresh.text).not.toMatch(/did not start|is ready/);
    expect(code).toBe(0);
    await rm(directory, { recursive: true });
  });

  it('refuses a directory that another process uses', async () => {
    const { code, text } = await ServerProcess.refusal({ DATA_DIR: server.directory });

    expect(code).toBe(1);
    expect(text).toContain('another process uses the data directory');
    expect((await server.anyone.get('/readyz')).status).toBe(200);
  });

  it('says that the vault is lost instead of showing tombstones', async () => {
    await server.stop();
    await rm(join(server.directory, 'vault'), { recursive: true });

    const { code, text } = await ServerProcess.refusal({ DATA_DIR: server.directory });

    expect(code).toBe(1);
    expect(text).toMatch(/vault is empty.*Restore the vault/s);
    expect(text).not.toMatch(/^\s+at /m);
  });
});

describe('impossible settings', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'supreme-access-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each([
    ['SEED', 'sometimes'],
    ['PORT', 'banana'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['RETAILER_URL', 'not-a-url'],
    ['STRIPE_API_URL', 'ftp://example.org'],
    ['ADMIN_PASSWORD', 'short'],
    ['JWT_SECRET', 'short'],
    ['RETAILER_HOSTS', 'shop.example'],
  ])('%s=%s ends the start with the name of the setting', async (name, value) => {
    const { code, text } = await ServerProcess.refusal({ DATA_DIR: directory, [name]: value });

    expect(code).toBe(1);
    expect(text).toContain(name);
    expect(text).not.toMatch(/^\s+at /m);
  });

  it('DATA_DIR that is a file ends the start with the name of the setting, whatever the engines', async () => {
    const file = join(directory, 'a file');
    await writeFile(file, 'notes');
    const engines = {
      EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      MONGODB_URL: 'mongodb://127.0.0.1:1',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      JWT_SECRET: 'a secret of at least 32 characters',
    };

    for (const settings of [{}, engines]) {
      const { code, text } = await ServerProcess.refusal({ DATA_DIR: file, ...settings });

      expect(code).toBe(1);
      expect(text).toContain(`DATA_DIR: ${file} is, or lies in, a file. Name a directory.`);
      expect(text).not.toMatch(/^\s+at /m);
    }
  });
});
