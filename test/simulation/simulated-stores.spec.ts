import { setImmediate as turn } from 'node:timers/promises';
import { memoryReadModels } from '../../backend/src/stores/read-models/sqlite-read-models.js';
import { eventLogContract } from '../contracts/event-log.contract.js';
import { readModelsContract } from '../contracts/read-models.contract.js';
import { vaultContract } from '../contracts/vault.contract.js';
import { type CallResult, Connection, Life, type Service } from './connection.js';
import { LogServer } from './log-server.js';
import { RandomSource } from './random-source.js';
import { SimLog } from './sim-log.js';
import { simModels } from './sim-models.js';
import { SimVault, VaultServer } from './sim-vault.js';

const fine: CallResult = { kind: 'fine', ms: 0 };
const connectionTo = (service: Service) =>
  new Connection(
    { isStill: false, isClear: () => true, result: () => fine },
    new Life(),
    service,
    new RandomSource('spec'),
  );
const flush = () => turn();

function holding() {
  const held: CallResult[] = [];
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
  const result = () => held.shift() ?? fine;
  return {
    late,
    connection: new Connection(
      { isStill: false, isClear: () => true, result },
      new Life(),
      'log',
      new RandomSource('spec'),
    ),
  };
}

async function openLog() {
  const server = new LogServer(flush);
  const { late, connection } = holding();
  const log = new SimLog(server, connection);
  const operator = {
    cut: (stream: string, before: number) => server.cut(stream, before),
    softDelete: (stream: string) => server.cut(stream),
  };
  return { log, late, operator, reopen: async () => new SimLog(server, connection), close: () => log.close() };
}
eventLogContract('simulated', openLog, { givesUp: true });

vaultContract('simulated', async () => {
  const server = new VaultServer(flush);
  const vault = new SimVault(server, connectionTo('vault'));
  return { vault, reopen: async () => new SimVault(server, connectionTo('vault')), close: () => vault.close() };
});

readModelsContract('simulated', async () => {
  const models = simModels(memoryReadModels(), connectionTo('models'));
  return { models, close: () => models.close() };
});
