import { startStripeEmulator } from './stripe-emulator.js';
import type { WebhookOptions } from './webhooks.js';

function setting(name: string, fits: (value: string) => boolean, standard?: string): string {
  const value = process.env[name] ?? standard;
  if (value !== undefined && fits(value)) return value;
  throw new Error(`${name} is ${value === undefined ? 'missing' : 'not valid'}`);
}

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) < 65_536;
const isUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const isText = (value: string) => value.trim() !== '';

function webhookSettings(): WebhookOptions | undefined {
  const { STRIPE_EMULATOR_WEBHOOK_URL: url, STRIPE_EMULATOR_WEBHOOK_SECRET: secret } = process.env;
  if (url === undefined && secret === undefined) return undefined;
  return {
    url: url === undefined ? undefined : setting('STRIPE_EMULATOR_WEBHOOK_URL', isUrl),
    secret: setting('STRIPE_EMULATOR_WEBHOOK_SECRET', isText),
    types: process.env.STRIPE_EMULATOR_WEBHOOK_EVENTS?.split(',').map((type) => type.trim()),
  };
}

try {
  const emulator = await startStripeEmulator({
    dir: setting('STRIPE_EMULATOR_DIR', isText, '.data/stripe'),
    port: Number(setting('STRIPE_EMULATOR_PORT', isPort, '0')),
    key: setting('STRIPE_EMULATOR_KEY', isText),
    webhook: webhookSettings(),
  });
  const stop = () => void emulator.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The caller may send a signal as soon as it has read this line.
  console.log(emulator.url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
