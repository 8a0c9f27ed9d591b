import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { SettingInForce } from '@supreme-access/contract/shapes/system.js';
import type { AnalyticsSettings } from './analytics-settings.js';
import type { BucketSettings } from './bucket-settings.js';
import type { MasterKeySettings } from './master-key-settings.js';
import { readMasterKeys } from './master-key-settings.js';
import { insecureSettings, isHere, needsTls } from './production.js';
import type { Check, Setting, Text } from './setting-checks.js';
import { type ROLES, readSettings, SETTINGS, type Values } from './settings.js';
import type { TlsFiles } from './tls.js';

/** The folder of the server's package. */
export const BACKEND = packageAbove(import.meta.dirname);

/** ms */
const STORE_ANSWERS = 5_000;

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** without a trailing slash */
  publicUrl: string;
  /** origin that serves only the admin; null: every host name serves admin and shop */
  adminUrl: string | null;
  tls: TlsFiles | null;
  operationsToken: string | null;
  adminEmail: string;
  adminPassword: string | null;
  seed: 'demo' | 'none' | 'auto';
  /** addresses or CIDR ranges */
  trustedProxies: string[];
  logLevel: string;
  production: boolean;
  allowEmbedded: boolean;
  smtpNeedsTls: boolean;
  engines: EngineSettings | null;
  bucket: BucketSettings | null;
  role: Role;
  threads: number;
  /** what this thread does of the process's role: with two threads one answers, and the other follows the log */
  part: 'all' | 'answers' | 'follows';
  /** false: this process runs no jobs */
  work: boolean;
  jwtSecret: string | null;
  masterKey: MasterKeySettings;
  staffTotpRequired: boolean;
  /** minor units per hour */
  stepUpRefund: number;
  stripe: {
    secretKey: string | null;
    publishableKey: string | null;
    webhookSecret: string | null;
    apiUrl: string | null;
  };
  limitPerAccount: number;
  /** allows raw card numbers through this server with a live key */
  cardRelay: boolean;
  retailer: { url: string | null; key: string | null };
  /** `host:port` */
  retailerHosts: string[];
  inboundMailSecret: string | null;
  inboundAddress: string | null;
  supportEmail: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  placesUrl: string | null;
  analytics: AnalyticsSettings | null;
  strictSetup: boolean;
  settings: readonly SettingInForce[];
}

export type Role = (typeof ROLES)[number];

export interface EngineSettings {
  eventstoreUrl: string;
  mongodbUrl: string;
  /** ms without an answer before a retry */
  answerMs: number;
}

type Place = Pick<Config, 'role'> & Partial<Pick<Config, 'part'>>;
export type WorkPlace = Place & Pick<Config, 'work'>;

export function worksHere({ work, role, part = 'all' }: WorkPlace): boolean {
  return work && (part === 'all' ? role === 'all' || role === 'worker' : part === 'follows');
}

export function foldsHere({ role, part = 'all' }: Place): boolean {
  return part === 'all' ? role === 'all' || role === 'projector' : part === 'follows';
}

export class ConfigError extends Error {}

