import { redacted } from '../../telemetry/redaction.js';
import { Api } from './api.js';
import { missing } from './api-error.js';
import { auditRoutes } from './audit-ledger.js';
import { AUTHENTICATION_PATH, authenticationPage } from './authentication-page.js';
import { cardRoutes } from './cards.js';
import { customerRoutes } from './customers.js';
import { disputeRoutes } from './disputes.js';
import { Faults } from './faults.js';
import { listen, stop } from './http.js';
import type { SavedAnswer } from './ledger.js';
import { paymentIntentRoutes } from './payment-intents.js';
import { RefundClock, refundRoutes } from './refunds.js';
import { page, type Routes } from './routes.js';
import { sellerRoutes } from './seller-accounts.js';
import { setupIntentRoutes } from './setup-intents.js';
import { sharedTokenRoutes } from './shared-tokens.js';
import { Store, type Transaction } from './store.js';
import { type WebhookOptions, Webhooks } from './webhooks.js';

export interface StripeEmulatorOptions {
  dir: string;
  key: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Without it no event is delivered; GET /v1/events lists them all the same. */
  webhook?: WebhookOptions;
  /** ms until the refund of a card that fails or pends changes */
  refundDelay?: number;
  /** ms UTC */
  now?: () => number;
  failed?: (error: unknown) => void;
}

export interface StripeEmulator {
  url: string;
  port: number;
  sendWebhooksTo(url: string): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

function eventRoutes(store: Store): Routes {
  return {
    'GET /v1/events': ({ params, path }) => {
      const type = params.text('type');
      return page(path, params, store.eventIds(), (id) => {
        const event = store.event(id);
        return type === undefined || event?.type === type ? event : undefined;
      });
    },
    'GET /v1/events/:id': ({ id }) => {
      const event = store.event(id);
      if (!event) throw missing('event', id);
      return event;
    },
  };
}

function webhookRoutes(webhooks: Webhooks | undefined): Routes {
  return {
    'POST /emulator/webhook': ({ params }) => {
      const url = params.required('url');
      webhooks?.pointAt(url);
      return { url };
    },
  };
}

function routesOf(store: Store, faults: Faults, refundDelay: number, authenticationUrl: () => string): Routes {
  return {
    ...cardRoutes,
    ...customerRoutes,
    ...setupIntentRoutes,
    ...paymentIntentRoutes(authenticationUrl),
    ...refundRoutes(refundDelay),
    ...disputeRoutes,
    ...sharedTokenRoutes,
    ...eventRoutes(store),
    ...auditRoutes,
    ...faults.routes,
  };
}

export type EmulatedStripeOptions = Pick<StripeEmulatorOptions, 'key' | 'webhook' | 'refundDelay'> & {
  failed: (error: unknown) => void;
};

export function emulatedStripe(store: Store, options: EmulatedStripeOptions) {
  const { failed, refundDelay = 2_000 } = options;
  const webhooks = options.webhook && new Webhooks(store, options.webhook, failed);
  const faults = new Faults();
  const address = { url: '' };
  const clock = new RefundClock(store, (tx) => commit(tx), failed);

  function commit(tx: Transaction, answer?: SavedAnswer): void {
    const line = tx.line((type) => webhooks?.wants(type) ?? false, answer);
    if (!line) return;
    store.commit(line);
    clock.watch((line.put ?? []).filter(({ object }) => object === 'refund').map(({ id }) => id));
    store.durable().then(() => webhooks?.add(line.owed ?? []), failed);
  }

  const own = routesOf(store, faults, refundDelay, () => `${address.url}${AUTHENTICATION_PATH}`);
  const api = new Api({
    store,
    routes: { ...own, ...webhookRoutes(webhooks) },
    sellerRoutes,
    faults,
    key: options.key,
    commit,
    failed,
  });
  clock.watch(store.ids('refund'));
  return { api, webhooks, clock, address, page: authenticationPage(store, commit) };
}

/** A loopback server with as much of Stripe's API as the official SDK needs here. */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { failed = (error: unknown) => console.error('payment emulator:', redacted(error)) } = options;
  const store = await Store.open(options.dir, options.now ?? Date.now);
  const { api, webhooks, clock, address, page } = emulatedStripe(store, { ...options, failed });
  const { server, port } = await listen(options.port ?? 0, api, page, failed);
  const url = `http://127.0.0.1:${port}`;
  address.url = url;
  webhooks?.add(store.undelivered());
  const close = async () => {
    clock.close();
    await stop(server);
    await webhooks?.close();
    await store.close();
  };
  const settled = async () => {
    await clock.changed();
    await store.durable();
    await webhooks?.delivered();
  };
  return { url, port, sendWebhooksTo: (target) => webhooks?.pointAt(target), settled, close };
}
