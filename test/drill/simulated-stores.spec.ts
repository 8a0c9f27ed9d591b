import { setImmediate as turn } from 'node:timers/promises';
import { eventLogContract } from '../../backend/src/platform/log/event-log.contract.js';
import { readModelsContract } from '../../backend/src/platform/read-models/read-models.contract.js';
import { memoryReadModels } from '../../backend/src/platform/read-models/sqlite-read-models.js';
import { vaultContract } from '../../backend/src/platform/vault/vault.contract.js';
import { Dice } from './dice.js';
import { type Fate, Life, Line, type Service } from './line.js';
import { LogServer } from './log-server.js';
import { SimLog } from './sim-log.js';
import { simModels } from './sim-models.js';
import { SimVault, VaultServer } from './sim-vault.js';

const fine: Fate = { kind: 'fine', ms: 0 };
const lineTo = (service: Service) =>
  new Line({ isStill: false, isClear: () => true, fate: () => fine }, new Life(), service, new Dice('spec'));
const flush = () => turn();

/** Holds the next call back until it is let go. */
function holding() {
  const held: Fate[] = [];
  const late = () => {
    const gate = { open: () => {} };
    const later = () =>
      new Promise<void>((resolve) => {
        gate.open = resolve;
      });
    held.push({ kind: 'late', ms: 5, later });
    return async () => {
      while (held.length > 0) await turn();
      gate.open();
      for (let turns = 0; turns < 5; turns += 1) await turn();
    };
  };
  const fate = () => held.shift() ?? fine;
  return { late, line: new Line({ isStill: false, isClear: () => true, fate }, new Life(), 'log', new Dice('spec')) };
}

async function openLog() {
  const server = new LogServer(flush);
  const { late, line } = holding();
  const log = new SimLog(server, line);
  const operator = {
    cut: (stream: string, before: number) => server.cut(stream, before),
    softDelete: (stream: string) => server.cut(stream),
  };
  return { log, late, operator, reopen: async () => new SimLog(server, line), close: () => log.close() };
}
eventLogContract('simulated', openLog, { givesUp: true });

vaultContract('simulated', async () => {
  const server = new VaultServer(flush);
  const vault = new SimVault(server, lineTo('vault'));
  return { vault, reopen: async () => new SimVault(server, lineTo('vault')), close: () => vault.close() };
});

readModelsContract('simulated', async () => {
  const models = simModels(memoryReadModels(), lineTo('models'));
  return { models, close: () => models.close() };
});
