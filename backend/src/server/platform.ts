import type { Logger } from 'pino';
import type { Sessions } from '../auth/sessions.js';
import type { Config } from '../config/config.js';
import type { Holders } from '../event-sourcing/claims.js';
import type { Schema } from '../event-sourcing/codec.js';
import type { LogWatch } from '../event-sourcing/log-watch.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import { Startup } from '../event-sourcing/startup.js';
import type { Streams } from '../event-sourcing/streams.js';
import type { LimitStore } from '../http/limits/limits.js';
import type { DueWork } from '../jobs/due-work.js';
import type { LiveEvents } from '../projections/live-events.js';
import type { Projection } from '../projections/projection.js';
import type { Projector } from '../projections/projector.js';
import type { StreamChecks } from '../projections/stream-checks.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import type { StorageRoom } from '../stores/storage-room.js';
import type { StoreCalls } from '../stores/store-calls.js';
import type { ResealableVault, Resealing } from '../stores/vault/resealing.js';
import type { Secrets } from '../stores/vault/secrets.js';
import type { Vault } from '../stores/vault/vault.js';
import type { SecurityLog } from '../telemetry/security-log.js';

interface Stores {
  log: EventLog;
  models: ReadModels;
  vault: Vault;
  limits: LimitStore;
}

export interface Engines extends Stores {
  /** the vault again; missing where stores are simulated */
  sealed?: ResealableVault;
  /** of the disk that they lie on; missing where they lie elsewhere */
  storage?: StorageRoom;
  /** The listener hears of each new connection to the log, which may be another one since; missing where it lies here. */
  onDoubt?: (listener: () => void) => void;
  /** Leaves the connection to the log in use, and finds the leader of now. */
  reconnect?: () => Promise<void>;
  /** ms between the two looks after which a log that ends too early is believed to do so; ten seconds unless said */
  believedAfter?: number;
  /** no other process can have the stores open; false unless said */
  isExclusive?: boolean;
  close(): Promise<void>;
}

/** Everything technical, opened before Nest starts, so that a wrong setting or a lost vault is said before anything listens. */
export interface Platform extends Stores {
  /** those to the stores that are under way */
  calls: StoreCalls;
  /** of the vault; null where stores are simulated */
  resealing: Resealing | null;
  storage: StorageRoom;
  config: Config;
  logger: Logger;
  security: SecurityLog;
  clock: () => number;
  sealer: Sealer;
  secrets: Secrets;
  schema: Schema;
  streams: Streams;
  /** every read model that there is */
  projections: readonly Projection<unknown>[];
  projector: Projector;
  /** which of the log's events are folded */
  checks: StreamChecks;
  live: LiveEvents;
  watch: LogWatch;
  dueWork: DueWork;
  holders: Holders;
  sessions: Sessions;
  startup: Startup;
}
