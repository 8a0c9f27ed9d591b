import { randomBytes } from 'node:crypto';
import { SANDBOX_SELLER } from '@supreme-access/contract/retailer-protocols.js';
import type { RetailerLedger, StripeLedger } from '../../backend/src/audit/ledgers.js';
import { sellerKey } from '../../backend/src/emulators/stripe/seller-accounts.js';
import { Program } from './program.js';

abstract class Emulator {
  constructor(
    protected readonly program: Program,
    readonly url: string,
    readonly key: string,
  ) {}

  protected async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async stop(): Promise<void> {
    await this.program.kill();
  }
}

/** The sandbox retailer as a process of its own, whose ledger survives our server. */
export class RetailerProcess extends Emulator {
  /** `settings`: SANDBOX_... (see its settings.ts), and Node's */
  static async start(directory: string, settings: Readonly<Record<string, string>> = {}): Promise<RetailerProcess> {
    const key = randomBytes(24).toString('base64url');
    const env = { SANDBOX_DIR: directory, SANDBOX_KEY: key, ...settings };
    const program = Program.start('backend/dist/programs/sandbox-retailer.js', env);
    const [, url = ''] = await program.line(/listens on (http\S+)/);
    return new RetailerProcess(program, url, key);
  }

  /** The server's settings for it. */
  get settings(): Record<string, string> {
    return { RETAILER_URL: this.url, RETAILER_KEY: this.key };
  }

  ledger(): Promise<RetailerLedger> {
    return this.ask('GET', '/ledger');
  }

  /** `others`: pieces of every size and style that is not listed */
  setStock(productId: string, stock: { size: string; style: string; quantity: number }[], others = 1_000) {
    return this.ask('PUT', `/sandbox/products/${encodeURIComponent(productId)}`, { stock, others });
  }

  /** Strikes the next calls, or those of one order. */
  fault(fault: string, about: { on?: string; orderId?: string; times?: number } = {}) {
    return this.ask('POST', '/sandbox/faults', { fault, ...about });
  }
}

export class StripeProcess extends Emulator {
  private webhookSecret = '';

  /** `webhookUrl`: our server's endpoint */
  static async start(
    directory: string,
    webhookUrl: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<StripeProcess> {
    const key = `sk_test_${randomBytes(16).toString('hex')}`;
    const secret = `whsec_${randomBytes(16).toString('hex')}`;
    const program = Program.start('backend/dist/programs/stripe-emulator.js', {
      STRIPE_EMULATOR_DIR: directory,
      STRIPE_EMULATOR_KEY: key,
      STRIPE_EMULATOR_WEBHOOK_URL: webhookUrl,
      STRIPE_EMULATOR_WEBHOOK_SECRET: secret,
      ...settings,
    });
    const [url = ''] = await program.line(/^http\S+$/);
    const stripe = new StripeProcess(program, url, key);
    stripe.webhookSecret = secret;
    return stripe;
  }

  /** The server's settings for it; the relay lets test numbers through to the emulator. */
  get settings(): Record<string, string> {
    const { url, key, webhookSecret } = this;
    return { STRIPE_API_URL: url, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, CARD_RELAY: 'on' };
  }

  /** The sandbox's settings: it takes its money here, as this seller. */
  get sellerSettings(): Record<string, string> {
    return { STRIPE_API_URL: this.url, SANDBOX_STRIPE_KEY: sellerKey(SANDBOX_SELLER) };
  }

  ledger(): Promise<StripeLedger> {
    return this.ask('GET', '/emulator/ledger');
  }

  fault(kind: string, about: { path?: string; times?: number; delayMs?: number } = {}) {
    return this.ask('POST', '/emulator/faults', { kind, ...about });
  }

  noMoreFaults() {
    return this.ask('DELETE', '/emulator/faults');
  }
}
