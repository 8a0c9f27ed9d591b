import { randomBytes } from 'node:crypto';
import { startMongo } from '../../../../test/standins/mongo/server.js';
import { openMongoVault } from './mongo-vault.js';
import { vaultContract } from './vault.contract.js';

const masterKey = randomBytes(32);

vaultContract('MongoDB, on the stand-in', async () => {
  const server = await startMongo();
  let vault = await openMongoVault(server.url, masterKey);
  const close = async () => {
    await vault.close();
    await server.stop();
  };
  const reopen = async () => {
    await vault.close();
    vault = await openMongoVault(server.url, masterKey);
    return vault;
  };
  return { vault, reopen, close };
});
