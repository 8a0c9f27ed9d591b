import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { dropUnused } from './prune.js';

const ENGINES = {
  'in memory': async () => ({ models: memoryReadModels(), stop: async () => {} }),
  'in MongoDB, on the emulator': async () => {
    const server = await startMongo();
    return { models: await openMongoReadModels(server.url), stop: server.stop };
  },
};

const orders = { name: 'orders', version: 2, indexes: [] };
const before = { ...orders, version: 1 };
const row = { id: 'a', position: 3, document: { name: 'Ada' } };

describe.each(Object.entries(ENGINES))('pruning read models, %s', (_, open) => {
  it('drops versions that are not in use and rebuilds that were cut off, and leaves the others whole', async () => {
    const { models, stop } = await open();
    const all = [before, orders, { ...orders, name: 'orders-rebuild' }];
    await models.open(all);
    for (const collection of all) await models.write(collection, [row]);
    await models.advance(orders, 3);
    const dropped = await dropUnused(models, [orders]);
    expect(dropped.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(['orders 1', 'orders-rebuild 2']);
    expect(await models.list()).toEqual([{ name: 'orders', version: 2 }]);
    expect([await models.get(orders, 'a'), await models.checkpoint(orders)]).toEqual([row.document, 3]);
    expect(await dropUnused(models, [orders])).toEqual([]);
    await models.close();
    await stop();
  });
});
