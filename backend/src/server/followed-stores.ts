import { join } from 'node:path';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { PASSED_OVER } from '../projections/locked-streams.js';
import { REBUILDS } from '../projections/prune.js';
import { followEventLog, serveEventLog } from '../stores/event-log/followed-event-log.js';
import type { LmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { openSqliteReadModels, type SqliteReadModels } from '../stores/read-models/sqlite-read-models.js';
import { freeSpaceOf, StorageRoom } from '../stores/storage-room.js';
import { STORE_FILES } from '../stores/store-files.js';
import type { ThreadPort } from '../stores/thread-port.js';
import { type Forget, followVault, serveVault } from '../stores/vault/followed-vault.js';
import type { LmdbVault } from '../stores/vault/lmdb-vault.js';
import { MasterKeys } from '../stores/vault/master-keys.js';
import type { Vault } from '../stores/vault/vault.js';
import type { SharedFiles } from './follower-thread.js';
import type { Engines } from './platform.js';
import { PROJECTIONS } from './projections.js';

const [RENAMED, REPLACED] = ['read-models.renamed', 'files.replaced'];

/** Who drops what it holds of an erased record. */
export class Forgetting {
  private readonly listeners = new Set<Forget>();

  readonly listen = (listener: Forget): void => {
    this.listeners.add(listener);
  };

  readonly forget: Forget = (kind, id) => {
    for (const listener of this.listeners) listener(kind, id);
  };
}

/** Serves the files of the thread that answers to the one that follows. */
export class ServedFiles {
  readonly forgetting = new Forgetting();

  constructor(private readonly port: ThreadPort) {}

  serve(log: LmdbEventLog, vault: LmdbVault): Vault {
    serveEventLog(log, this.port);
    return serveVault(vault, this.port, this.forgetting.forget);
  }

  /** From now on the other thread writes the read models. */
  async handOver(models: SqliteReadModels): Promise<void> {
    await models.open([...PROJECTIONS, PASSED_OVER, REBUILDS]);
    await models.readOnly();
    this.port.serve(RENAMED, () => models.readAnew());
  }

  tellReplaced(reason: string): void {
    this.port.tell(REPLACED, reason);
  }
}

/** The engines of the thread that follows. */
export async function openFollowed(files: SharedFiles, port: ThreadPort): Promise<Engines> {
  const { root, readModelsKey: key, leastFree: least } = files;
  const forgetting = new Forgetting();
  let replaced: string | null = null;
  port.serve(REPLACED, (reason: string) => {
    replaced = reason;
  });
  const reserve = join(root, 'reserve');
  const storage = new StorageRoom({ free: freeSpaceOf(root), least, reserve, replaced: () => replaced });
  const keys = MasterKeys.of(...files.masterKeys.map((one) => Buffer.from(one)));
  const log = await followEventLog(join(root, 'log'), port);
  const vault = await followVault(join(root, 'vault'), keys, port, forgetting.forget);
  const models = await openSqliteReadModels(join(root, STORE_FILES['read-models']), {
    key,
    room: storage,
    isShared: true,
    isOpen: true,
    onRenamed: () => port.call(RENAMED),
  });
  const close = async () => {
    await models.close();
    await log.close();
    await vault.close();
  };
  // The thread that writes the files has marked them.
  const markFormat = async () => undefined;
  const onForget = forgetting.listen;
  return { log, models, vault, limits: memoryLimits, storage, isExclusive: true, markFormat, onForget, close };
}
