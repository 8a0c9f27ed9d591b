import { readModelsContract } from '@supreme-access/test/contracts/read-models.contract.js';
import { findMongo } from '@supreme-access/test/emulators/mongo/real.js';
import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { openMongoReadModels } from './mongo-read-models.js';

const onServerAt = async (url: string, stop: () => Promise<void>) => {
  const models = await openMongoReadModels(url);
  const close = async () => {
    await models.close();
    await stop();
  };
  return { models, close };
};

const RUNS = 60;

const onEmulator = async () => {
  const { url, stop } = await startMongo();
  return await onServerAt(url, stop);
};
readModelsContract('MongoDB, on the emulator', onEmulator, RUNS);

const real = await findMongo();
if (typeof real === 'string') it.skip(`read models: MongoDB, a real server (${real})`, () => {});
else {
  const onRealServer = async () => {
    const { url, stop } = await real();
    return await onServerAt(url, stop);
  };
  readModelsContract('MongoDB, a real server', onRealServer, RUNS);
}
