import 'reflect-metadata';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import Stripe from 'stripe';
import { type BlockFile, LogTree } from '../../backend/src/audit/seals/log-tree.js';
import { Seals } from '../../backend/src/audit/seals/seals.js';
import { Passwords } from '../../backend/src/auth/passwords.js';
import { type Role, readConfig, worksHere } from '../../backend/src/config/config.js';
import { sessionsProjection } from '../../backend/src/customers/access/sessions.projection.js';
import { Accounts } from '../../backend/src/customers/accounts/accounts.js';
import { accountsProjection } from '../../backend/src/customers/accounts/accounts.projection.js';
import { Invitations } from '../../backend/src/customers/accounts/invitations.js';
import { BrowserKeys } from '../../backend/src/http/encryption/browser-keys.js';
import { memoryLimits } from '../../backend/src/http/limits/memory-limits.js';
import type { OnAnswer } from '../../backend/src/jobs/partner-limit.js';
import { MailNotSent, MailTransport, type OutgoingMail } from '../../backend/src/mail/transport.js';
import { PlatformKeys } from '../../backend/src/retailers/identity/platform-keys.js';
import { AppModule } from '../../backend/src/server/app.module.js';
import type { Platform } from '../../backend/src/server/platform.js';
import { makeReady } from '../../backend/src/server/server.js';
import { openPlatform } from '../../backend/src/server/stores.js';
import { LEAST_FREE } from '../../backend/src/stores/data-directory.js';
import { StorageRoom } from '../../backend/src/stores/storage-room.js';
import { createLogger } from '../../backend/src/telemetry/logger.js';
import { Connection, Life, type Service } from './connection.js';
import { STRIPE_KEY, WEBHOOK_SECRET } from './emulators.js';
import { fetchOver, sendOver } from './network.js';
import { SimLog } from './sim-log.js';
import { simModels } from './sim-models.js';
import { SimVault } from './sim-vault.js';
import type { World } from './world.js';

export interface Place {
  name: string;
  role: Role;
  /** ms by which its clock is ahead */
  skew: number;
}

/** ms, as startServer has it */
const GRACE = 6_000;
const SETTINGS = {
  DATA_DIR: '/nowhere',
  SEED: 'none',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://shop.test',
  SMTP_URL: 'smtp://mail.test',
};

/** A cache file that is always lost. */
const NO_FILE: BlockFile = {
  read: async () => Buffer.alloc(0),
  write: async () => undefined,
  remove: async () => undefined,
};

/** One process of the product: the real modules on simulated stores and emulators, until it is killed. */
export class SimProcess {
  /** it accepts requests */
  serves = false;
  isReady = false;
  /** ms of virtual time at which it began to work */
  worksSince: number | null = null;
  private readonly stopping = new AbortController();

  private constructor(
    private readonly place: Place,
    private readonly world: World,
    readonly platform: Platform,
    private readonly app: INestApplicationContext,
    private readonly life: Life,
  ) {}

  /** Creating modules takes one moment of virtual time; the rest of the start may fail. `life`: ends its calls before. */
  static async start(world: World, place: Place, life = new Life()): Promise<SimProcess> {
    const connection = (service: Service) =>
      new Connection(world.faultPlan, life, service, world.random.of(`${place.name}/${service}`));
    const { log, vault, models, emulators } = world;
    const storage = new StorageRoom({ free: () => world.free, least: LEAST_FREE });
    const engines = {
      storage,
      log: new SimLog(log, connection('log'), storage),
      vault: new SimVault(vault, connection('vault'), storage),
      models: simModels(models, connection('models')),
      limits: memoryLimits,
      isExclusive: world.isOneProcess,
      markFormat: async () => undefined,
      close: async () => undefined,
    };
    const config = { ...readConfig(SETTINGS), role: place.role };
    const { platform, app } = await inOneMoment(world, async () => {
      const clock = () => Date.now() + place.skew;
      const platform = await openPlatform(config, engines, createLogger('silent'), clock);
      const send = sendOver(connection('retailer'), emulators.retailer);
      const retailer = { url: 'https://retailer.test', key: 'simulation', isSandbox: true, send };
      const httpClient = Stripe.createFetchHttpClient(fetchOver(connection('stripe'), emulators.payments));
      const stripe = {
        key: STRIPE_KEY,
        apiUrl: 'https://stripe.test',
        webhookSecret: WEBHOOK_SECRET,
        isEmulator: true,
      };
      const module = AppModule.of(platform, {
        retailer,
        stripe: Object.assign(stripe, { httpClient }),
        settled: async () => undefined,
        close: async () => undefined,
      });
      const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
      return { platform, app };
    });
    belowEncryption(app);
    // The real tree keeps its counts in a file.
    Object.assign(app.get(Seals), { tree: new LogTree(platform.log, NO_FILE) });
    Object.assign(
      app.get(MailTransport),
      mailsOver(
        connection('smtp'),
        (mail) => world.post.take(place.name, mail),
        platform.jobRunner.breakers.of('mail').recordResult,
      ),
    );
    const process = new SimProcess(place, world, platform, app, life);
    void process.begin();
    return process;
  }

