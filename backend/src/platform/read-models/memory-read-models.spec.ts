import { memoryReadModels } from './memory-read-models.js';
import { readModelsContract } from './read-models.contract.js';

readModelsContract('memory', async () => {
  const models = memoryReadModels();
  return { models, close: () => models.close() };
});
