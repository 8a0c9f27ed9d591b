import { randomUUID } from 'node:crypto';
import { orderDue } from '../orders/order.due.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { Sessions } from '../platform/auth/sessions.js';
import { Holders } from '../platform/claims.js';
import type { Config } from '../platform/config.js';
import { dueProjection } from '../platform/due/due.projection.js';
import { DueWork } from '../platform/due/due-work.js';
import { parkedDue } from '../platform/due/parked-work.js';
import { memoryLimits } from '../platform/limits/memory-limits.js';
import { Acceptances } from '../platform/log/acceptances.js';
import type { EventLog } from '../platform/log/event-log.js';
import { LiveEvents } from '../platform/log/live-events.js';
import { LogWatch } from '../platform/log/log-watch.js';
import { createLogger } from '../platform/logger.js';
import { type Platform, Startup } from '../platform/platform.js';
import type { Projection } from '../platform/projections/projection.js';
import { Projector } from '../platform/projections/projector.js';
import { StreamChecks } from '../platform/projections/stream-checks.js';
import { memoryReadModels } from '../platform/read-models/sqlite-read-models.js';
import { Secrets } from '../platform/secrets.js';
import { openSecurityLines, SecurityLog } from '../platform/security-log.js';
import { StorageRoom } from '../platform/storage-room.js';
import { StoreCalls } from '../platform/store-calls.js';
import { Streams } from '../platform/streams.js';
import { Sealer } from '../platform/vault/sealer.js';
import { INSTALLATION_ID, type Vault } from '../platform/vault/vault.js';
import { stripeDue } from '../stripe/webhook.due.js';
import { intentsProjection } from './intents.projection.js';

export const due = dueProjection([orderDue, stripeDue, parkedDue]);
const PROJECTIONS = [ordersProjection, intentsProjection, due] as unknown as readonly Projection<unknown>[];

/** What a server of payments alone stands on: this log and vault, read models in memory. `clock`: ms UTC */
export async function paymentsPlatform(log: EventLog, vault: Vault, clock: () => number): Promise<Platform> {
  await vault.put('secret', INSTALLATION_ID, randomUUID());
  const secrets = await Secrets.open(vault, ['jwt', 'inbound-mail', 'request', 'limits']);
  const sealer = new Sealer(vault);
  const streams = new Streams(log, sealer, { schema: {}, clock });
  const models = memoryReadModels();
  const logger = createLogger('silent');
  const checks = new StreamChecks(log, models, new Acceptances(log));
  const projector = new Projector(checks.followed(), models, sealer, {}, PROJECTIONS, (error) => {
    throw error;
  });
  const live = new LiveEvents(log, projector);
  live.onEvent((event) => streams.hear(event));
  const dueWork = new DueWork(models, projector, due, clock, logger);
  const sessions = new Sessions(secrets.get('jwt'), clock);
  const config = {
    role: 'all',
    trustedProxies: [],
    publicUrl: 'http://localhost',
    adminUrl: null,
    operationsToken: null,
    tls: null,
    stripe: { publishableKey: null },
    retailerMail: { domains: [], keys: {}, confirms: [] },
  } as unknown as Config;
  const about = { secrets, schema: {}, startup: new Startup(), calls: new StoreCalls(), resealing: null };
  const stores = { log, vault, models, limits: memoryLimits, storage: StorageRoom.elsewhere(), sealer };
  const security = new SecurityLog(openSecurityLines(null, 'silent'), secrets.get('request'));
  const readModels = { projections: PROJECTIONS };
  const holders = new Holders(false);
  const watch = new LogWatch(log, 'ours');
  const following = { streams, projector, live, watch, checks, dueWork };
  const parts = { config, logger, security, clock, holders, sessions };
  return { ...stores, ...about, ...readModels, ...following, ...parts };
}
