import { setImmediate as turn } from 'node:timers/promises';
import { eventLogContract } from '../../backend/src/platform/log/event-log.contract.js';
import { memoryReadModels } from '../../backend/src/platform/read-models/memory-read-models.js';
import { readModelsContract } from '../../backend/src/platform/read-models/read-models.contract.js';
import { vaultContract } from '../../backend/src/platform/vault/vault.contract.js';
import { Dice } from './dice.js';
import { type Fate, Life, Line, type Service } from './line.js';
import { LogServer } from './log-server.js';
import { SimLog } from './sim-log.js';
import { simModels } from './sim-models.js';
import { SimVault, VaultServer } from './sim-vault.js';

const fine: Fate = { kind: 'fine', ms: 0 };
const lineTo = (service: Service) =>
  new Line({ isStill: false, fate: () => fine }, new Life(), service, new Dice('spec'));
const flush = () => turn();

eventLogContract('simulated', async () => {
  const server = new LogServer(flush);
  const log = new SimLog(server, lineTo('log'));
  return { log, reopen: async () => new SimLog(server, lineTo('log')), close: () => log.close() };
});

vaultContract('simulated', async () => {
  const server = new VaultServer(flush);
  const vault = new SimVault(server, lineTo('vault'));
  return { vault, reopen: async () => new SimVault(server, lineTo('vault')), close: () => vault.close() };
});

readModelsContract('simulated', async () => {
  const models = simModels(memoryReadModels(), lineTo('models'));
  return { models, close: () => models.close() };
});
