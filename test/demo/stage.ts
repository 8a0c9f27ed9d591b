import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESSION_FAULTS } from '../../backend/src/emulators/shop/faults.js';
import { Api } from '../support/api.js';
import { built } from '../support/built.js';
import { RetailerProcess, StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { MovedClock } from '../support/moved-clock.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { signIn } from '../support/shopper.js';
import type { DemoOptions } from './options.js';

/** ms during which people repeat a request that was answered with 503 */
const PATIENCE = 60_000;

/** The share of checkout sessions that each fault of shops in the field strikes. */
const FAILURES = Object.fromEntries(SESSION_FAULTS.map((fault) => [fault, 0.01]));

/** A foreign server has no emulators to fault and no mails to read. */
export interface Stage {
  anyone: Api;
  admin: Api;
  /** the admin's own, for larger refunds */
  password: string;
  own: {
    server: ServerProcess;
    retailer: RetailerProcess;
    stripe: StripeProcess;
    clock: MovedClock;
    mails: string;
  } | null;
  close(): Promise<void>;
}

export async function openStage({ url, admin }: DemoOptions): Promise<Stage> {
  if (url === null || admin === null) return ownStage();
  const anyone = new Api(url, undefined, PATIENCE);
  const { email, password } = admin;
  return { anyone, admin: await signIn(anyone, email, password), password, own: null, close: async () => undefined };
}

/** Server, retailer and Stripe emulator as processes of their own in a temporary directory. */
async function ownStage(): Promise<Stage> {
  const engines = await enginesIn(process.env);
  const directory = await mkdtemp(join(tmpdir(), 'supreme-access-demo-'));
  const clock = MovedClock.in(directory);
  const closing = [() => rm(directory, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const port = await freePort();
    const webhooks = `http://127.0.0.1:${port}/api/webhooks/stripe`;
    const stripe = await StripeProcess.start(join(directory, 'stripe'), webhooks, clock.settings);
    closing.push(() => stripe.stop());
    const retailer = await RetailerProcess.start(join(directory, 'retailer'), {
      ...clock.settings,
      ...stripe.sellerSettings,
      SANDBOX_FAILURES: JSON.stringify(FAILURES),
      SANDBOX_LATENCY: '{"min":20,"max":120}',
      SANDBOX_HOLD_MS: '1500',
      SANDBOX_SLOW_MS: '1000',
    });
    closing.push(() => retailer.stop());
    const settings = { ...engines, ...clock.settings, ...retailer.settings, ...stripe.settings, PORT: String(port) };
    const server = await ServerProcess.startSupervised(settings, join(directory, 'server'));
    closing.push(async () => void (await server.stop()));
    const own = { server, retailer, stripe, clock, mails: join(directory, 'server', 'mail') };
    const anyone = new Api(server.url, undefined, PATIENCE);
    const { email, password } = ADMIN;
    return { anyone, admin: await signIn(anyone, email, password), password, own, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sessions expire within a day. */
export async function signInAgain(stage: Stage): Promise<void> {
  stage.admin = await signIn(stage.anyone, ADMIN.email, ADMIN.password);
}

const ENGINE_SETTINGS = ['EVENTSTORE_URL', 'MONGODB_URL', 'MASTER_KEY', 'JWT_SECRET'];

/** The engines of the environment. Never an installation's: its orders would be processed here. */
async function enginesIn(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (env.EVENTSTORE_URL) await assertEmpty(env.EVENTSTORE_URL);
  return Object.fromEntries(ENGINE_SETTINGS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

async function assertEmpty(url: string): Promise<void> {
  const { openEventStoreLog } = await built<typeof import('../../backend/src/stores/event-log/eventstore-opening.js')>(
    'stores/event-log/eventstore-opening.js',
  );
  const log = await openEventStoreLog(url);
  try {
    if ((await log.head()) === 0) return;
  } finally {
    await log.close();
  }
  throw new Error('EVENTSTORE_URL holds events; the demo wants an empty server of its own, or none of these settings');
}
