import type { Logger } from 'pino';
import type { Sessions } from '../auth/sessions.js';
import type { Config } from '../config/config.js';
import type { Holders } from '../event-sourcing/claims.js';
import type { Schema } from '../event-sourcing/codec.js';
import { Startup } from '../event-sourcing/health-checks.js';
import type { LogWatch } from '../event-sourcing/log-watch.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { Streams } from '../event-sourcing/streams.js';
import type { LimitStore } from '../http/limits/limits.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { LiveEvents } from '../projections/live-events.js';
import type { Projection } from '../projections/projection.js';
import type { Projector } from '../projections/projector.js';
import type { StreamChecks } from '../projections/stream-checks.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import type { StorageRoom } from '../stores/storage-room.js';
import type { StoreCalls } from '../stores/store-calls.js';
import type { ThreadPort } from '../stores/thread-port.js';
import type { Forget } from '../stores/vault/followed-vault.js';
import type { ResealableVault, Resealing } from '../stores/vault/resealing.js';
import type { Secrets } from '../stores/vault/secrets.js';
import type { Vault } from '../stores/vault/vault.js';
import type { SecurityLog } from '../telemetry/security-log.js';
import type { SharedFiles } from './follower-thread.js';

interface Stores {
  log: EventLog;
  models: ReadModels;
  vault: Vault;
  limits: LimitStore;
}

export interface Engines extends Stores {
  sealed?: ResealableVault;
  storage?: StorageRoom;
  /** called for each new connection, which may lead to another log; undefined for local stores */
  onDoubt?: (listener: () => void) => void;
  reconnect?: () => Promise<void>;
  /** ms until a log that ends too early is believed; ten seconds by default */
  believedAfter?: number;
  /** no other process can open the stores; false by default */
  isExclusive?: boolean;
  /** Older programs refuse these stores afterwards. */
  markFormat(): Promise<void>;
  /** called for each erased record: drop its key, or clear text */
  onForget?: (listener: Forget) => void;
  /** hands the writing of the read models over to the thread that follows; null: it opens stores of its own */
  handOver?: () => Promise<SharedFiles>;
  close(): Promise<void>;
}

/** Opened before Nest starts, so that a wrong setting fails before the server listens. */
export interface Platform extends Stores {
  calls: StoreCalls;
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
  projections: readonly Projection<unknown>[];
  projector: Projector;
  checks: StreamChecks;
  live: LiveEvents;
  watch: LogWatch;
  jobRunner: JobRunner;
  holders: Holders;
  sessions: Sessions;
  startup: Startup;
  /** to the thread that follows, where there is one */
  follower: ThreadPort | null;
}
