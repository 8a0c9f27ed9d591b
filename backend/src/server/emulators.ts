import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { startSandboxRetailer } from '../emulators/shop/server.js';
import { startStripeEmulator } from '../emulators/stripe/stripe-emulator.js';
import type { RetailerOptions } from '../retailers/retailers.module.js';
import type { Secrets } from '../stores/vault/secrets.js';
import { WEBHOOK_TYPES } from '../stripe/webhook-record.js';

export interface Partners {
  retailer: RetailerOptions;
  stripe: { key: string; apiUrl: string | null; webhookSecret: string; isEmulator: boolean };
  /** Resolves once Stripe's emulator is idle; at once without it. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts emulators for partners without a URL; their ledgers in the data directory survive a crash. */
export async function openPartners(config: Config, secrets: Secrets, webhookUrl: string): Promise<Partners> {
  const closing: (() => Promise<void>)[] = [];
  const retailerKey = secrets.get('retailer-key');
  let retailerUrl = config.retailer.url;
  if (retailerUrl === null) {
    const directory = join(config.dataDir, 'sandbox-retailer');
    const sandbox = await startSandboxRetailer({
      directory,
      key: retailerKey,
      latency: { min: 20, max: 120 },
    });
    retailerUrl = sandbox.url;
    closing.push(() => sandbox.close());
  }
  const { secretKey } = config.stripe;
  const stripeKey = secretKey ?? `sk_test_${secrets.get('stripe-key')}`;
  const ownSecret = secrets.get('stripe-webhook');
  const webhookSecret = secretKey || ownSecret.startsWith('whsec_') ? ownSecret : `whsec_${ownSecret}`;
  let { apiUrl } = config.stripe;
  let settled = async (): Promise<void> => undefined;
  if (apiUrl === null && secretKey === null) {
    const emulator = await startStripeEmulator({
      dir: join(config.dataDir, 'stripe-emulator'),
      key: stripeKey,
      webhook: { url: webhookUrl, secret: webhookSecret, types: WEBHOOK_TYPES },
    });
    apiUrl = emulator.url;
    settled = emulator.settled;
    closing.push(() => emulator.close());
  }
  return {
    retailer: { url: retailerUrl, key: retailerKey, isSandbox: config.retailer.url === null },
    stripe: { key: stripeKey, apiUrl, webhookSecret, isEmulator: secretKey === null || apiUrl !== null },
    settled,
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}
