import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEml } from '@supreme-access/test/fixtures/eml.js';
import { facts, request } from '@supreme-access/test/fixtures/product.js';
import { openTestEngines } from '@supreme-access/test/fixtures/stores.js';
import { MOMENT } from '@supreme-access/test/fixtures/test-server.js';
import { CreateProduct, product } from '../catalogue/products/product.js';
import { FreeSlot, ReserveSlot } from '../catalogue/products/slots.js';
import { readConfig } from '../config/config.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { randomId } from '../event-sourcing/ids.js';
import { type ProductServer, startServer } from '../server/server.js';

const [DROP, SOON, LATER] = ['box-hoodie', '2031-11-20T17:00:00.000Z', '2031-11-22T17:00:00.000Z'];

describe('moving a release by the admin', () => {
  let directory = '';
  let server: ProductServer;
  /** ms */
  let ahead = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'release-changed-'));
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    server = await startServer(config, { engines: openTestEngines, clock: () => Date.now() + ahead });
    await server.ready;
    server.platform.jobRunner.start();
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  async function reserve(n: number, accountId: string | null): Promise<string> {
    const email = `holder-${n}@example.com`;
    const orderId = randomId();
    const subject = accountId === null ? `guest-${orderId}` : `account-${accountId}`;
    const data = { ...request(n), orderId, accountId, subject, keyed: true, personal: { email, name: 'Ada Lovelace' } };
    await server.app.get(Commands).execute(product, new ReserveSlot(DROP, data, workerMetadata('spec')));
    return orderId;
  }
  const outbox = async () => {
    const names = (await readdir(join(directory, 'mail')).catch(() => [])).filter((name) =>
      name.includes('-release-changed-'),
    );
    return Promise.all(names.map(async (name) => readEml(await readFile(join(directory, 'mail', name), 'utf8'))));
  };

  it('mails whoever holds a slot both times, and nobody else', async () => {
    const commands = server.app.get(Commands);
    const drop = { ...facts, totalStock: 9, releaseAt: Date.parse(SOON) };
    await commands.execute(product, new CreateProduct(DROP, drop, workerMetadata('spec')));
    await reserve(1, randomId());
    await reserve(2, null);
    const given = await reserve(3, null);
    const back = new FreeSlot(DROP, { orderId: given, reason: 'withdrawn' }, workerMetadata('spec'));
    await commands.execute(product, back);
    const token = server.platform.sessions.begin(randomId(), ['shopper', 'admin'], 0);
    const answer = await fetch(`${server.url}/api/admin/products/${DROP}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ releaseAt: LATER }),
    });
    expect(answer.status).toBe(200);

    // The orders are placed a moment later, and their mails leave a moment after that; stores that err have it done by another try.
    for (const step of [MOMENT, MOMENT, 60_000, 60_000]) {
      ahead += step;
      await server.platform.jobRunner.settle();
    }
    const mails = await outbox();
    const to = mails.map(({ headers }) => headers.get('to'));
    expect(to.sort()).toEqual(['holder-1@example.com', 'holder-2@example.com']);
    for (const { text } of mails) expect(text).toMatch(/22 Nov 2031[\s\S]*20 Nov 2031|20 Nov 2031[\s\S]*22 Nov 2031/);
    const guest = mails.find(({ headers }) => headers.get('to') === 'holder-2@example.com');
    expect(guest?.text).toMatch(/\/action\/[\w-]+\.[\w-]+/);
  });
});
