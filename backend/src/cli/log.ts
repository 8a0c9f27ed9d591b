import { resolve } from 'node:path';
import { SessionKeys } from '../auth/session-keys.js';
import { PictureFiles, picturesIn } from '../catalogue/products/picture-files.js';
import { openPictures } from '../catalogue/products/picture-store.js';
import { type Config, ConfigError, type EngineSettings, readConfig } from '../config/config.js';
import { MASTER_KEY_FILE } from '../server/embedded-stores.js';
import type { Engines } from '../server/platform.js';
import { openProduction } from '../server/production-stores.js';
import { openDataDirectory } from '../stores/data-directory.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { lookThrough } from '../stores/store-files.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { MasterKeys } from '../stores/vault/master-keys.js';
import { Secrets } from '../stores/vault/secrets.js';
import { acceptLoss } from './accept-loss.js';
import { acceptOlder } from './accept-older.js';
import { backUp } from './backup.js';
import { copyInstallation } from './copy-log.js';
import { copyPictures } from './copy-pictures.js';
import { pruneReadModels, rebuildReadModels } from './read-models.js';
import { assertInstalled, withStores } from './stores.js';

const USAGE = `usage: npm run log -- copy [directory] copies the log and vault in DATA_DIR into EVENTSTORE_URL and MONGODB_URL,
                                        and uploaded pictures into PICTURES_URL or the directory that will be DATA_DIR there
       npm run log -- rebuild [name]    folds the log again beside each read model, in MONGODB_URL or DATA_DIR, and compares the two
       npm run log -- rebuild <name> --replace   the same, and puts the new one in the place of the live one, which is kept for a day
       npm run log -- prune             drops read models of versions that this program does not use, and those replaced a day ago
       npm run log -- backup <directory> copies log, vault and pictures in DATA_DIR, also while the server runs
       npm run log -- accept-loss [--yes] says what is lost with a vault that is older than the log; accepts it
       npm run log -- accept-older [--yes] says that the log is older than its vault (a restored backup); lets the work go on
       npm run log -- end-sessions      signs sessions with a new secret, for one that was stolen: everybody logs in again
EVENTSTORE_URL, MONGODB_URL, MASTER_KEY and JWT_SECRET are set as for the server.`;

const say = (text: string) => process.stdout.write(`${text}\n`);

function isUse(command: string | undefined, name: string | undefined): boolean {
  if (command === 'prune' || command === 'end-sessions') return name === undefined;
  if (command === 'backup') return name !== undefined && !name.startsWith('-');
  if (command === 'accept-loss' || command === 'accept-older') return name === undefined || name === '--yes';
  return (command === 'rebuild' || command === 'copy') && !name?.startsWith('-');
}

async function main([command, name, ...rest]: readonly string[]): Promise<number> {
  const isToReplace = command === 'rebuild' && name !== undefined && rest.join(' ') === '--replace';
  if (!isUse(command, name) || (rest.length > 0 && !isToReplace)) throw new ConfigError(USAGE);
  const config = readConfig(process.env);
  if (command === 'backup' && name !== undefined) return backup(config, name);
  const withEngines = (work: (engines: Engines) => Promise<number>) => withStores(config, say, work);
  if (command === 'accept-loss') return withEngines((engines) => acceptLoss(engines, config, name === '--yes', say));
  if (command === 'accept-older') return withEngines((engines) => acceptOlder(engines, name === '--yes', say));
  if (command === 'end-sessions') return withEngines(({ vault }) => endSessions(vault, config));
  if (command === 'prune') return pruneReadModels(config, say);
  if (command === 'rebuild') return rebuildReadModels(config, { name, isToReplace }, say);
  if (!config.engines) throw new ConfigError('EVENTSTORE_URL and MONGODB_URL are not set');
  return copy(config, config.engines, name);
}

async function backup({ dataDir, engines, masterKey, bucket }: Config, directory: string): Promise<number> {
  if (engines) {
    const text = 'EventStoreDB and MongoDB are backed up by their own means';
    throw new ConfigError(`${text}, in the order that docs/operations.md says ("Back up")`);
  }
  const target = await backUp(dataDir, directory);
  const key = masterKey.file ?? (masterKey.given.length > 0 ? 'MASTER_KEY' : resolve(dataDir, MASTER_KEY_FILE));
  if (bucket) say(`NOT COPIED: the pictures in the bucket ${bucket.bucket}. Back it up by its own means, after this.`);
  say(
    `${target} holds log, vault and ${bucket ? 'the pictures of before the bucket' : 'pictures'}. Keep ${key} elsewhere: nothing opens without it.`,
  );
  return 0;
}

/** Running processes load the new secret within 20 seconds. */
async function endSessions(vault: Engines['vault'], { jwtSecret: jwt }: Config): Promise<number> {
  const secrets = await Secrets.open(vault, ['jwt'], { jwt });
  const keys = await SessionKeys.open(vault, secrets.get('jwt'), jwt, Date.now());
  await keys.replaceStolen(Date.now());
  say('Sessions are signed with a new secret: everybody logs in again.');
  return 0;
}

/** Pictures come first: no product names a missing one. */
async function copy(config: Config, engines: EngineSettings, moved: string | undefined): Promise<number> {
  const { dataDir, masterKey } = config;
  const to = await placeOfPictures(config, moved);
  assertInstalled(config);
  const directory = await openDataDirectory(dataDir, { onProgress: say });
  let lost: number;
  try {
    await lookThrough(directory.path('.'));
    const log = await openLmdbEventLog(directory.path('log'));
    const keys = await MasterKeys.embedded(masterKey, directory.path(MASTER_KEY_FILE));
    const vault = await openLmdbVault(directory.path('vault'), keys);
    const target = await openProduction({ ...engines, masterKey: await MasterKeys.shared(masterKey) });
    try {
      lost = await copyPictures(log, picturesIn(dataDir), to, say);
      await copyInstallation({ log, vault }, target, say);
    } finally {
      await Promise.all([log.close(), vault.close(), target.close()]);
    }
  } finally {
    await directory.release();
  }
  return lost === 0 ? 0 : 1;
}

async function placeOfPictures(config: Config, moved: string | undefined) {
  const { bucket, dataDir } = config;
  if (bucket) {
    if (moved !== undefined) throw new ConfigError('pictures go into PICTURES_URL: name no directory');
    return { pictures: await openPictures(config), place: `the bucket ${bucket.bucket}` };
  }
  if (moved === undefined || resolve(moved) === resolve(dataDir)) return null;
  const place = picturesIn(resolve(moved));
  return { pictures: new PictureFiles(place), place };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
