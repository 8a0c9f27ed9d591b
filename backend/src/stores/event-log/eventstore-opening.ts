import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import type { EventLog } from './event-log.js';
import { EventStoreClient, Refusal } from './eventstore-client.js';
import { type Connection, readConnectionString, WrongSetting, whyNot, wrong } from './eventstore-connection.js';
import { EventStoreLog, type EventStoreLogOptions } from './eventstore-event-log.js';
import { unlessUntrusted } from './eventstore-tls.js';

const DEFAULTS: EventStoreLogOptions = {
  openTimeout: 10_000,
  appendTimeout: 5_000,
  patience: 10_000,
  silence: 10_000,
  onTrouble: () => {},
};

const NEVER_WRITTEN = 'rights';
/** 24.10 */
const OLDEST = 2_410;

/** Opens EventStoreDB or KurrentDB, 24.10 or newer, once per process. @throws Error that names EVENTSTORE_URL */
export async function openEventStoreLog(
  url: string,
  options: Partial<EventStoreLogOptions> = {},
): Promise<EventLog & Pick<EventStoreClient, 'reconnect'>> {
  const connection = readConnectionString(url);
  const settings = { ...DEFAULTS, ...options };
  const client = new EventStoreClient(url, settings);
  const log = new EventStoreLog(client, settings);
  try {
    await Promise.race([log.reach(settings.openTimeout), unlessUntrusted(connection)]);
    await log.wasCut(NEVER_WRITTEN);
    await assertVersion(client, connection);
    return log;
  } catch (error) {
    await log.close();
    if (error instanceof WrongSetting) throw error;
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    if (cause instanceof Refusal)
      throw wrong(`names ${connection.hosts.join(', ')}, which refuses: ${cause.message}`, error);
    throw await whyNot(connection, settings.openTimeout, cause);
  }
}

/** Older servers report a missing position of a subscription like an outage. */
async function assertVersion(client: EventStoreClient, { hosts }: Connection): Promise<void> {
  const version = await client.serverVersion();
  const [, year, month] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  if (year === undefined || Number(year) * 100 + Number(month) >= OLDEST) return;
  throw wrong(`names ${hosts.join(', ')}, which is EventStoreDB ${version}: 24.10 is the oldest that is supported`);
}
