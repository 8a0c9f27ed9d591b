import { findMongo } from '@supreme-access/test/standins/mongo/real.js';
import { startMongo } from '@supreme-access/test/standins/mongo/server.js';
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

const RUNS = 60;

const onStandIn = async () => {
  const { url, stop } = await startMongo();
  return await onServerAt(url, stop);
};
readModelsContract('MongoDB, on the stand-in', onStandIn, RUNS);

const real = await findMongo();
if (typeof real === 'string') it.skip(`read models: MongoDB, a real server (${real})`, () => {});
else {
  const onRealServer = async () => {
    const { url, stop } = await real();
    return await onServerAt(url, stop);
  };
  readModelsContract('MongoDB, a real server', onRealServer, RUNS);
}
