import { priceOf } from '@supreme-access/contract/money.js';
import type { SettingInForce } from '@supreme-access/contract/system-types.js';
import type { Config } from './config.js';

type Value = string | number | boolean | null | readonly string[];
/** `secret`: it, or a part of it, opens something */
type Shown = { secret: (config: Config) => unknown } | { shown: (config: Config) => Value };

const secret = (of: (config: Config) => unknown): Shown => ({ secret: of });
const shown = (of: (config: Config) => Value): Shown => ({ shown: of });
const url = (of: (config: Config) => string | null | undefined): Shown => shown((config) => bare(of(config) ?? null));
const onOff = (of: (config: Config) => boolean): Shown => shown((config) => (of(config) ? 'on' : 'off'));
/** What decides at the start and is not kept: as it was given. */
const given = (name: string): Shown => shown(({ given: all }) => all[name]?.value ?? null);

/** Every setting there is, as .env.example lists them. */
export const SETTINGS: Readonly<Record<string, Shown>> = {
  NODE_ENV: shown(({ production }) => (production ? 'production' : null)),
  PORT: shown(({ port }) => port),
  HOST: shown(({ host }) => host),
  PUBLIC_URL: url(({ publicUrl }) => publicUrl),
  ADMIN_URL: url(({ adminUrl }) => adminUrl),
  TLS_CERT_FILE: given('TLS_CERT_FILE'),
  TLS_KEY_FILE: given('TLS_KEY_FILE'),
  OPERATIONS_TOKEN: secret(({ operationsToken }) => operationsToken),
  TRUSTED_PROXIES: shown(({ trustedProxies }) => trustedProxies),
  CONNECTIONS_PER_NETWORK: shown(({ connectionsPerNetwork }) => connectionsPerNetwork),
  DATA_DIR: shown(({ dataDir }) => dataDir),
  DISK_MIN_FREE_MIB: shown(({ leastFree }) => leastFree / 2 ** 20),
  READ_MODELS: shown(({ readModels }) => readModels),
  PICTURES_URL: shown(({ bucket }) => bucket && `s3://${[bucket.bucket, bucket.prefix].join('/').replace(/\/$/, '')}`),
  PICTURES_KEY: secret(({ bucket }) => bucket?.credentials ?? null),
  PICTURES_SECRET: secret(({ bucket }) => bucket?.credentials ?? null),
  ALLOW_EMBEDDED: given('ALLOW_EMBEDDED'),
  ALLOW_INSECURE: given('ALLOW_INSECURE'),
  SEED: shown(({ seed }) => seed),
  EVENTSTORE_URL: url(({ engines }) => engines?.eventstoreUrl),
  MONGODB_URL: url(({ engines }) => engines?.mongodbUrl),
  MASTER_KEY: secret(({ masterKey }) => masterKey.given.length > 0 || null),
  MASTER_KEY_FILE: shown(({ masterKey }) => masterKey.file),
  STORE_ANSWER_MS: shown(({ engines }) => engines?.answerMs ?? null),
  ROLE: shown(({ role }) => role),
  WORK: onOff(({ work }) => work),
  ADMIN_EMAIL: shown(({ adminEmail }) => adminEmail),
  ADMIN_PASSWORD: secret(({ adminPassword }) => adminPassword),
  JWT_SECRET: secret(({ jwtSecret }) => jwtSecret),
  STAFF_TOTP: shown(({ staffTotpRequired }) => (staffTotpRequired ? 'required' : 'optional')),
  STEP_UP_REFUND: shown(({ stepUpRefund }) => priceOf(stepUpRefund)),
  STRIPE_SECRET_KEY: secret(({ stripe }) => stripe.secretKey),
  STRIPE_PUBLISHABLE_KEY: shown(({ stripe }) => stripe.publishableKey),
  STRIPE_WEBHOOK_SECRET: secret(({ stripe }) => stripe.webhookSecret),
  STRIPE_API_URL: url(({ stripe }) => stripe.apiUrl),
  CARD_RELAY: onOff(({ cardRelay }) => cardRelay),
  RETAILER_URL: url(({ retailer }) => retailer.url),
  RETAILER_KEY: secret(({ retailer }) => retailer.key),
  RETAILER_CONCURRENCY: shown(({ retailer }) => retailer.concurrency),
  RETAILER_MAIL_DOMAINS: shown(({ retailerMail }) => retailerMail.domains),
  RETAILER_MAIL_KEYS: shown(({ retailerMail }) => Object.keys(retailerMail.keys)),
  RETAILER_CONFIRMS: shown(({ retailerMail }) => retailerMail.confirms.map(({ subject }) => subject)),
  SANDBOX_FAILURES: shown(({ sandboxFailures }) => sandboxFailures),
  SMTP_URL: url(({ smtpUrl }) => smtpUrl),
  MAIL_FROM: shown(({ mailFrom }) => mailFrom),
  INBOUND_MAIL_SECRET: secret(({ inboundMailSecret }) => inboundMailSecret),
  INBOUND_STRICT: onOff(({ inboundStrict }) => inboundStrict),
  INBOUND_ADDRESS: shown(({ inboundAddress }) => inboundAddress),
  SUPPORT_EMAIL: shown(({ supportEmail }) => supportEmail),
  PLACES_URL: url(({ placesUrl }) => placesUrl),
  ANALYTICS_ID: shown(({ analytics }) => analytics?.id ?? null),
  ANALYTICS_SECRET: secret(({ analytics }) => analytics?.secret ?? null),
  ANALYTICS_URL: url(({ analytics }) => analytics?.url),
  STRICT_SETUP: onOff(({ strictSetup }) => strictSetup),
  LIMIT_PER_ACCOUNT: shown(({ limitPerAccount }) => limitPerAccount),
  SEAL_EVERY: shown(({ sealEvery }) => sealEvery),
  LOG_LEVEL: shown(({ logLevel }) => logLevel),
  SECURITY_LOG: shown(({ securityLog }) => securityLog),
};

/** What the process was started with, and where each came from. */
export function settingsInForce(config: Config): SettingInForce[] {
  return Object.entries(SETTINGS).map(([name, how]) => {
    const from = config.given[name]?.from ?? 'default';
    if ('shown' in how) return { name, value: textOf(how.shown(config)), secret: false, from };
    return { name, value: how.secret(config) === null ? 'not set' : 'set', secret: true, from };
  });
}

function textOf(value: Value): string {
  if (value === null) return 'not set';
  return Array.isArray(value) ? value.join(', ') || 'not set' : String(value);
}

/** An address without who signs in there, and without its query, which may hold keys. Lists of hosts are no URLs to `URL`. */
function bare(address: string | null): string | null {
  const [, scheme = '', rest = ''] = /^([a-z+]+:\/\/)(.*)$/i.exec(address ?? '') ?? [];
  if (scheme === '') return null;
  const [query, at] = [rest.search(/[?#]/), rest.lastIndexOf('@')];
  // A password that was not encoded may hold either sign: nothing tells where it ends.
  if (query !== -1 && at > query) return `${scheme}…`;
  return scheme + rest.slice(at + 1, query === -1 ? undefined : query);
}
