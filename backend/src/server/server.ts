import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { ShopPages, showSiteMap } from '../catalogue/products/shop-pages.js';
import { showPictures } from '../catalogue/products/show-pictures.js';
import { BACKEND, type Config, worksHere } from '../config/config.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { Refused } from '../event-sourcing/decider.js';
import { VaultMarks } from '../event-sourcing/marks.js';
import type { assertNotBehind } from '../event-sourcing/watermark.js';
import type { Pages } from '../http/spa.js';
import { RestoredVault } from '../privacy/restored-vault.js';
import { retryWhileUnavailable } from '../stores/retry-while-unavailable.js';
import { keyBesideItsVault } from '../stores/vault/master-keys.js';
import { createLogger } from '../telemetry/logger.js';
import { AppModule } from './app.module.js';
import { openPartners, type Partners } from './emulators.js';
import { FIRST_MINUTE_PAGE, FirstMinute } from './first-minute/first-minute.js';
import { whatIsReal } from './first-minute/nothing-real.js';
import { isForUs } from './first-minute/own-host.js';
import { FollowerThread } from './follower-thread.js';
import { createServer, reachableHost } from './http-server.js';
import type { Engines, Platform } from './platform.js';
import { openEngines, openPlatform } from './stores.js';

export interface ProductServer {
  /** Begins jobs, where this process does any. */
  work(): Promise<void>;
  app: NestFastifyApplication;
  platform: Platform;
  partners: Partners;
  url: string;
  /** Resolves when read models, erasures and first steps are done; rejects when the projections stop. */
  ready: Promise<void>;
  /** Refuses new work, records the outcome of running work and closes the stores, within 10 s. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  clock?: () => number;
  say?: (text: string) => void;
  /** takes the warnings of the start in place of the log */
  warn?: (text: string) => void;
  /** called when another process takes the data directory: no write may follow */
  onLockLost?: () => void;
  firstSteps?: (app: NestFastifyApplication) => Promise<void>;
  /** the program of a second thread, which folds and does jobs; without one this thread does */
  follower?: string | URL;
  /** called with a sentence when the second thread has ended: the process must end too */
  onThreadLost?: (why: string) => void;
  assertVault?: typeof assertNotBehind;
  engines?: (config: Config) => Promise<Engines>;
}

const GRACE = 6_000;
/** ms between two progress lines */
const PROGRESS = 2_000;
const ROOT = dirname(BACKEND);

