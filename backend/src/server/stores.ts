import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SessionKeys } from '../auth/session-keys.js';
import { Sessions } from '../auth/sessions.js';
import { type Config, foldsHere } from '../config/config.js';
import { Acceptances } from '../event-sourcing/acceptances.js';
import { Holders } from '../event-sourcing/claims.js';
import { Startup } from '../event-sourcing/health-checks.js';
import { raiseFormat } from '../event-sourcing/installation.js';
import { guardedLog, LogWatch } from '../event-sourcing/log-watch.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { rememberLost, whyLogOlder } from '../event-sourcing/seen-log.js';
import { Streams } from '../event-sourcing/streams.js';
import { assertSystemWhole } from '../event-sourcing/system-streams.js';
import { assertNotBehind } from '../event-sourcing/watermark.js';
import { JobRunner } from '../jobs/job-runner.js';
import { fitToLog } from '../projections/fit-to-log.js';
import { LiveEvents } from '../projections/live-events.js';
import { Projector } from '../projections/projector.js';
import { StreamChecks } from '../projections/stream-checks.js';
import { assertDirectory } from '../stores/data-directory.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { SEEN_AGAIN_AFTER } from '../stores/event-log/log-identity.js';
import { retryWhileUnavailable } from '../stores/retry-while-unavailable.js';
import { StorageRoom } from '../stores/storage-room.js';
import { StoreCalls } from '../stores/store-calls.js';
import type { ThreadPort } from '../stores/thread-port.js';
import { MasterKeys } from '../stores/vault/master-keys.js';
import { Resealing } from '../stores/vault/resealing.js';
import { Secrets } from '../stores/vault/secrets.js';
import type { Vault } from '../stores/vault/vault.js';
import { watchedLog, watchedModels, watchedVault } from '../stores/watched-stores.js';
import { isTerminal } from '../telemetry/logger.js';
import { outagesOf } from '../telemetry/outages.js';
import { openSecurityLines, SecurityLog, securityFile } from '../telemetry/security-log.js';
import { isAway } from '../telemetry/store-unavailable.js';
import { type EmbeddedOptions, openEmbedded } from './embedded-stores.js';
import { EVENT_SCHEMA } from './event-schema.js';
import { whatIsReal } from './first-minute/nothing-real.js';
import type { FollowerThread } from './follower-thread.js';
import { assertOwnReadModels, checkInstallation } from './installation-check.js';
import { type Engines, type Platform } from './platform.js';
import { due, PROJECTIONS } from './projections.js';
import { admissionOf } from './storage-admission.js';

/** The production drivers take half a second to load, so the embedded engines do not import them. */
export async function openEngines(
  config: Config & Pick<EmbeddedOptions, 'readModels'>,
  logger: Logger,
  say: (text: string) => void,
  onLockLost: () => void,
  follower?: ThreadPort,
): Promise<Engines> {
  if (!config.engines) {
    return openEmbedded(config.dataDir, say, onLockLost, {
      readModels: 'disk',
      ...config,
      ...(follower ? { follower } : {}),
    });
  }
  await assertDirectory(config.dataDir);
  const { openProduction } = await import('./production-stores.js');
  const masterKey = await MasterKeys.shared(config.masterKey);
  return openProduction({ ...config.engines, masterKey }, (error) => {
    outagesOf(logger).broke('the event log', error instanceof Error ? error.message : String(error));
  });
}

export const SECRETS = [
  'jwt',
  'invitation',
  'person',
  'email',
  'fingerprint',
  'stripe-key',
  'stripe-webhook',
  'retailer-key',
  'inbound-mail',
  'link',
  'mailed-link',
  'request',
  'repeats',
  'limits',
];

/** What a thread knows of the other one of its process. */
export interface Beside {
  /** the one that follows */
  follower?: Pick<FollowerThread, 'port' | 'folding'> | null;
  /** how the one that answers names the process in claims, and what it has found out of the log */
  here?: string;
  olderLog?: string | null;
}

