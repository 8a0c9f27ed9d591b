import { join } from 'node:path';
import { SANDBOX_SELLER } from '@supreme-access/contract/retailer-protocols.js';
import type { Config } from '../config/config.js';
import { stripeSeller } from '../emulators/shop/seller.js';
import { startSandboxRetailer } from '../emulators/shop/server.js';
import { sellerKey } from '../emulators/stripe/seller-accounts.js';
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

/** Starts emulators for partners without a URL, which reach us at `here`; their ledgers in the data directory survive a crash. */
export async function openPartners(config: Config, secrets: Pick<Secrets, 'get'>, here: string): Promise<Partners> {
  const closing: (() => Promise<void>)[] = [];
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
      webhook: { url: `${here}/api/webhooks/stripe`, secret: webhookSecret, types: WEBHOOK_TYPES },
    });
    apiUrl = emulator.url;
    settled = emulator.settled;
    closing.push(() => emulator.close());
  }
  const retailerKey = secrets.get('retailer-key');
  let retailerUrl = config.retailer.url;
  if (retailerUrl === null) {
    const sandbox = await startSandboxRetailer({
      directory: join(config.dataDir, 'sandbox-retailer'),
      key: retailerKey,
      latency: { min: 20, max: 120 },
      // At Stripe itself the sandbox is no seller.
      ...(apiUrl === null ? {} : { takePayment: stripeSeller(apiUrl, sellerKey(SANDBOX_SELLER)) }),
    });
    retailerUrl = sandbox.url;
    closing.push(() => sandbox.close());
  }
  return {
    retailer: { url: retailerUrl, key: retailerKey, isSandbox: config.retailer.url === null, here },
    stripe: { key: stripeKey, apiUrl, webhookSecret, isEmulator: secretKey === null || apiUrl !== null },
    settled,
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}
