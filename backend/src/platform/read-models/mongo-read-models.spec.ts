import { startMongo } from '../../../../test/standins/mongo/server.js';
import { findMongo } from '../../../../test/standins/real-mongo.js';
import { openMongoReadModels } from './mongo-read-models.js';
import { readModelsContract } from './read-models.contract.js';

const onServerAt = async (url: string, stop: () => Promise<void>) => {
  const models = await openMongoReadModels(url);
  const close = async () => {
    await models.close();
    await stop();
  };
  return { models, close };
};

readModelsContract('MongoDB, on the stand-in', async () => {
  const { url, stop } = await startMongo();
  return await onServerAt(url, stop);
});

const real = await findMongo();
if (typeof real === 'string') it.skip(`read models: MongoDB, a real server (${real})`, () => {});
else {
  readModelsContract('MongoDB, a real server', async () => {
    const { url, stop } = await real();
    return await onServerAt(url, stop);
  });
}
