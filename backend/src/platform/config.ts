import { resolve } from 'node:path';
import { parsePrice } from '@supreme-access/contract/money.js';
import { type AnalyticsSettings, readAnalytics } from './analytics-settings.js';
import { type BucketSettings, readBucket } from './bucket-settings.js';
import { INSECURE, type Insecure, insecureSettings, needsTls } from './production.js';
import { type RetailerMailSettings, readRetailerMail } from './retailer-mail-settings.js';
import { type Check, isJsonObject, isWithin, readOrigin, type Text } from './setting-checks.js';
import { readTlsFiles, type TlsFiles } from './tls.js';
import { readMasterKeys } from './vault/master-key-settings.js';
import type { MasterKeySettings } from './vault/master-keys.js';

/** Every setting of the program, read once at start. A missing or wrong one is named; nothing has been touched by then. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** without a trailing slash; links in mails begin with it */
  publicUrl: string;
  /** origin of the host name that serves the admin, and nothing of the shop; null: both are served under every name */
  adminUrl: string | null;
  /** this process speaks TLS itself; null: whatever is in front of it does */
  tls: TlsFiles | null;
  /** who sends it may see how the program is doing */
  operationsToken: string | null;
  /** the first admin, made at the first start; a random password is made when none is given */
  adminEmail: string;
  adminPassword: string | null;
  seed: 'demo' | 'none' | 'auto';
  /** whose X-Forwarded-For is believed: addresses or CIDR ranges */
  trustedProxies: string[];
  /** connections that one network (an IPv4 address, or a /64) may have open at once */
  connectionsPerNetwork: number;
  logLevel: string;
  /** file of the security log; null: stderr, among the other lines */
  securityLog: string | null;
  production: boolean;
  /** mails go out over an encrypted connection or not at all */
  smtpNeedsTls: boolean;
  /** EventStoreDB and MongoDB; null: the embedded engines */
  engines: EngineSettings | null;
  /** bytes that have to be free on the disk of `dataDir` for anything new to be taken */
  leastFree: number;
  /** where the embedded read models lie */
  readModels: 'disk' | 'memory';
  /** where pictures lie; null: in the data directory */
  bucket: BucketSettings | null;
  /** what this process does; everything but `all` needs the engines above, which processes share */
  role: Role;
  /** false: due work is left alone, as while a restored log is compared with the partners' ledgers */
  work: boolean;
  /** minutes between two seals of the log; 0: only on demand */
  sealEvery: number;
  jwtSecret: string | null;
  /** what the vault's data keys are sealed under; without any the embedded vault makes one in the data directory */
  masterKey: MasterKeySettings;
  /** staff have to turn one-time codes on before they can do anything */
  staffTotpRequired: boolean;
  /** what an admin refunds within an hour without proving once more who they are, minor units */
  stepUpRefund: number;
  stripe: {
    secretKey: string | null;
    publishableKey: string | null;
    webhookSecret: string | null;
    apiUrl: string | null;
  };
  /** slots and waiting list places of one drop that one account may have, where the product does not say */
  limitPerAccount: number;
  /** raw card numbers may pass through this server with a live key */
  cardRelay: boolean;
  /** `concurrency`: attempts that may be under way there at once, as long as it answers well */
  retailer: { url: string | null; key: string | null; concurrency: number };
  /** how mails of the retailer prove themselves */
  retailerMail: RetailerMailSettings;
  inboundMailSecret: string | null;
  /** forwarded mails need a time in their signature, and a check that passed for the sender's own domain */
  inboundStrict: boolean;
  inboundAddress: string | null;
  /** where people write to with questions, as pages and mails say; null: they say nothing of it */
  supportEmail: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  placesUrl: string | null;
  /** measurement id, secret and host with which purchases are counted, of those who agree to it; null: they are not */
  analytics: AnalyticsSettings | null;
  /** the storefront sends whoever has no profile or no card to the setup, whatever they open */
  strictSetup: boolean;
  sandboxFailures: string | null;
  /** settings that were given, by their names: what is not among them is a default. Values of secrets are not kept here. */
  given: Readonly<Record<string, GivenSetting>>;
}

