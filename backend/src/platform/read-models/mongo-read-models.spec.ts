import { startMongo } from '../../../../test/standins/mongo/server.js';
import { openMongoReadModels } from './mongo-read-models.js';
import { readModelsContract } from './read-models.contract.js';

readModelsContract('MongoDB, on the stand-in', async () => {
  const server = await startMongo();
  const models = await openMongoReadModels(server.url);
  const close = async () => {
    await models.close();
    await server.stop();
  };
  return { models, close };
});
