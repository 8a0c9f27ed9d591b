import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { JweAudience } from '@supreme-access/contract/api-types.js';
import { EncryptJWT, importJWK, type JWK, type JWTPayload } from 'jose';
import { type ReadMail, readEml } from '../mail/eml.fixture.js';
import { MailModule } from '../mail/mail.module.js';
import { eventually, KEY } from '../partners/stripe-emulator/emulator.fixture.js';
import { startStripeEmulator } from '../partners/stripe-emulator/stripe-emulator.js';
import { readConfig } from '../platform/config.js';
import { origin } from '../platform/given.fixture.js';
import { createServer } from '../platform/http/server.js';
import { createLogger } from '../platform/logger.js';
import { freshStep } from '../platform/origins.js';
import type { Platform } from '../platform/platform.js';
import { PlatformModule } from '../platform/platform.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { openTestEngines } from '../start/stores.fixture.js';
import { openPlatform } from '../start/stores.js';
import { CardSaves } from '../stripe/card-saves.js';
import { gatewayTo } from '../stripe/gateway.fixture.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { AccountLinks, type ReaderSays } from './account-links.js';
import { AccountsModule } from './accounts.module.js';

@Module({})
class AccountServer {}

function withPartners(platform: Platform, stripe: StripeGateway, more: Provider[]): DynamicModule {
  const providers = [{ provide: StripeGateway, useValue: stripe }, CardSaves];
  const partners = { module: class Partners {}, global: true, providers, exports: providers };
  const imports = [PlatformModule.of(platform), partners, AccountsModule, ProfilesModule, MailModule, PrivacyModule];
  return { module: AccountServer, imports, providers: more };
}

export interface Answer {
  status: number;
  body: Record<string, unknown> & { success?: boolean; error?: string; code?: string };
  headers: Headers;
}

async function startApp(more: Provider[]) {
  const directory = await mkdtemp(join(tmpdir(), 'accounts-'));
  const clock = { ahead: 0 };
  const config = readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
  const engines = await openTestEngines(config);
  const platform = await openPlatform(config, engines, createLogger('silent'), () => Date.now() + clock.ahead);
  const emulator = await startStripeEmulator({ dir: join(directory, 'stripe'), key: KEY });
  const stripe = gatewayTo(emulator);
  const files = { prefix: '/products/', root: directory };
  const app = await createServer(platform, withPartners(platform, stripe, more), { files, spas: [] });
  await app.listen(0, '127.0.0.1');
  await platform.projector.start();
  await platform.projector.reachEnd();
  platform.dueWork.start();
  const stop = async (): Promise<void> => {
    await platform.dueWork.stop(2_000);
    await app.close();
    await platform.projector.stop();
    await emulator.close();
    await engines.close();
    await rm(directory, { recursive: true });
  };
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    app,
    platform,
    stripe,
    stripeUrl: emulator.url,
    clock,
    stop,
    url: `http://127.0.0.1:${port}`,
    outbox: join(config.dataDir, 'mail'),
  };
}

export async function startAccountServer(more: Provider[] = []) {
  const { url, outbox, ...server } = await startApp(more);

  async function ask(method: string, path: string, body?: unknown, token?: string, more = {}): Promise<Answer> {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { ...json, ...(token ? { authorization: `Bearer ${token}` } : {}), ...more };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, init);
    return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers };
  }
  const post = (path: string, body: unknown, token?: string, more = {}) => ask('POST', path, body, token, more);
  const get = (path: string, token?: string, more = {}) => ask('GET', path, undefined, token, more);

  return {
    ...server,
    ask,
    post,
    get,
    async signUp(email = `${randomUUID()}@example.com`, password = 'correct horse 7') {
      const { body } = await post('/register', { email, password });
      const { token, uuid } = body;
      if (typeof token !== 'string' || typeof uuid !== 'string') throw new Error(`not registered: ${body.error}`);
      return { email, password, token, uuid };
    },
    async encrypt(audience: JweAudience, data: object, sub?: string): Promise<string> {
      const { body } = await get('/api/keys');
      return encrypted(body as unknown as { keys: EncryptionKey[]; now: number }, { data, aud: audience, sub });
    },
    mail: (kind: string, to: string): Promise<ReadMail> => eventually(() => findMail(outbox, kind, to)),
    mails: (to: string) => mailsTo(outbox, to),
  };
}

export type AccountServerUnderTest = Awaited<ReturnType<typeof startAccountServer>>;

async function mailsTo(directory: string, to: string): Promise<{ name: string; mail: ReadMail }[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => ({ name, mail: readEml(await readFile(join(directory, name), 'utf8')) })),
  );
  return mails.filter(({ mail }) => mail.headers.get('to')?.toLowerCase() === to.toLowerCase());
}

async function findMail(directory: string, kind: string, to: string): Promise<ReadMail | undefined> {
  return (await mailsTo(directory, to)).find(({ name }) => name.includes(`-${kind}-`))?.mail;
}

/** What the page behind an account's link does. `token` null: the browser is not signed in. */
export async function follow(
  server: AccountServerUnderTest,
  linkToken: string,
  says: ReaderSays = {},
  token: string | null = null,
) {
  const session = token === null ? null : server.platform.sessions.check(token);
  return server.app
    .get(AccountLinks)
    .act(linkToken, says, { origin: freshStep(origin), session, ip: '127.0.0.1', keyed: false });
}

export async function verify(server: AccountServerUnderTest, email: string, password: string) {
  return follow(server, tokenOf(await server.mail('verify-email', email)), { password });
}

export function tokenOf({ text }: ReadMail): string {
  const token = /\/(?:reset|action)\/([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error('the mail has no link');
  return token;
}

type EncryptionKey = JWK & { kid: string };

async function encrypted({ keys, now }: { keys: EncryptionKey[]; now: number }, claims: JWTPayload): Promise<string> {
  const [jwk] = keys;
  if (!jwk) throw new Error('no key');
  return new EncryptJWT({ ...claims, jti: randomUUID() })
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: jwk.kid })
    .setIssuedAt(Math.floor(now / 1000))
    .encrypt(await importJWK(jwk, 'ECDH-ES+A256KW'));
}