/** Opens, folds, listens and works, in this order; every refusal comes before it listens. */
export async function startServer(given: Config, options: ServerOptions = {}): Promise<ProductServer> {
  const logger = createLogger(given.logLevel);
  // It loads its code while this thread opens the stores.
  const follower = options.follower ? new FollowerThread(options.follower, options.onThreadLost ?? fail) : null;
  const config: Config = follower ? { ...given, part: 'answers' } : given;
  const say = options.say ?? (() => undefined);
  const lost = options.onLockLost ?? (() => undefined);
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const opening = options.engines?.(config) ?? openEngines(config, logger, say, lost, follower?.port);
    closing.push(async () => {
      await follower?.stop(0);
      await opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
    });
    const engines = await opening;
    const platform = await openPlatform(config, engines, logger, options.clock, options.assertVault, { follower });
    platform.storage.watch();
    closing.push(() => platform.storage.stop());
    const partners = await openPartners(
      config,
      platform.secrets,
      `http://${reachableHost(config.host)}:${config.port}`,
    );
    closing.push(() => partners.close());
    const { resealing, startup } = platform;
    const beside = resealing && keyBesideItsVault(resealing.keys.first, config.dataDir);
    for (const text of [
      ...(startup.olderLog === null ? [] : [startup.olderLog]),
      ...(beside ? [beside] : []),
      ...(config.production ? emulators(config, partners) : []),
    ]) {
      if (options.warn) options.warn(text);
      else logger.warn(text);
      if (config.production || text === startup.olderLog) say(text);
    }
    const following = follower?.begin({
      config: platform.config,
      here: platform.holders.here,
      olderLog: startup.olderLog,
      partners: { retailer: partners.retailer, stripe: partners.stripe },
      files: (await engines.handOver?.()) ?? null,
    });
    // Awaited below; until then a failure must not end the process.
    following?.catch(() => undefined);
    const shopHead = async (path: string, query: unknown) =>
      platform.projector.progress().caughtUp ? app.get(ShopPages).head(path, query) : null;
    const app = await createServer(platform, AppModule.of(platform, partners), {
      files: { prefix: '/products/', root: join(BACKEND, 'assets/products') },
      spas: [
        firstMinutePage(config, () => app.get(FirstMinute)),
        { prefix: '/admin/', root: join(ROOT, 'admin/dist') },
        { prefix: '/', root: join(ROOT, 'storefront/dist'), head: shopHead },
      ],
    });
    showSiteMap(app);
    showPictures(app);
    const marks = app.get(VaultMarks);
    closing.push(() => marks.end());
    closing.push(() => platform.projector.stop());
    // A projector has no sessions, and learns of erased keys from the events that it folds.
    if (config.role !== 'projector') await platform.live.start();
    closing.push(() => platform.live.stop());
    await platform.projector.start(() => app.get(Accounts).loadEndedSessions());
    await app.listen(config.port, config.host);
    const stopping = new AbortController();
    let settled: Promise<unknown> = Promise.resolve();
    closing.push(() => Promise.race([settled, wait(GRACE, undefined, { ref: false })]));
    closing.push(() => {
      stopping.abort();
      platform.watch.stop();
      return Promise.all([follower ? follower.stop(GRACE) : platform.jobRunner.stop(GRACE), app.close()]);
    });
    await following;
    const firstSteps = async () => options.firstSteps?.(app);
    const ready = makeReady(app, platform, firstSteps, stopping.signal);
    settled = ready.catch(() => undefined);
    const { port } = app.getHttpServer().address() as { port: number };
    const work = async () => {
      if (follower) await follower.work();
      else if (worksHere(platform.config)) platform.jobRunner.start();
    };
    return {
      app,
      work,
      platform,
      partners,
      url: `${config.tls === null ? 'http' : 'https'}://${reachableHost(config.host)}:${port}`,
      ready,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Elsewhere nobody is served: its path is not the shop's. */
function firstMinutePage(config: Config, firstMinute: () => FirstMinute): Pages {
  const mayBe = whatIsReal(config) === null;
  const isServed = (request: FastifyRequest) => mayBe && firstMinute().isOpen && isForUs(request, config);
  return { prefix: FIRST_MINUTE_PAGE, root: join(ROOT, 'storefront/first-minute/dist'), isServed };
}

function fail(why: string): never {
  throw new Error(why);
}

function emulators({ smtpUrl }: Config, { retailer, stripe }: Partners): string[] {
  return [
    ...(stripe.isEmulator ? ['WARNING: payments go to an emulator of Stripe. NOBODY IS CHARGED.'] : []),
    ...(retailer.isSandbox ? ['WARNING: orders go to the sandbox retailer. NOTHING IS BOUGHT.'] : []),
    ...(smtpUrl === null ? ['WARNING: mails are kept as files (SMTP_URL is not set). NOBODY IS WRITTEN TO.'] : []),
  ];
}

/** A vault restored from a backup may lack erasures that the read models contain. */
export async function makeReady(
  app: INestApplicationContext,
  platform: Platform,
  firstSteps: () => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  await caughtUp(platform, stopping);
  const repeated = (step: () => Promise<unknown>) => unlessStopped(() => retryWhileUnavailable(step, stopping));
  await repeated(async () => {
    await app.get(RestoredVault).eraseAgain();
    // The mark comes last: it states that the vault knows every erasure.
    await app.get(VaultMarks).begin();
  });
  stopping.throwIfAborted();
  await repeated(firstSteps);
  platform.startup.isOver = true;
}

async function caughtUp({ projector, logger }: Platform, stopping: AbortSignal): Promise<void> {
  let isAsking = false;
  const saying = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    const head = await projector.head().catch(() => null);
    isAsking = false;
    if (head === null) return;
    const { position } = projector;
    const percent = Math.floor((100 * position) / Math.max(1, head));
    logger.info({ position, percent }, 'the read models are folded from the log');
  }, PROGRESS).unref();
  try {
    await projector.reachEnd(stopping);
  } finally {
    clearInterval(saying);
  }
}

/** A step that needs a stopped projection waits for the next start; readiness reports it. */
async function unlessStopped(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'projection-stopped')) throw error;
  }
}
