import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, product } from '../catalogue/products/product.js';
import { type ProductDoc, productsProjection } from '../catalogue/products/products.projection.js';
import { type Config, ConfigError, readConfig } from '../config/config.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import type { Platform } from '../server/platform.js';
import { openEngines, openPlatform } from '../server/stores.js';
import { createLogger } from '../telemetry/logger.js';
import { pruneReadModels, rebuildReadModels } from './read-models.js';

const quiet = () => undefined;

describe('npm run log -- rebuild', () => {
  let config: Config;
  beforeEach(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rebuild-'));
    config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
  });
  afterEach(() => rm(config.dataDir, { recursive: true }));

  /** What a server does that has the directory, and is stopped. */
  async function serve<T>(use: (platform: Platform) => Promise<T>): Promise<T> {
    const engines = await openEngines(config, createLogger('silent'), quiet, quiet);
    try {
      const platform = await openPlatform(config, engines, createLogger('silent'));
      await platform.projector.start();
      try {
        await platform.projector.reachEnd();
        return await use(platform);
      } finally {
        await platform.projector.stop();
      }
    } finally {
      await engines.close();
    }
  }
  const list = (id: string) =>
    serve(async ({ streams }) => {
      await streams.handle(
        product,
        new CreateProduct(id, { ...facts, releaseAt: null, releaseTz: null }, workerMetadata('spec')),
      );
    });
  const titles = () =>
    serve(async ({ models }) => {
      const found = await models.find<ProductDoc>(productsProjection, { sort: [['productId', 'asc']] });
      return found.map(({ productId, productTitle }) => [productId, productTitle]);
    });
  const spoil = () =>
    serve(async ({ models, log }) => {
      const head = await log.head();
      const document = { ...(await models.get<ProductDoc>(productsProjection, 'hoodie')), productTitle: 'Of nobody' };
      await models.write(productsProjection, [{ id: 'hoodie', position: head + 1, document }], head);
    });
  const rebuild = async (name?: string, isToReplace = false) => {
    const said: string[] = [];
    const code = await rebuildReadModels(config, { name, isToReplace }, (text) => said.push(text));
    return { code, text: said.join('\n') };
  };

  it('finds what the log makes, of what has happened last as well', async () => {
    await list('hoodie');
    const { code, text } = await rebuild();
    const said = `products version ${productsProjection.version}: 1 rows are as the log makes them`;
    expect([code, text]).toEqual([0, expect.stringContaining(said)]);
  });

  it('names the row and the field that the log does not make so, and changes nothing', async () => {
    await list('hoodie');
    await spoil();
    const { code, text } = await rebuild('products');
    expect([code, text]).toEqual([1, expect.stringContaining('DIFFERS: hoodie (productTitle)')]);
    expect(text).not.toContain('Of nobody');
    expect(await titles()).toEqual([['hoodie', 'Of nobody']]);
  });

  it('puts the new one in the place of the live one; what happens goes on in it', async () => {
    await list('hoodie');
    await spoil();
    const { code, text } = await rebuild('products', true);
    expect([code, text]).toEqual([0, expect.stringMatching(/DIFFERS: hoodie \(productTitle\)\nproducts is replaced$/)]);
    expect(await titles()).toEqual([['hoodie', facts.productTitle]]);
    await list('jacket');
    expect((await titles()).map(([id]) => id)).toEqual(['hoodie', 'jacket']);
    expect((await rebuild('products')).code).toBe(0);
    const said: string[] = [];
    expect([await pruneReadModels(config, (one) => said.push(one)), said]).toEqual([
      0,
      ['every read model that is stored is in use'],
    ]);
  });

  it('refuses a read model that there is not, and a directory without a log', async () => {
    await expect(rebuild('products')).rejects.toThrow(ConfigError);
    await list('hoodie');
    await expect(rebuild('nothing', true)).rejects.toThrow('there is no read model nothing; there are: ');
  });
});
