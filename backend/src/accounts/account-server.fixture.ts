import { randomUUID } from 'node:crypto';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { tokenOf } from '../mail/mailbox.fixture.js';
import { OrderFees } from '../orders/order-fees.js';
import { ReceiptGiver } from '../orders/slot-receipts.js';
import { Bench } from '../partners/stripe-emulator/emulator.fixture.js';
import { Passwords } from '../platform/auth/passwords.js';
import { origin } from '../platform/given.fixture.js';
import { freshStep } from '../platform/origins.js';
import type { Platform } from '../platform/platform.js';
import { PlatformModule } from '../platform/platform.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { sentProfile } from '../profiles/profile.fixture.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { PartServer } from '../start/test-server.fixture.js';
import { CardSaves } from '../stripe/card-saves.js';
import { CardAttempts } from '../stripe/card-tries.js';
import { gatewayTo } from '../stripe/gateway.fixture.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { AccountsModule } from './accounts.module.js';
import { FollowedLinks, type ReaderSays } from './followed-links.js';

@Module({})
class AccountServer {}

function withPartners(platform: Platform, stripe: StripeGateway, more: Provider[]): DynamicModule {
  const unused = [OrderFees, ReceiptGiver].map((provide) => ({ provide, useValue: {} }));
  const providers = [{ provide: StripeGateway, useValue: stripe }, CardSaves, CardAttempts, ...unused];
  const partners = { module: class Partners {}, global: true, providers, exports: providers };
  const imports = [PlatformModule.of(platform), partners, AccountsModule, ProfilesModule, MailModule, PrivacyModule];
  return { module: AccountServer, imports, providers: more };
}

/** Accounts, profiles and their mails over HTTP, on engines and an emulator of their own; `more` is provided too. */
export async function startAccountServer(more: Provider[] = [], settings: Readonly<Record<string, string>> = {}) {
  const bench = new Bench();
  const emulator = await bench.start();
  const stripe = gatewayTo(emulator);
  const server = await PartServer.start(
    (platform) => withPartners(platform, stripe, more),
    () => bench.close(),
    settings,
  );
  server.platform.dueWork.start();
  return Object.assign(server, {
    stripe,
    stripeUrl: emulator.url,
    /** Signs somebody up; the address is new each time unless given. */
    async signUp(email = `${randomUUID()}@example.com`, password = 'correct horse 7') {
      const { token, uuid }: { token: string; uuid: string } = await server.done('/register', { email, password });
      return { email, password, token, uuid };
    },
    /** A first profile of somebody. */
    async saveProfile({ email, token, uuid }: { email: string; token: string; uuid: string }) {
      const eProfile = await server.encrypt('profile', { ...sentProfile, email }, uuid);
      return server.post('/api/user/profiles/add', { eProfile }, token);
    },
  });
}

export type AccountServerUnderTest = Awaited<ReturnType<typeof startAccountServer>>;

/** What the page behind an account's link does. `token` null: the browser is not signed in. */
export async function follow(
  server: AccountServerUnderTest,
  linkToken: string,
  says: ReaderSays = {},
  token: string | null = null,
) {
  const session = token === null ? null : server.platform.sessions.check(token);
  return server.app.get(FollowedLinks).act(linkToken, says, { origin: freshStep(origin), session, keyed: false });
}

export async function verify(server: AccountServerUnderTest, email: string, password: string) {
  return follow(server, tokenOf(await server.mail('verify-email', email)), { password });
}

/** Passwords cost nothing from now on: what is counted and who waits for whom stays as it is. Nobody else may have an account yet. */
export function withCheapPasswords(server: AccountServerUnderTest): void {
  const hash = async (password: string) => `hash of ${password}`;
  const verify = async (hashed: string, password: string) => hashed === (await hash(password));
  Object.assign(server.app.get(Passwords), { engine: { hash, verify } });
}