/** @throws when log, vault and read models do not belong together, or are too new */
export async function openPlatform(
  config: Config,
  engines: Engines,
  logger: Logger,
  clock = Date.now,
  assertVault: typeof assertNotBehind = assertNotBehind,
  beside: Beside = {},
): Promise<Platform> {
  const calls = new StoreCalls(outagesOf(logger));
  const watched = watchedLog(engines.log, calls);
  const models = watchedModels(engines.models, calls);
  const vault = watchedVault(engines.vault, calls);
  const storage = engines.storage ?? StorageRoom.elsewhere();
  const acceptances = new Acceptances(watched);
  await assertSystemWhole(watched, acceptances);
  const installation = await checkInstallation(watched, vault);
  await assertVault(watched, vault);
  await assertOwnReadModels(models, installation);
  const startup = new Startup();
  startup.olderLog =
    beside.olderLog === undefined
      ? await olderLog(watched, vault, installation, engines, folds(config), logger)
      : beside.olderLog;
  const watch = watchOf({ log: watched, vault }, installation, engines, storage, logger);
  await onceThere(() => watch.noteEnd(), logger);
  const log = guardedLog(watched, watch);
  startup.logIsOurs = () => watch.compareNow();
  if (writes(config)) {
    await raiseFormat(log, EVENT_SCHEMA);
    await engines.markFormat();
  }
  const given = {
    jwt: config.jwtSecret,
    'stripe-key': config.stripe.secretKey,
    'stripe-webhook': config.stripe.webhookSecret,
    'retailer-key': config.retailer.key,
    'inbound-mail': config.inboundMailSecret,
  };
  const secrets = await Secrets.open(vault, SECRETS, given);
  const sealer = new Sealer(vault, (subject) => hasEvents(log, subject));
  engines.onForget?.((kind, id) => {
    if (kind === 'subject-key') sealer.forget(id);
  });
  const { admit, mayBegin } = admissionOf(storage, watch);
  const checks = new StreamChecks(log, models, acceptances);
  const streams = new Streams(log, sealer, {
    schema: EVENT_SCHEMA,
    clock,
    admit,
    acceptances,
    onDamaged: (damage) => {
      checks.lock(damage);
      logger.error(damage, 'a stream is damaged: it is locked');
    },
    onWhole: (stream) => checks.unlock(stream),
    onLower: () => void watch.compare(),
  });
  const projector = new Projector(
    foldsHere(config) ? checks.followed() : log,
    models,
    sealer,
    EVENT_SCHEMA,
    PROJECTIONS,
    (error) => {
      logger.fatal({ err: error }, 'the projections stopped');
    },
    foldsHere(config),
    undefined,
    beside.follower?.folding,
  );
  const holders = new Holders(engines.isExclusive === true, beside.here, config.part);
  const isInShare = (id: string) => holders.isInShare(id, clock());
  const jobRunner = new JobRunner(models, projector, due, clock, logger, { mayBegin, isInShare });
  const live = new LiveEvents(log, projector);
  live.onEvent((event) => streams.hear(event));
  live.onEvent((event) => holders.hear(event, clock()));
  const keys = await SessionKeys.open(vault, secrets.get('jwt'), config.jwtSecret, clock());
  const sessions = new Sessions(keys, clock);
  return {
    config: startup.olderLog === null ? config : { ...config, work: false },
    logger,
    security: new SecurityLog(securityLines(config), secrets.get('request')),
    clock,
    calls,
    log,
    models,
    vault,
    limits: engines.limits,
    resealing: engines.sealed ? new Resealing(engines.sealed, logger) : null,
    storage,
    sealer,
    secrets,
    schema: EVENT_SCHEMA,
    streams,
    projections: PROJECTIONS,
    projector,
    checks,
    live,
    watch,
    jobRunner,
    holders,
    sessions,
    startup,
    follower: beside.follower?.port ?? null,
  };
}

/** The first event of a subject is in its own stream, a guest's in that of the profile. */
async function hasEvents(log: EventLog, subject: string): Promise<boolean> {
  const stream = subject.replace(/^guest-/, 'profile-');
  for await (const _ of log.readStream(stream, { limit: 1 })) return true;
  return false;
}

/** A projector appends nothing, and may run beside an older program. */
function writes({ role }: Config): boolean {
  return role !== 'projector';
}

/** Whether this process folds, in this thread or the other. */
function folds({ role }: Config): boolean {
  return foldsHere({ role, part: 'all' });
}

/** Why the log is older than its vault or read models, or null. @throws when it is another log */
async function olderLog(
  log: EventLog,
  vault: Vault,
  installation: string,
  { models, isExclusive, reconnect, believedAfter = SEEN_AGAIN_AFTER }: Engines,
  isFolding: boolean,
  logger: Logger,
): Promise<string | null> {
  let looked: Promise<unknown> | undefined;
  // Local stores have one process and are final; others are read again after a reconnect to the leader.
  const lookAgain = async () => {
    if (isExclusive) return;
    looked ??= wait(believedAfter).then(() => reconnect?.().catch(() => undefined));
    await looked;
  };
  const say = (text: string) => logger.warn(text);
  const fitting = { log, vault, projections: PROJECTIONS, installation, folds: isFolding, lookAgain, say };
  return await onceThere(async () => {
    await fitToLog(models, fitting);
    return await whyLogOlder(log, vault, installation, lookAgain);
  }, logger);
}

/** Retries while a store is unavailable; throws for a full disk or a replaced log. @throws AbortError */
async function onceThere<T>(step: () => Promise<T>, logger: Logger, signal?: AbortSignal): Promise<T> {
  let isSaid = false;
  return await retryWhileUnavailable(step, signal, (error) => {
    if (!isAway(error)) throw error;
    if (outagesOf(logger).covers(error) || isSaid) return;
    isSaid = true;
    logger.warn({ reason: error.message }, 'a store does not answer: it is waited for');
  });
}

function watchOf(
  { log, vault }: Pick<Engines, 'log' | 'vault'>,
  installation: string,
  { onDoubt, reconnect, isExclusive, believedAfter = SEEN_AGAIN_AFTER }: Engines,
  storage: StorageRoom,
  logger: Logger,
): LogWatch {
  const watch = new LogWatch(log, installation, {
    believedAfter: isExclusive ? 0 : believedAfter,
    ...(reconnect ? { reconnect } : {}),
    files: () => storage.replaced,
    onReplaced: (reason, lost, isShort) => {
      logger.fatal(reason);
      // The vault remembers the missing event, so that every start detects it.
      onceThere(() => rememberLost(log, vault, lost, isShort), logger, watch.stopped).catch((error: unknown) =>
        logger.error({ err: error }, 'the vault could not remember which event the log has lost'),
      );
    },
  });
  onDoubt?.(() => void watch.compare());
  return watch;
}

/** Whoever reads a terminal where nothing is real looks for its link: what the demo's people do stands in a file. */
export function securityLines(config: Config, onTerminal = isTerminal()): Logger {
  const isApart = onTerminal && whatIsReal(config) === null;
  return openSecurityLines(config.logLevel, isApart ? securityFile(config.dataDir) : undefined);
}
