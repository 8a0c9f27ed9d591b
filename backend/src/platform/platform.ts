import { Inject } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Sessions } from './auth/sessions.js';
import type { Holders } from './claims.js';
import type { Config } from './config.js';
import type { DueWork } from './due/due-work.js';
import type { LimitStore } from './limits/limits.js';
import type { Schema } from './log/codec.js';
import type { EventLog } from './log/event-log.js';
import type { LiveEvents } from './log/live-events.js';
import type { LogWatch } from './log/log-watch.js';
import type { Projection } from './projections/projection.js';
import type { Projector } from './projections/projector.js';
import type { StreamChecks } from './projections/stream-checks.js';
import type { ReadModels } from './read-models/read-models.js';
import type { Secrets } from './secrets.js';
import type { SecurityLog } from './security-log.js';
import type { StorageRoom } from './storage-room.js';
import type { StoreCalls } from './store-calls.js';
import type { Streams } from './streams.js';
import type { ResealableVault, Resealing } from './vault/resealing.js';
import type { Sealer } from './vault/sealer.js';
import type { Vault } from './vault/vault.js';

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

/** Whether the start has done all that comes before people: erasures repeated, the first admin and the seed there. */
export class Startup {
  isOver = false;
  /** Has the log compared with what is known of it. @throws LogReplaced when it is another one */
  logIsOurs: () => Promise<void> = async () => undefined;
  /** why the log is older than what was made from it, in words: the work is off then; null: it is not */
  olderLog: string | null = null;
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

export const CONFIG = Symbol('config');
export const CLOCK = Symbol('clock');
export const EVENT_LOG = Symbol('event log');
export const VAULT = Symbol('vault');
export const LOGGER = Symbol('logger');
export const SCHEMA = Symbol('event schema');

export const InjectConfig = () => Inject(CONFIG);
/** `() => number`, ms UTC */
export const InjectClock = () => Inject(CLOCK);
export const InjectVault = () => Inject(VAULT);
export const InjectEventLog = () => Inject(EVENT_LOG);
export const InjectSchema = () => Inject(SCHEMA);