export interface GivenSetting {
  from: 'environment' | 'file';
  /** of those that hold no secret and are kept nowhere else */
  value: string | null;
}
/** Nothing else of the environment is looked at twice. */
const KEPT = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'ALLOW_EMBEDDED', 'ALLOW_INSECURE'];

export const ROLES = ['all', 'api', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface EngineSettings {
  eventstoreUrl: string;
  mongodbUrl: string;
  /** ms without an answer after which a store is asked again */
  answerMs: number;
}

/** Whether this process does what waits, and what is done by itself every so often. */
export function worksHere({ work, role }: { work: boolean; role: Role }): boolean {
  return work && (role === 'all' || role === 'worker');
}

export class ConfigError extends Error {}

type Env = Readonly<Record<string, string | undefined>>;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** @throws ConfigError that names every missing or wrong setting, never its value when that may be a secret. */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const check: Check = (name, isFine, wanted) => {
    if (!isFine) problems.push(`${name} ${wanted}`);
  };
  const text: Text = (name) => (env[name] === undefined || env[name] === '' ? null : env[name]);
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback;
    check(name, (allowed as readonly string[]).includes(value), `must be one of ${allowed.join(', ')}`);
    return value as T;
  };
  const url = (name: string, protocols: readonly string[]) => {
    const value = text(name);
    const parsed = value === null ? null : URL.canParse(value) ? new URL(value) : undefined;
    const isFine = parsed === null || (parsed !== undefined && protocols.includes(parsed.protocol));
    check(name, isFine, `must be a URL (${protocols.join(' ')})`);
    return value?.replace(/\/$/, '') ?? null;
  };
  const email = (name: string) => {
    const value = text(name);
    check(name, value === null || EMAIL.test(value), 'must be an email address');
    return value;
  };
  const port = Number(text('PORT') ?? 3000);
  check('PORT', isWithin(port, 0, 65_535), 'must be a port number from 0 to 65535');
  const connectionsPerNetwork = Number(text('CONNECTIONS_PER_NETWORK') ?? 2_000);
  const isBound = isWithin(connectionsPerNetwork, 1, 10_000);
  check('CONNECTIONS_PER_NETWORK', isBound, 'must be a whole number from 1 to 10000');
  const stepUpRefund = parsePrice(text('STEP_UP_REFUND') ?? 100);
  check('STEP_UP_REFUND', stepUpRefund !== null, 'must be an amount with at most two decimals');
  const sealEvery = Number(text('SEAL_EVERY') ?? 60);
  check('SEAL_EVERY', isWithin(sealEvery, 0, 720), 'must be a whole number of minutes from 0 to 720');
  const limitPerAccount = Number(text('LIMIT_PER_ACCOUNT') ?? 20);
  check('LIMIT_PER_ACCOUNT', isWithin(limitPerAccount, 1, 100), 'must be a whole number from 1 to 100');
  const leastFree = Number(text('DISK_MIN_FREE_MIB') ?? 64);
  check('DISK_MIN_FREE_MIB', isWithin(leastFree, 32, 1_000_000), 'must be a whole number of MiB from 32 to 1000000');
  const production = env.NODE_ENV === 'production';
  const engines = readEngines(text, check);
  const masterKey = readMasterKeys(text, check, engines !== null);
  const embeddedAllowed = !production || engines !== null || text('ALLOW_EMBEDDED') === '1';
  check('ALLOW_EMBEDDED', embeddedAllowed, 'must be 1 to run the embedded engines with NODE_ENV=production');
  const role = oneOf('ROLE', ROLES, 'all');
  check('ROLE', role === 'all' || engines !== null, 'must be all with the embedded engines: they serve one process');
  const adminPassword = text('ADMIN_PASSWORD');
  check('ADMIN_PASSWORD', adminPassword === null || adminPassword.length >= 8, 'must have at least 8 characters');
  const jwtSecret = text('JWT_SECRET');
  check('JWT_SECRET', jwtSecret === null || jwtSecret.length >= 32, 'must have at least 32 characters');
  const operationsToken = text('OPERATIONS_TOKEN');
  const isLong = operationsToken === null || operationsToken.length >= 32;
  check('OPERATIONS_TOKEN', isLong, 'must have at least 32 characters');
  const failures = text('SANDBOX_FAILURES');
  check('SANDBOX_FAILURES', failures === null || isJsonObject(failures), 'must be a JSON object of rates');
  const retailerUrl = url('RETAILER_URL', ['http:', 'https:']);
  check('RETAILER_KEY', retailerUrl === null || text('RETAILER_KEY') !== null, 'is required with RETAILER_URL');
  const concurrency = Number(text('RETAILER_CONCURRENCY') ?? 256);
  check('RETAILER_CONCURRENCY', isWithin(concurrency, 1, 10_000), 'must be a whole number from 1 to 10000');
  const liveKey = text('STRIPE_SECRET_KEY');
  check(
    'STRIPE_WEBHOOK_SECRET',
    liveKey === null || text('STRIPE_WEBHOOK_SECRET') !== null,
    'is required with STRIPE_SECRET_KEY',
  );
  const cardRelay = oneOf('CARD_RELAY', ['on', 'off'], 'off') === 'on';
  const publishableKey = text('STRIPE_PUBLISHABLE_KEY');
  check('STRIPE_SECRET_KEY', publishableKey === null || liveKey !== null, 'is required with STRIPE_PUBLISHABLE_KEY');
  check(
    'STRIPE_PUBLISHABLE_KEY',
    liveKey === null || publishableKey !== null || cardRelay,
    'is required with STRIPE_SECRET_KEY, unless CARD_RELAY is on: browsers could give no card',
  );
  const hasPartners = retailerUrl !== null && liveKey !== null;
  check(
    'ROLE',
    role === 'all' || hasPartners,
    'must be all without RETAILER_URL and STRIPE_SECRET_KEY: stand-ins of partners serve one process',
  );
  const allowed = (text('ALLOW_INSECURE') ?? '').split(',').flatMap((entry) => entry.trim() || []) as Insecure[];
  check(
    'ALLOW_INSECURE',
    allowed.every((one) => INSECURE.includes(one)),
    `must be some of ${INSECURE.join(', ')}`,
  );
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const adminUrl = readOrigin('ADMIN_URL', url('ADMIN_URL', ['http:', 'https:']), check);
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  if (production) {
    const stores = { eventstoreUrl: text('EVENTSTORE_URL'), mongodbUrl: text('MONGODB_URL') };
    const unsafe = insecureSettings({ publicUrl, adminUrl, smtpUrl, ...stores }, allowed);
    for (const [name, wanted] of unsafe) check(name, false, wanted);
  }
  const config: Config = {
    port,
    host: text('HOST') ?? '127.0.0.1',
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    publicUrl,
    adminUrl,
    smtpNeedsTls: smtpUrl !== null && needsTls(smtpUrl, production, allowed),
    tls: readTlsFiles(text, check),
    operationsToken,
    adminEmail: email('ADMIN_EMAIL') ?? 'admin@supreme-access.test',
    adminPassword,
    seed: text('SEED') === null ? (production ? 'none' : 'auto') : oneOf('SEED', ['demo', 'none'], 'demo'),
    trustedProxies: (text('TRUSTED_PROXIES') ?? '').split(',').flatMap((entry) => entry.trim() || []),
    connectionsPerNetwork,
    logLevel: oneOf('LOG_LEVEL', LEVELS, 'info'),
    securityLog: text('SECURITY_LOG'),
    production,
    engines,
    leastFree: leastFree * 2 ** 20,
    readModels: oneOf('READ_MODELS', ['disk', 'memory'], 'disk'),
    bucket: readBucket(text, check, !production || allowed.includes('stores')),
    role,
    sealEvery,
    limitPerAccount,
    work: oneOf('WORK', ['on', 'off'], 'on') === 'on',
    jwtSecret,
    masterKey,
    stepUpRefund: stepUpRefund ?? 0,
    staffTotpRequired: oneOf('STAFF_TOTP', ['required', 'optional'], 'optional') === 'required',
    stripe: {
      secretKey: liveKey,
      publishableKey,
      webhookSecret: text('STRIPE_WEBHOOK_SECRET'),
      apiUrl: url('STRIPE_API_URL', ['http:', 'https:']),
    },
    cardRelay,
    retailer: { url: retailerUrl, key: text('RETAILER_KEY'), concurrency },
    retailerMail: readRetailerMail(text, check),
    inboundMailSecret: text('INBOUND_MAIL_SECRET'),
    inboundStrict: oneOf('INBOUND_STRICT', ['on', 'off'], 'off') === 'on',
    inboundAddress: email('INBOUND_ADDRESS'),
    supportEmail: email('SUPPORT_EMAIL'),
    smtpUrl,
    mailFrom: text('MAIL_FROM') ?? 'Supreme Access <no-reply@supreme-access.test>',
    placesUrl: url('PLACES_URL', ['http:', 'https:']),
    analytics: readAnalytics(text, check, url('ANALYTICS_URL', ['http:', 'https:'])),
    strictSetup: oneOf('STRICT_SETUP', ['on', 'off'], 'off') === 'on',
    sandboxFailures: failures,
    given: givenIn(env),
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** `SETTINGS_FROM_FILE` names those that were read from a file (scripts/prepare.js). */
function givenIn(env: Env): Config['given'] {
  const ofFile = new Set((env.SETTINGS_FROM_FILE ?? '').split(','));
  const named = Object.entries(env).filter(
    ([name, value]) => /^[A-Z_]+$/.test(name) && value !== undefined && value !== '',
  );
  return Object.fromEntries(
    named.map(([name, value = null]) => {
      return [name, { from: ofFile.has(name) ? 'file' : 'environment', value: KEPT.includes(name) ? value : null }];
    }),
  );
}

/** Both addresses or neither; with them come the secrets that all processes share. */
function readEngines(text: Text, check: Check): Config['engines'] {
  const [eventstoreUrl, mongodbUrl] = [text('EVENTSTORE_URL'), text('MONGODB_URL')];
  if (eventstoreUrl === null && mongodbUrl === null) return null;
  check('EVENTSTORE_URL', eventstoreUrl !== null, 'is required with MONGODB_URL');
  check('MONGODB_URL', mongodbUrl !== null, 'is required with EVENTSTORE_URL');
  const isEventStore = eventstoreUrl === null || /^esdb(\+discover)?:\/\//.test(eventstoreUrl);
  check('EVENTSTORE_URL', isEventStore, 'must begin with esdb:// or esdb+discover://');
  check('MONGODB_URL', mongodbUrl === null || /^mongodb(\+srv)?:\/\//.test(mongodbUrl), 'must begin with mongodb://');
  check('JWT_SECRET', text('JWT_SECRET') !== null, 'is required with EVENTSTORE_URL and MONGODB_URL');
  const answerMs = Number(text('STORE_ANSWER_MS') ?? 5_000);
  check('STORE_ANSWER_MS', Number.isInteger(answerMs) && answerMs >= 50, 'must be a number of milliseconds from 50');
  return {
    eventstoreUrl: eventstoreUrl ?? '',
    mongodbUrl: mongodbUrl ?? '',
    answerMs,
  };
}
