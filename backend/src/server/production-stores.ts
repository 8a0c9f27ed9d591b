import type { EngineSettings } from '../config/config.js';
import { readInstallation } from '../event-sourcing/installation.js';
import { openMongoLimits } from '../http/limits/mongo-limits.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import type { MongoOptions } from '../stores/mongo/mongo-store.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import { retryWhileUnavailable } from '../stores/retry-while-unavailable.js';
import type { MasterKeys } from '../stores/vault/master-keys.js';
import { openMongoVault } from '../stores/vault/mongo-vault.js';
import type { Engines } from './platform.js';

type ProductionSettings = EngineSettings & Pick<MongoOptions, 'connectMs'> & { masterKey: Buffer | MasterKeys };

/** `onTrouble` receives broken calls. @throws Error that names EVENTSTORE_URL, MONGODB_URL or MASTER_KEY */
export async function openProduction(
  { eventstoreUrl, mongodbUrl, masterKey, ...patience }: ProductionSettings,
  onTrouble: (error: unknown) => void = () => undefined,
): Promise<Engines> {
  const { answerMs } = patience;
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  const opened = async <S extends { close(): Promise<void> }>(store: Promise<S>): Promise<S> => {
    const open = await store;
    closing.push(() => open.close());
    return open;
  };
  try {
    const doubting = new Set<() => void>();
    const onConnected = () => {
      for (const doubt of doubting) doubt();
    };
    const log = await opened(
      openEventStoreLog(eventstoreUrl, { appendTimeout: answerMs, silence: 2 * answerMs, onTrouble, onConnected }),
    );
    await retryWhileUnavailable(() => readInstallation(log), undefined);
    // The vault writes when it opens: refusals without a write come first.
    const models = await opened(openMongoReadModels(mongodbUrl, patience));
    const vault = await opened(openMongoVault(mongodbUrl, masterKey, patience));
    const { limits } = await opened(openMongoLimits(mongodbUrl, patience));
    const onDoubt = (listener: () => void) => void doubting.add(listener);
    const [reconnect, markFormat] = [() => log.reconnect(), () => vault.markFormat()];
    return { log, models, vault, limits, sealed: vault, onDoubt, reconnect, markFormat, close };
  } catch (error) {
    await close();
    throw error;
  }
}
