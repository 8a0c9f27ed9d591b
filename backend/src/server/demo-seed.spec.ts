import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizesOf } from '@supreme-access/contract/limits.js';
import { cheapenPasswords } from '@supreme-access/test/fixtures/cheap-passwords.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, product } from '../catalogue/products/product.js';
import { productsProjection, slotsProjection } from '../catalogue/products/products.projection.js';
import { promosProjection } from '../catalogue/promos/promos.projection.js';
import { readConfig } from '../config/config.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { Reads } from '../projections/reads.js';
import { Discovery } from '../retailers/directory/discovery.js';
import { isChanged, retailer } from '../retailers/directory/retailer-record.js';
import { retailersProjection } from '../retailers/directory/retailers.projection.js';
import { SEED_PRODUCTS } from './demo-catalogue.js';
import { type DemoLogin, seedDemo } from './demo-seed.js';
import { SeedShoppers } from './demo-shoppers.js';
import { type ProductServer, startServer } from './server.js';

const HOUR = 3_600_000;

describe('the seeded demo', () => {
  let directory = '';
  let ahead = 0;
  let server: ProductServer | undefined;
  async function begin(): Promise<void> {
    directory = await mkdtemp(join(tmpdir(), 'seed-'));
    ahead = 0;
  }
  async function end(): Promise<void> {
    await server?.stop();
    server = undefined;
    await rm(directory, { recursive: true });
  }

  async function start(env: Record<string, string> = {}): Promise<ProductServer> {
    await server?.stop();
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', PORT: '0', ...env });
    server = await startServer(config, { clock: () => Date.now() + ahead });
    await server.ready;
    cheapenPasswords(server.app);
    return server;
  }
  async function seed(): Promise<DemoLogin | null> {
    if (!server) throw new Error('not started');
    const login = await seedDemo(server.app);
    const { log, projector } = server.platform;
    await projector.passed(await log.head(), 60_000);
    return login;
  }
  const reads = () => (server as ProductServer).app.get(Reads);
  /** what a start or a stop says of the vault left out */
  const happened = async () =>
    (await all((server as ProductServer).platform.log.readAll()))
      .filter(({ type }) => type !== 'VaultMarked')
      .map(({ id }) => id);
  const products = () => reads().find(productsProjection);

  describe('in an installation that was empty,', () => {
    let login: DemoLogin | null;
    beforeAll(async () => {
      await begin();
      await start();
      login = await seed();
    });
    afterAll(end);

    it('fills an empty installation, the sold-out drop held to its last slot', async () => {
      const docs = await products();
      expect(docs.map(({ productId }) => productId).sort()).toEqual(
        SEED_PRODUCTS.map(({ productId }) => productId).sort(),
      );
      const soldOut = await reads().get(slotsProjection, 'seed-jacket-coach');
      expect(soldOut?.reserved).toBe(2);
      const soon = docs.filter(({ releaseAt }) => releaseAt !== null && releaseAt < Date.now() + HOUR);
      expect(soon.map(({ productId }) => productId)).toEqual(['seed-hoodie-box']);
      expect((await reads().find(promosProjection)).map(({ promoCode }) => promoCode)).toEqual([
        'EARLY25',
        'FRIENDS10',
      ]);
    });

    it('sells one product by the card, one over ACP and the others over UCP, within the limit of each', async () => {
      const shops = new Map((await reads().find(retailersProjection)).map(({ id, facts }) => [id, facts]));
      const soldBy = (await products()).map(({ retailerId }) => (retailerId ? shops.get(retailerId)?.protocol : 'own'));
      expect(['own', 'acp', 'ucp'].map((one) => soldBy.filter((by) => by === one).length)).toEqual([
        1,
        1,
        SEED_PRODUCTS.length - 2,
      ]);
      for (const { defaultLimit, retailPrice, retailerItems = [], styles, sizeType } of await products()) {
        if (!defaultLimit) continue;
        expect(defaultLimit.amount).toBeGreaterThanOrEqual((retailPrice?.amount ?? 0) * 1.08 + 900);
        expect(retailerItems).toHaveLength(styles.length * sizesOf({ sizeType }).length);
      }
    });

    it('prints the demo shopper’s login once, and it works', async () => {
      expect(login).toEqual({ email: 'shopper@supreme-access.test', password: expect.stringMatching(/^.{12}$/) });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(login) };
      const answer = await fetch(`${server?.url}/login`, init);
      expect(await answer.json()).toMatchObject({ success: true, billingLast4: '4242', profiles: 1, isAdmin: false });
      expect(await seed()).toBeNull();
    });

    it('does nothing more when it is asked again, now or at the next start', async () => {
      const before = await happened();
      await seed();
      expect(await happened()).toEqual(before);
      await start();
      await seed();
      expect(await happened()).toEqual(before);
    });

    it('adds a drop in five minutes at a later start when none leaves within the hour', async () => {
      ahead = HOUR;
      await start();
      await seed();
      const added = (await products()).filter(({ productId }) => productId.startsWith('seed-next-'));
      expect(added.map(({ releaseAt }) => Math.round(((releaseAt ?? 0) - Date.now() - ahead) / 60_000))).toEqual([5]);
      const before = await happened();
      await seed();
      expect(await happened()).toEqual(before);
    });

    it('knows its shops again after a restart, which moves the sandbox to another port', async () => {
      const look = async () => {
        const { app, partners } = server as ProductServer;
        const found = await reads().find(retailersProjection);
        for (const { id } of found)
          await app.get(Discovery).look(id, workerMetadata('spec'), AbortSignal.timeout(10_000));
        const states = found.map(({ id }) => app.get(Commands).state(retailer, id));
        return { port: partners.retailer.url, changed: (await Promise.all(states)).map(isChanged) };
      };
      const before = await look();
      ahead = 24 * HOUR;
      await start();
      const after = await look();
      expect(after.port).not.toBe(before.port);
      expect(after.changed).toEqual([false, false]);
    });
  });

  describe('elsewhere', () => {
    beforeEach(begin);
    afterEach(end);

    it('goes on where a crash has cut it off', async () => {
      await start();
      const original = SeedShoppers.prototype.holdSlot;
      SeedShoppers.prototype.holdSlot = async () => {
        throw new Error('killed');
      };
      await expect(seed()).rejects.toThrow('killed');
      SeedShoppers.prototype.holdSlot = original;
      await start();
      await seed();
      expect((await reads().get(slotsProjection, 'seed-jacket-coach'))?.reserved).toBe(2);
      expect((await products()).length).toBe(SEED_PRODUCTS.length);
    });

    it.each([
      ['it is turned off', { SEED: 'none' }],
      [
        'a real payment provider is configured',
        { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
      ],
    ])('does nothing when %s', async (_, env) => {
      await start(env);
      const before = await happened();
      expect(await seed()).toBeNull();
      expect(await happened()).toEqual(before);
    });

    it('keeps away from a catalogue of one’s own', async () => {
      const { app } = await start();
      const metadata = workerMetadata('spec');
      await app.get(Commands).execute(product, new CreateProduct('our-own', { ...facts, releaseAt: null }, metadata));
      const { log, projector } = (server as ProductServer).platform;
      await projector.passed(await log.head(), 60_000);
      const before = await happened();
      expect(await seed()).toBeNull();
      expect(await happened()).toEqual(before);
    });
  });
});
