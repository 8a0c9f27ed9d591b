import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sellerKey } from '../../backend/src/emulators/stripe/seller-accounts.js';
import { Api } from '../support/api.js';
import { StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { MovedClock } from '../support/moved-clock.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { signIn } from '../support/shopper.js';
import type { Closing } from './closing.js';
import { LossyProxy } from './lossy-proxy.js';
import { type Medusa, startMedusa } from './medusa.js';
import { type Postgres, startPostgres } from './postgres.js';

export const SELLER = 'profile_test_medusa';
export const SHOP_KEY = 'shop-key-0123456789';
export const DATABASE = 'shop';
/** ms during which people repeat a request that was answered with 503 */
const PATIENCE = 60_000;

export interface Stage {
  postgres: Postgres;
  shop: Medusa;
  proxy: LossyProxy;
  stripe: StripeProcess;
  server: ServerProcess;
  clock: MovedClock;
  anyone: Api;
  admin: Api;
}

/** A shop on its database, the card processor, and our server, each a process of its own; between us and the shop the proxy. */
export async function openStage(
  programs: string,
  stock: Readonly<Record<string, number>>,
  closing: Closing,
): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'supreme-access-shops-'));
  // Directly below the temporary folder, because its owner may enter no directory of ours.
  const rows = await mkdtemp(join(tmpdir(), 'supreme-access-postgres-'));
  for (const path of [directory, rows]) await closing.add(() => rm(path, { recursive: true, force: true }));
  const clock = MovedClock.in(directory);
  const port = await freePort();
  const webhooks = `http://127.0.0.1:${port}/api/webhooks/stripe`;
  const stripe = await StripeProcess.start(join(directory, 'stripe'), webhooks, clock.settings);
  await closing.add(() => stripe.stop());
  const postgres = await startPostgres(programs, rows, closing);
  const proxy = await LossyProxy.start();
  await closing.add(() => proxy.stop());
  const account = { url: stripe.url, key: sellerKey(SELLER), profile: SELLER };
  const shop = await startMedusa(postgres, { database: DATABASE, stripe: account, key: SHOP_KEY, stock }, closing);
  proxy.leadTo(shop.url);
  const settings = { ...clock.settings, ...stripe.settings, RETAILER_HOSTS: proxy.host, PORT: String(port) };
  const server = await ServerProcess.start(settings, join(directory, 'server'));
  await closing.add(() => server.kill());
  const anyone = new Api(server.url, undefined, PATIENCE);
  const admin = await signIn(anyone, ADMIN.email, ADMIN.password);
  return { postgres, proxy, shop, stripe, server, clock, anyone, admin };
}

/** Sessions expire within a day. */
export async function signInAgain(stage: Stage): Promise<void> {
  stage.admin = await signIn(stage.anyone, ADMIN.email, ADMIN.password);
}
