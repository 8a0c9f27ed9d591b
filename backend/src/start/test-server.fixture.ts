import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type JweAudience, seal } from '@supreme-access/contract/sealing.js';
import { Api, type Answer as ApiAnswer } from '@supreme-access/test/support/api.js';
import type { ReadMail } from '../mail/eml.fixture.js';
import { mailsTo } from '../mail/mailbox.fixture.js';
import { readConfig } from '../platform/config.js';
import { createServer } from '../platform/http/server.js';
import { createLogger } from '../platform/logger.js';
import type { Platform } from '../platform/platform.js';
import { showPictures } from '../products/show-pictures.js';
import { openTestEngines } from './stores.fixture.js';
import { openPlatform } from './stores.js';

// biome-ignore lint/suspicious/noExplicitAny: specs look at what came, whatever it is
export type Answer = ApiAnswer<any>;

/** ms; stores that err keep read models behind for a while */
const NOT_READY_FOR = 60_000;
/** ms after which a server in trouble is asked again */
const AWAY = 100;
/** ms; what is left for after the rush, as an order's first mail is, has been done after so long */
export const MOMENT = 2_000;
/** ms; eleven minutes in all: what is due at once, what waits a moment, and what waits between two attempts */
const STEPS: readonly number[] = [0, ...Array(5).fill(MOMENT), ...Array(5).fill(10_000), ...Array(10).fill(60_000)];
/** Stores that err may do so for longer than a request waits, and the slower the machine the longer: then it asks to be asked again. */
const STORES_ERR = process.env.TEST_ENGINES === 'standins';

/** A started server as specs use it: HTTP, sealing as browsers do it, its mails. */
export class TestServer {
  /** whose token goes along unless another is given */
  admin: string | null = null;
  /** sends no consistency token and takes the first answer for the last */
  forgetful = false;
  private readonly api: Api;

  constructor(
    readonly url: string,
    readonly dataDir: string,
  ) {
    this.api = new Api(url);
  }

  /**
   * Reads what it wrote: the position of the last command goes along, and what the read models do not show yet is asked again.
   * `token` null: nobody.
   */
  async ask(method: string, path: string, body?: unknown, token = this.admin, more: object = {}): Promise<Answer> {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const giveUp = Date.now() + NOT_READY_FOR;
    for (;;) {
      const api = this.forgetful ? new Api(this.url) : this.api;
      const answer: Answer = await api.call(method, path, sent, { headers });
      const isStale = method === 'GET' && answer.headers.get('x-stale') === 'true';
      const isBehind = answer.code === 'not-ready' || isStale;
      const isTrouble = answer.code === 'overloaded' || (STORES_ERR && answer.code === 'unavailable');
      const isToAskAgain = isTrouble || (!this.forgetful && isBehind);
      if (!isToAskAgain || Date.now() > giveUp) return answer;
      if (isTrouble) await wait(AWAY);
    }
  }
  get(path: string, token = this.admin, more: object = {}): Promise<Answer> {
    return this.ask('GET', path, undefined, token, more);
  }
  post(path: string, body: unknown = {}, token = this.admin, more: object = {}): Promise<Answer> {
    return this.ask('POST', path, body, token, more);
  }

  /** @throws naming the refusal */
  async ok(asked: Answer | Promise<Answer>) {
    const { status, body } = await asked;
    if (status !== 200) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  /**
   * What has to be done before a spec begins, done as the shop does it: sent again under its key while the server is in trouble.
   * That read models are behind is no such trouble to who is forgetful. @throws naming the refusal
   */
  async done(path: string, body: unknown = {}, token = this.admin) {
    const key = { 'idempotency-key': randomUUID() };
    const giveUp = Date.now() + NOT_READY_FOR;
    for (;;) {
      const answer = await this.post(path, body, token, key);
      const isTrouble = answer.status === 503 && answer.code !== 'not-ready';
      if (!isTrouble || Date.now() > giveUp) return this.ok(answer);
      await wait(AWAY);
    }
  }

  /** As a browser does it; `subject` null for guests. */
  async encrypt(audience: JweAudience, data: object, subject: string | null = null): Promise<string> {
    const { body } = await this.get('/api/keys', null);
    const sealed = await seal(body, { audience, data, subject: subject ?? undefined });
    if (sealed === null) throw new Error('the server offers no key');
    return sealed;
  }

  /** Time goes on by so many ms, what is due then is done and all of it is folded, where server and clock are the spec's own. */
  async settle(_ms = 0): Promise<void> {}

  /**
   * What is found once all that is due has been done. What is not there yet is asked for again when something has happened; where
   * nothing does, the clock goes on by a step. A `find` that answers undefined or false has found nothing. @throws when nothing came
   */
  async until<T>(find: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
    const steps = STEPS.values();
    for (const giveUp = Date.now() + NOT_READY_FOR; ; ) {
      const found = await find();
      if (found !== undefined && found !== false) return found;
      if (Date.now() > giveUp) throw new Error(`nothing came of ${find}`);
      await this.settle((await this.happens()) ? 0 : steps.next().value);
    }
  }

  /** Whether something is folded within a moment. */
  protected async happens(): Promise<boolean> {
    await wait(AWAY);
    return false;
  }

  mails(to: string): Promise<{ name: string; mail: ReadMail }[]> {
    return mailsTo(this.dataDir, to);
  }
  /** The mail of this kind to this address, once it is there. */
  async mail(kind: string, to: string): Promise<ReadMail> {
    const find = async () => (await this.mails(to)).find(({ name }) => name.includes(`-${kind}-`))?.mail;
    const there = await find();
    if (there) return there;
    await this.settle(MOMENT);
    return this.until(find);
  }
}

/** Whether this process folds anything within a moment. */
export function folds({ projector }: Platform): Promise<boolean> {
  return projector.passed(projector.position + 1, AWAY);
}

/** A part of the product over HTTP on engines of its own; it forgets. Its due work waits to be started. */
export class PartServer extends TestServer {
  override forgetful = true;

  private constructor(
    url: string,
    readonly app: NestFastifyApplication,
    readonly platform: Platform,
    /** `ahead` is ms */
    readonly clock: { ahead: number },
    readonly stop: () => Promise<void>,
  ) {
    super(url, platform.config.dataDir);
  }

  override async settle(ms = 0): Promise<void> {
    this.clock.ahead += ms;
    await this.platform.dueWork.settle();
  }

  protected override happens(): Promise<boolean> {
    return folds(this.platform);
  }

  /** `after`: what else goes when it has stopped */
  static async start(
    partOf: (platform: Platform) => DynamicModule,
    after = async (): Promise<void> => undefined,
    more: Readonly<Record<string, string>> = {},
  ) {
    const directory = await mkdtemp(join(tmpdir(), 'part-'));
    const clock = { ahead: 0 };
    const settings = { DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' };
    const config = readConfig({ ...settings, ...more });
    const engines = await openTestEngines(config);
    const platform = await openPlatform(config, engines, createLogger('silent'), () => Date.now() + clock.ahead);
    const files = { prefix: '/products/', root: directory };
    const app = await createServer(platform, partOf(platform), { files, spas: [] });
    showPictures(app);
    await app.listen(0, '127.0.0.1');
    await platform.projector.start();
    await platform.projector.reachEnd();
    const stop = async (): Promise<void> => {
      await platform.dueWork.stop(2_000);
      await app.close();
      await platform.projector.stop();
      await after();
      await engines.close();
      await rm(directory, { recursive: true });
    };
    const { port } = app.getHttpServer().address() as { port: number };
    return new PartServer(`http://127.0.0.1:${port}`, app, platform, clock, stop);
  }
}