type Env = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError that names each missing or wrong setting, never its value */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const text: Text = (name) => env[name] || null;
  const check: Check = (name, isFine, wanted) => {
    if (!isFine) problems.push(`${name} ${wanted}`);
  };
  const given = readSettings(text, (problem) => problems.push(problem));
  const production = env.NODE_ENV === 'production';
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`;
  const dataDir = resolve(given.DATA_DIR);
  const seed = given.SEED || (production ? 'none' : 'auto');
  const engines = readEngines(given, check);
  const tls = readTls(given, check);
  checkTogether(given, check, { production, publicUrl });
  const masterKey = readMasterKeys(text, check, engines !== null);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir,
    publicUrl,
    adminUrl: given.ADMIN_URL,
    smtpNeedsTls: given.SMTP_URL !== null && needsTls(given.SMTP_URL, production, given.ALLOW_INSECURE),
    tls,
    operationsToken: given.OPERATIONS_TOKEN,
    adminEmail: given.ADMIN_EMAIL ?? '',
    adminPassword: given.ADMIN_PASSWORD,
    seed,
    trustedProxies: given.TRUSTED_PROXIES,
    logLevel: given.LOG_LEVEL,
    production,
    allowEmbedded: given.ALLOW_EMBEDDED === '1',
    engines,
    bucket: given.PICTURES_URL,
    role: given.ROLE,
    threads: given.ROLE === 'all' ? given.THREADS : 1,
    part: 'all',
    limitPerAccount: given.LIMIT_PER_ACCOUNT,
    work: given.WORK,
    jwtSecret: given.JWT_SECRET,
    masterKey,
    stepUpRefund: given.STEP_UP_REFUND,
    staffTotpRequired: given.STAFF_TOTP === 'required',
    stripe: {
      secretKey: given.STRIPE_SECRET_KEY,
      publishableKey: given.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
      apiUrl: given.STRIPE_API_URL,
    },
    cardRelay: given.CARD_RELAY,
    retailer: { url: given.RETAILER_URL, key: given.RETAILER_KEY },
    retailerHosts: given.RETAILER_HOSTS,
    inboundMailSecret: given.INBOUND_MAIL_SECRET,
    inboundAddress: given.INBOUND_ADDRESS,
    supportEmail: given.SUPPORT_EMAIL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    placesUrl: given.PLACES_URL,
    analytics: given.ANALYTICS_URL,
    strictSetup: given.STRICT_SETUP,
    settings: inForce(env, { PUBLIC_URL: publicUrl, DATA_DIR: dataDir, SEED: seed }),
  };
}

function readEngines({ EVENTSTORE_URL, MONGODB_URL, JWT_SECRET }: Values, check: Check): Config['engines'] {
  if (EVENTSTORE_URL === null && MONGODB_URL === null) return null;
  check('EVENTSTORE_URL', EVENTSTORE_URL !== null, 'is required with MONGODB_URL');
  check('MONGODB_URL', MONGODB_URL !== null, 'is required with EVENTSTORE_URL');
  check('JWT_SECRET', JWT_SECRET !== null, 'is required with EVENTSTORE_URL and MONGODB_URL');
  return { eventstoreUrl: EVENTSTORE_URL ?? '', mongodbUrl: MONGODB_URL ?? '', answerMs: STORE_ANSWERS };
}

function readTls({ TLS_FILES, STRIPE_SECRET_KEY }: Values, check: Check): Config['tls'] {
  const [certificate, key, ...others] = TLS_FILES;
  if (certificate === undefined) return null;
  check('TLS_FILES', key !== undefined && others.length === 0, 'must be two files, certificate,key');
  const wanted = 'needs STRIPE_SECRET_KEY: the emulator of payments calls back in the clear';
  check('TLS_FILES', STRIPE_SECRET_KEY !== null, wanted);
  return { certificate, key: key ?? '' };
}

function checkTogether(
  given: Values,
  check: Check,
  { production, publicUrl }: { production: boolean; publicUrl: string },
) {
  const isEmbedded = given.EVENTSTORE_URL === null && given.MONGODB_URL === null;
  const mayBeEmbedded = !production || !isEmbedded || given.ALLOW_EMBEDDED === '1';
  check('ALLOW_EMBEDDED', mayBeEmbedded, 'must be 1 to run the embedded engines with NODE_ENV=production');
  const isWhole = given.ROLE === 'all';
  check('ROLE', isWhole || !isEmbedded, 'must be all with the embedded engines: they serve one process');
  const hasPartners = given.RETAILER_URL !== null && given.STRIPE_SECRET_KEY !== null;
  const emulators = 'must be all without RETAILER_URL and STRIPE_SECRET_KEY: emulators of partners serve one process';
  check('ROLE', isWhole || hasPartners, emulators);
  const { RETAILER_URL, RETAILER_KEY, ADMIN_URL } = given;
  const isEncrypted = RETAILER_URL === null || RETAILER_URL.startsWith('https:') || isHere(RETAILER_URL);
  check('RETAILER_URL', isEncrypted, 'must begin with https:// unless it is on this machine');
  check('RETAILER_KEY', RETAILER_URL === null || RETAILER_KEY !== null, 'is required with RETAILER_URL');
  check('RETAILER_KEY', !/[^\x21-\x7e]/.test(RETAILER_KEY ?? ''), 'must be visible ASCII without blanks');
  const isApart = ADMIN_URL === null || new URL(ADMIN_URL).host !== new URL(publicUrl).host;
  check('ADMIN_URL', isApart, 'must name another host than PUBLIC_URL, whose shop it would hide');
  const [key, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY];
  const hasSecret = key === null || given.STRIPE_WEBHOOK_SECRET !== null;
  check('STRIPE_WEBHOOK_SECRET', hasSecret, 'is required with STRIPE_SECRET_KEY');
  check('STRIPE_SECRET_KEY', publishable === null || key !== null, 'is required with STRIPE_PUBLISHABLE_KEY');
  const noCards = 'is required with STRIPE_SECRET_KEY, unless CARD_RELAY is on: browsers could give no card';
  check('STRIPE_PUBLISHABLE_KEY', key === null || publishable !== null || given.CARD_RELAY, noCards);
  if (!production) return;
  const files =
    'is required unless ROLE is all: an erasure reaches mails that are kept as files in its own process alone';
  check('SMTP_URL', isWhole || given.SMTP_URL !== null, files);
  const addresses = {
    publicUrl,
    adminUrl: given.ADMIN_URL,
    smtpUrl: given.SMTP_URL,
    eventstoreUrl: given.EVENTSTORE_URL,
    mongodbUrl: given.MONGODB_URL,
    picturesUrl: given.PICTURES_URL?.endpoint ?? null,
    stripeApiUrl: given.STRIPE_API_URL,
    placesUrl: given.PLACES_URL,
    analyticsUrl: given.ANALYTICS_URL?.url ?? null,
  };
  for (const [name, wanted] of insecureSettings(addresses, given.ALLOW_INSECURE)) check(name, false, wanted);
}

/** `SETTINGS_FROM_FILE` lists the settings that scripts/prepare.js read from a file. */
function inForce(env: Env, resolved: Readonly<Record<string, string>>): SettingInForce[] {
  const ofFile = new Set((env.SETTINGS_FROM_FILE ?? '').split(','));
  const rows = { NODE_ENV: SETTINGS.HOST, ...SETTINGS } as Record<string, Setting<unknown>>;
  return Object.entries(rows)
    .map(([name, { initial, isSecret = false, isAddress }]) => {
      const given = env[name] || null;
      const from = given === null ? 'default' : ofFile.has(name) ? 'file' : 'environment';
      const value = resolved[name] ?? given ?? (name === 'NODE_ENV' ? '' : initial);
      const shown = isAddress ? bare(value) : value;
      return { name, value: isSecret ? (given === null ? '' : 'set') : shown, secret: isSecret, from } as const;
    })
    .map((row) => ({ ...row, value: row.value || 'not set' }));
}

/** Removes credentials and the query, which may hold keys. `URL` cannot parse lists of hosts. */
function bare(address: string): string {
  const [, scheme = '', rest = ''] = /^([a-z+0-9]+:\/\/)(.*)$/i.exec(address) ?? [];
  if (scheme === '') return '';
  const [query, at] = [rest.search(/[?#]/), rest.lastIndexOf('@')];
  // An unencoded password may hold `?` or `#`, so its end is unknown.
  if (query !== -1 && at > query) return `${scheme}…`;
  return scheme + rest.slice(at + 1, query === -1 ? undefined : query);
}

function packageAbove(directory: string): string {
  if (existsSync(join(directory, 'package.json')) || directory === dirname(directory)) return directory;
  return packageAbove(dirname(directory));
}