  get name(): string {
    return this.place.name;
  }

  get isOver(): boolean {
    return this.life.isOver;
  }

  get<T>(service: Type<T>): T {
    return this.app.get(service);
  }

  /** SIGTERM: refuses new work; running work may end within the grace. */
  async stop(): Promise<void> {
    this.serves = false;
    this.stopping.abort();
    await this.platform.jobRunner.stop(GRACE);
    if (!this.isOver) this.kill();
  }

  /** SIGKILL: no call returns, and nothing that was planned happens. */
  kill(): void {
    this.life.isOver = true;
    this.serves = false;
    this.letGo();
  }

  /** The steps of startServer after the modules are created. */
  private async begin(): Promise<void> {
    const { platform, app, place } = this;
    try {
      if (place.role !== 'projector') await platform.live.start();
      await platform.models.open([accountsProjection, sessionsProjection]);
      await app.get(Accounts).loadEndedSessions();
      this.serves = !this.isOver && (place.role === 'all' || place.role === 'api');
      await platform.projector.start();
      await makeReady(app, platform, async () => undefined, this.stopping.signal);
      this.isReady = true;
      if (!worksHere(platform.config)) return;
      platform.jobRunner.start();
      this.worksSince = this.world.age;
    } catch (error) {
      if (this.isOver) return;
      this.world.note(`${this.name} did not start: ${String(error)}`);
      this.kill();
    }
  }

  /** A killed process's timers and subscriptions would only cost time. */
  private letGo(): void {
    this.stopping.abort();
    void this.platform.jobRunner.stop(0);
    this.platform.watch.stop();
    void this.platform.live.stop();
    this.platform.projector.stop().catch(() => undefined);
    void this.platform.log.close();
    this.app.close().catch(() => undefined);
  }
}

async function inOneMoment<T>({ faultPlan }: World, work: () => Promise<T>): Promise<T> {
  faultPlan.isStill = true;
  try {
    return await work();
  } finally {
    faultPlan.isStill = false;
  }
}

/** SMTP with a circuit breaker that records each result. */
function mailsOver(
  smtp: Connection,
  take: (mail: OutgoingMail) => Promise<void>,
  recordResult: OnAnswer,
): Partial<MailTransport> {
  const recorded = async (call: Promise<void>) => {
    try {
      await call;
    } catch (error) {
      recordResult(error instanceof MailNotSent ? 'ETIMEDOUT' : null);
      throw error;
    }
  };
  const notSent = () => new MailNotSent({ code: 'ETIMEDOUT' });
  return {
    ready: () => recorded(smtp.carry(async () => undefined, notSent)),
    send: async (mail) => {
      await recorded(smtp.carry(() => take(mail), notSent));
      recordResult(null);
    },
    removeAbout: async () => undefined,
  };
}

/** Password hashing, decryption and signing use real threads, so they are replaced. */
function belowEncryption(app: INestApplicationContext): void {
  Object.assign(app.get(Passwords), {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (hash: string, password: string) => hash === `hash of ${password}`,
  });
  Object.assign(app.get(PlatformKeys), { sign: async () => ({}) });
  Object.assign(app.get(BrowserKeys), { open: async (jwe: string) => JSON.parse(jwe) as object });
  Object.assign(app.get(Invitations), {
    tokenOf: async (id: string) => `invitation ${id}`,
    idOf: async (token: string) => token.replace('invitation ', ''),
  });
}
