import 'reflect-metadata';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import Stripe from 'stripe';
import { sessionsProjection } from '../../backend/src/access/sessions.projection.js';
import { Accounts } from '../../backend/src/accounts/accounts.js';
import { accountsProjection } from '../../backend/src/accounts/accounts.projection.js';
import { Invitations } from '../../backend/src/accounts/invitations.js';
import { AppModule } from '../../backend/src/app.module.js';
import { type BlockFile, LogTree } from '../../backend/src/audit/seals/log-tree.js';
import { Seals } from '../../backend/src/audit/seals/seals.js';
import { MailNotSent, MailTransport, type OutgoingMail } from '../../backend/src/mail/transport.js';
import { Passwords } from '../../backend/src/platform/auth/passwords.js';
import { type Role, readConfig, worksHere } from '../../backend/src/platform/config.js';
import { LEAST_FREE } from '../../backend/src/platform/data-directory.js';
import type { OnAnswer } from '../../backend/src/platform/due/breakers.js';
import { BrowserKeys } from '../../backend/src/platform/encryption/browser-keys.js';
import { memoryLimits } from '../../backend/src/platform/limits/memory-limits.js';
import { createLogger } from '../../backend/src/platform/logger.js';
import type { Platform } from '../../backend/src/platform/platform.js';
import { StorageRoom } from '../../backend/src/platform/storage-room.js';
import { makeReady } from '../../backend/src/start/server.js';
import { openPlatform } from '../../backend/src/start/stores.js';
import { Life, Line, type Service } from './line.js';
import { fetchOver, sendOver } from './network.js';
import { STRIPE_KEY, WEBHOOK_SECRET } from './partners.js';
import { MAIL_SETTINGS } from './retailer-mails.js';
import { SimLog } from './sim-log.js';
import { simModels } from './sim-models.js';
import { SimVault } from './sim-vault.js';
import type { World } from './world.js';

export interface Place {
  name: string;
  role: Role;
  /** ms its clock is ahead of the others' */
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
  ...MAIL_SETTINGS,
};

/** A file that is lost again and again, as it may be. */
const NO_FILE: BlockFile = {
  read: async () => Buffer.alloc(0),
  append: async () => undefined,
  remove: async () => undefined,
};

/** One process of the product: the real modules, on simulated stores and partners, until it is killed. */
export class SimProcess {
  /** takes requests */
  serves = false;
  /** it has caught up */
  isReady = false;
  /** ms lived at which it began to work */
  worksSince: number | null = null;
  private readonly stopping = new AbortController();

  private constructor(
    private readonly place: Place,
    private readonly world: World,
    readonly platform: Platform,
    private readonly app: INestApplicationContext,
    private readonly life: Life,
  ) {}

  /** Its modules are made in one moment; what it does then takes time, and may fail. */
  static async start(world: World, place: Place): Promise<SimProcess> {
    const life = new Life();
    const line = (service: Service) =>
      new Line(world.weather, life, service, world.dice.of(`${place.name}/${service}`));
    const { log, vault, models, partners } = world;
    const storage = new StorageRoom({ free: () => world.free, least: LEAST_FREE });
    const engines = {
      storage,
      log: new SimLog(log, line('log'), storage),
      vault: new SimVault(vault, line('vault'), storage),
      models: simModels(models, line('models')),
      limits: memoryLimits,
      isExclusive: world.isOneProcess,
      close: async () => undefined,
    };
    const config = { ...readConfig(SETTINGS), role: place.role };
    const { platform, app } = await inOneMoment(world, async () => {
      const clock = () => Date.now() + place.skew;
      const platform = await openPlatform(config, engines, createLogger('silent'), clock);
      const send = sendOver(line('retailer'), partners.retailer);
      const retailer = { url: 'https://retailer.test', key: 'drill', isSandbox: true, send };
      const httpClient = Stripe.createFetchHttpClient(fetchOver(line('stripe'), partners.payments));
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
    // Its own keeps what it has counted in a file.
    Object.assign(app.get(Seals), { tree: new LogTree(platform.log, NO_FILE) });
    Object.assign(
      app.get(MailTransport),
      mailsOver(line('smtp'), (mail) => world.post.take(place.name, mail), platform.dueWork.breakers.of('mail').heard),
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

  /** As SIGTERM: it takes nothing more, and what is under way may end within the grace. */
  async stop(): Promise<void> {
    this.serves = false;
    this.stopping.abort();
    await this.platform.dueWork.stop(GRACE);
    if (!this.isOver) this.kill();
  }

  /** As SIGKILL: nothing that it began comes back to it, and nothing it had in mind is done. */
  kill(): void {
    this.life.isOver = true;
    this.serves = false;
    this.letGo();
  }

  /** As startServer does it, after the modules are there. */
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
      platform.dueWork.start();
      this.worksSince = this.world.age;
    } catch (error) {
      if (this.isOver) return;
      this.world.note(`${this.name} did not start: ${String(error)}`);
      this.kill();
    }
  }

  /** Timers and subscriptions of the dead would only cost time. */
  private letGo(): void {
    this.stopping.abort();
    void this.platform.dueWork.stop(0);
    this.platform.watch.stop();
    void this.platform.live.stop();
    this.platform.projector.stop().catch(() => undefined);
    void this.platform.log.close();
    this.app.close().catch(() => undefined);
  }
}

async function inOneMoment<T>({ weather }: World, work: () => Promise<T>): Promise<T> {
  weather.isStill = true;
  try {
    return await work();
  } finally {
    weather.isStill = false;
  }
}

/** As SMTP is spoken, with a circuit that hears what becomes of each call. */
function mailsOver(smtp: Line, take: (mail: OutgoingMail) => Promise<void>, heard: OnAnswer): Partial<MailTransport> {
  const told = async (call: Promise<void>) => {
    try {
      await call;
    } catch (error) {
      heard(error instanceof MailNotSent ? 'ETIMEDOUT' : null);
      throw error;
    }
  };
  const notSent = () => new MailNotSent({ code: 'ETIMEDOUT' });
  return {
    ready: () => told(smtp.carry(async () => undefined, notSent)),
    send: async (mail) => {
      await told(smtp.carry(() => take(mail), notSent));
      heard(null);
    },
    removeAbout: async () => undefined,
  };
}

/** Passwords and what browsers encrypt take threads of their own: the drill enters below. */
function belowEncryption(app: INestApplicationContext): void {
  Object.assign(app.get(Passwords), {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (hash: string, password: string) => hash === `hash of ${password}`,
  });
  Object.assign(app.get(BrowserKeys), { open: async (jwe: string) => JSON.parse(jwe) as object });
  Object.assign(app.get(Invitations), {
    tokenOf: async (id: string) => `invitation ${id}`,
    idOf: async (token: string) => token.replace('invitation ', ''),
  });
}
