import { randomBytes } from 'node:crypto';
import { vaultContract } from '@supreme-access/test/contracts/vault.contract.js';
import { findMongo } from '@supreme-access/test/emulators/mongo/real.js';
import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { openMongoVault } from './mongo-vault.js';

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

vaultContract('MongoDB, on the emulator', async () => {
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
