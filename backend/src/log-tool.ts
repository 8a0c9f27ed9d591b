import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.js';
import { copyInstallation } from './copy-log.js';
import { openProduction } from './engines.js';
import { openDataDirectory } from './platform/data-directory.js';
import { openLmdbEventLog } from './platform/log/lmdb-event-log.js';
import { loadMasterKey, openLmdbVault } from './platform/vault/lmdb-vault.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** `npm run log -- copy`: moves the log and vault in DATA_DIR into EVENTSTORE_URL and MONGODB_URL. */
async function main(args: readonly string[]): Promise<void> {
  if (args.length !== 1 || args[0] !== 'copy') {
    throw new Error(
      'usage: npm run log -- copy   (DATA_DIR, EVENTSTORE_URL, MONGODB_URL, MASTER_KEY, JWT_SECRET are set)',
    );
  }
  const { dataDir, engines } = readConfig(process.env);
  if (!engines) throw new ConfigError('EVENTSTORE_URL and MONGODB_URL say where to copy to');
  if (!existsSync(join(dataDir, 'log'))) throw new ConfigError(`there is no event log in ${dataDir}; set DATA_DIR`);
  const directory = await openDataDirectory(dataDir, { onProgress: say });
  try {
    const log = await openLmdbEventLog(directory.path('log'));
    const vault = await openLmdbVault(directory.path('vault'), await loadMasterKey(directory.path('master.key')));
    const target = await openProduction(engines);
    try {
      await copyInstallation({ log, vault }, target, say);
    } finally {
      await Promise.all([log.close(), vault.close(), target.close()]);
    }
  } finally {
    await directory.release();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
