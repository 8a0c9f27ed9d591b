import { rm } from 'node:fs/promises';
import { type MasterKeySettings } from '../config/master-key-settings.js';
import { readInstallation } from '../event-sourcing/installation.js';
import { WHAT_TO_DO } from '../event-sourcing/log-watch.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { dropUnused } from '../projections/prune.js';
import { assertRoom, LEAST_FREE, openDataDirectory, writing } from '../stores/data-directory.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { memoryReadModels, openSqliteReadModels } from '../stores/read-models/sqlite-read-models.js';
import { type FreeSpace, freeSpaceOf, readLately, StorageRoom } from '../stores/storage-room.js';
import { assertRecords, lookThrough, noteClosed, noteOpened, STORE_FILES } from '../stores/store-files.js';
import type { ThreadPort } from '../stores/thread-port.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { MasterKeys } from '../stores/vault/master-keys.js';
import { dataKey } from '../stores/vault/secrets.js';
import { ServedFiles } from './followed-stores.js';
import type { SharedFiles } from './follower-thread.js';
import type { Engines } from './platform.js';
import { PROJECTIONS } from './projections.js';

export const MASTER_KEY_FILE = 'master.key';

export interface EmbeddedOptions {
  /** memory by default: each start folds them again */
  readModels?: 'disk' | 'memory';
  masterKey?: MasterKeySettings;
  /** free bytes below which the disk counts as full */
  leastFree?: number;
  free?: FreeSpace;
  /** ms between two checks for replaced files */
  lookEvery?: number;
  /** to a second thread, which is to fold read models on the disk */
  follower?: ThreadPort;
}

/** @throws when the data directory is in use, too new, damaged or on a full disk */
export async function openEmbedded(
  dataDir: string,
  say: (text: string) => void,
  onLockLost: () => void,
  options: EmbeddedOptions = {},
): Promise<Engines> {
  const { masterKey = { given: [], file: null }, leastFree = LEAST_FREE } = options;
  await assertRoom(dataDir, leastFree);
  const { lookEvery } = options;
  const looks = lookEvery === undefined ? {} : { lookEvery };
  const directory = await openDataDirectory(dataDir, { onProgress: say, onLost: onLockLost, ...looks });
  const root = directory.path('.');
  const free = options.free ?? freeSpaceOf(root);
  let replaced: string | null = null;
  const storage = new StorageRoom({
    free,
    ...(options.free ? {} : { lately: readLately(free) }),
    least: leastFree,
    reserve: directory.path('reserve'),
    replaced: () => replaced,
    say,
  });
  try {
    const found = await writing(dataDir, () => lookThrough(root));
    await noteOpened(root);
    const log = await openLmdbEventLog(directory.path('log'), undefined, storage);
    await readInstallation(log);
    const masterKeys = await MasterKeys.embedded(masterKey, directory.path(MASTER_KEY_FILE));
    const vault = await openLmdbVault(directory.path('vault'), masterKeys, storage);
    if (!found.isVaultAsClosed) await assertRecords(root, vault);
    if (found.readModels !== null) await removeReadModels(directory.path('read-models'), found.readModels, say);
    const isOnDisk = options.readModels === 'disk';
    const served = options.follower && new ServedFiles(options.follower);
    const reading = { say, room: storage, isToBeRead: !found.areReadModelsAsClosed, isShared: served !== undefined };
    const key = (await dataKey(vault, 'read-models')).toString('hex');
    const models = isOnDisk
      ? await openSqliteReadModels(directory.path(STORE_FILES['read-models']), { key, ...reading })
      : memoryReadModels();
    // Old versions contain names that no erasure reaches.
    for (const { name, version } of await dropUnused(models, PROJECTIONS)) say(`${name} version ${version}: dropped`);
    const { log: logFile, vault: vaultFile, 'read-models': readModelsFile } = STORE_FILES;
    directory.watch([logFile, vaultFile, ...(isOnDisk ? [readModelsFile] : [])], (path) => {
      replaced = `${path} is not the file that this process has opened. ${WHAT_TO_DO}`;
      say(replaced);
      served?.tellReplaced(replaced);
    });
    const close = async () => {
      await storage.stop();
      // Read models close first, because their last write names an event of the log.
      await models.close();
      await log.close();
      await vault.close();
      if (replaced === null) await noteClosed(root);
      await directory.release();
    };
    const markFormat = () => directory.markFormat();
    const sealed = vault;
    const engines = { log, models, vault, limits: memoryLimits, sealed, storage, isExclusive: true, markFormat, close };
    if (!served) return engines;
    const handOver = async (): Promise<SharedFiles> => {
      await served.handOver(models);
      return { root, masterKeys: masterKeys.all.map((one) => one.key), readModelsKey: key, leastFree };
    };
    return { ...engines, vault: served.serve(log, vault), onForget: served.forgetting.listen, handOver };
  } catch (error) {
    await directory.release();
    throw error;
  }
}

async function removeReadModels(path: string, reason: string, say: (text: string) => void): Promise<void> {
  say(`the read models cannot be used (${reason}): they are rebuilt from the log`);
  await rm(path, { recursive: true, force: true });
}
