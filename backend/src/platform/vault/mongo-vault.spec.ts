import { randomBytes } from 'node:crypto';
import { findMongo } from '@supreme-access/test/standins/mongo/real.js';
import { startMongo } from '@supreme-access/test/standins/mongo/server.js';
import { openMongoVault } from './mongo-vault.js';
import { vaultContract } from './vault.contract.js';

const masterKey = randomBytes(32);

const onServerAt = async (url: string, stop: () => Promise<void>) => {
  let vault = await openMongoVault(url, masterKey);
  const close = async () => {
    await vault.close();
    await stop();
  };
  const reopen = async () => {
    await vault.close();
    vault = await openMongoVault(url, masterKey);
    return vault;
  };
  return { vault, reopen, close };
};

vaultContract('MongoDB, on the stand-in', async () => {
  const { url, stop } = await startMongo();
  return await onServerAt(url, stop);
});

const real = await findMongo();
if (typeof real === 'string') it.skip(`vault: MongoDB, a real server (${real})`, () => {});
else {
  vaultContract('MongoDB, a real server', async () => {
    const { url, stop } = await real();
    return await onServerAt(url, stop);
  });
}
