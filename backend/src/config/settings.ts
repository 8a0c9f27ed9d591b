import { readAnalytics } from './analytics-settings.js';
import { readBucket } from './bucket-settings.js';
import { INSECURE } from './production.js';
import {
  amount,
  email,
  hosts,
  list,
  oneOf,
  onOff,
  origin,
  proxies,
  type Setting,
  secret,
  sender,
  store,
  text,
  textOr,
  url,
  whole,
} from './setting-checks.js';

export const ROLES = ['all', 'api', 'projector', 'worker'] as const;

const listening = {
  PORT: whole(3_000, [0, 65_535], 'Port on which it listens.'),
  HOST: textOr('127.0.0.1', 'Address on which it listens.'),
  PUBLIC_URL: url(
    'Address under which people reach it, with which links in mails begin; http://localhost:PORT without one.',
  ),
  ADMIN_URL: origin(
    'The admin on a host name of its own: nothing of the shop is served there, nothing of the admin elsewhere.',
  ),
  TLS_FILES: list(
    'PEM files of the certificate (with those between it and the authority) and of its key, `certificate,key`: this process speaks TLS itself.',
  ),
  OPERATIONS_TOKEN: secret(
    'Who sends it as Bearer sees /metrics and the details of /readyz from elsewhere than this machine.',
    32,
  ),
  TRUSTED_PROXIES: proxies('Whose X-Forwarded-For is believed: addresses or CIDR ranges, with commas between them.'),
};

const keeping = {
  DATA_DIR: textOr('.data', 'Event log, vault, read models, mails and the ledgers of the emulators lie here.'),
  PICTURES_URL: {
    ...readBucket,
    says: 'Bucket for uploaded pictures, `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1` (Amazon’s own without endpoint); AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the machine, sign in. Without it pictures are files under DATA_DIR.',
  },
  ALLOW_EMBEDDED: oneOf('', ['1'], 'Embedded engines refuse NODE_ENV=production unless this is 1.'),
  ALLOW_INSECURE: list(
    'NODE_ENV=production refuses what leaves the machine in the clear; these may: public-url, smtp, stores, partners.',
    INSECURE,
  ),
  SEED: oneOf(
    '',
    ['demo', 'none'],
    'demo or none: what an empty log begins with; demo without it, but none with NODE_ENV=production.',
  ),
};

const sharing = {
  EVENTSTORE_URL: store(
    'Event log on EventStoreDB, `esdb://user:password@host:2113?tls=true`; wants MONGODB_URL too.',
    /^esdb(\+discover)?:\/\//,
    'must begin with esdb:// or esdb+discover://',
  ),
  MONGODB_URL: store(
    'Read models and vault on MongoDB, `mongodb://user:password@host:27017/supreme-access`; wants EVENTSTORE_URL too.',
    /^mongodb(\+srv)?:\/\//,
    'must begin with mongodb://',
  ),
  MASTER_KEY: secret(
    'What seals the vault, the same for all processes: 32 bytes in hex or base64, or several such keys (`new,old`), of which the first seals and the others open; or `file:/path`, a file with one such key a line, best outside DATA_DIR. The embedded engines make DATA_DIR/master.key without it.',
  ),
  ROLE: oneOf(
    'all',
    ['api', 'projector', 'worker'],
    'What this process does: all, or one part of it beside others; one projector, any number of the others.',
  ),
  THREADS: whole(
    2,
    [1, 2],
    'Threads of a process with ROLE=all: one answers, the other folds the read models and does jobs; 1: one does both.',
  ),
  WORK: onOff(
    'on',
    'off: jobs are left alone, as while a restored log is compared with the ledgers of retailer and Stripe.',
  ),
};

const people = {
  ADMIN_EMAIL: email('admin@supreme-access.test', 'The first admin, made at the first start.'),
  ADMIN_PASSWORD: secret(
    'Their password; a random one is printed once without it, but for NODE_ENV=production, which needs it then.',
    8,
  ),
  JWT_SECRET: secret(
    'Signs sessions and may be changed at any time; the embedded engines make one and keep it in the vault.',
    32,
  ),
  STAFF_TOTP: oneOf(
    'optional',
    ['required'],
    'required: admins and auditors can do nothing but turn one-time codes on before they have them on.',
  ),
  STEP_UP_REFUND: amount(
    '100.00',
    'What an admin may refund within an hour before password and one-time code are asked for; 0: always.',
  ),
  LIMIT_PER_ACCOUNT: whole(
    20,
    [1, 100],
    'Slots and places in line of one drop that one account may have where the product does not say.',
  ),
  STRICT_SETUP: onOff(
    'off',
    'on: the storefront sends whoever has no profile or no card to the setup, whatever they open.',
  ),
};

const partners = {
  STRIPE_SECRET_KEY: secret('Charges go to Stripe; without it to the built-in emulator.'),
  STRIPE_PUBLISHABLE_KEY: text('What browsers send cards to Stripe with.'),
  STRIPE_WEBHOOK_SECRET: secret('Signs what Stripe tells.'),
  STRIPE_API_URL: url('Another address of Stripe’s API, as of an emulator that is a process of its own.'),
  CARD_RELAY: onOff('off', 'on: raw card numbers may pass through this server although a live key is set.'),
  RETAILER_URL: url('A retailer that speaks docs/retailer-protocol.md; without it the built-in sandbox.'),
  RETAILER_KEY: secret('Signs in there.'),
  RETAILER_HOSTS: hosts(
    'Shops, as `host:port`, that may lie in a private network; plain http only on loopback. That of RETAILER_URL is one by itself.',
  ),
};

const telling = {
  SMTP_URL: url('Mails go out there; without it they are kept as .eml files under DATA_DIR/mail.', ['smtp:', 'smtps:']),
  MAIL_FROM: sender('Supreme Access <no-reply@supreme-access.test>', 'Whom mails are from.'),
  INBOUND_MAIL_SECRET: secret(
    'Signs what arrives at POST /api/inbound/email; made and kept in the vault when not given.',
  ),
  INBOUND_ADDRESS: email(
    null,
    'The mailbox whose mails are posted there: orders tell shoppers to forward the retailer’s confirmation to it.',
  ),
  SUPPORT_EMAIL: email(null, 'Where people write to with questions: footer, orders and every mail name it.'),
  PLACES_URL: url(
    'Address lookup: a Photon-compatible server, asked by ours; without one zips and cities of the United States are known.',
  ),
  ANALYTICS_URL: {
    ...readAnalytics,
    says: 'Purchases of those who agree are counted there: `https://www.google-analytics.com?measurement_id=G-...&api_secret=...` (in the EU https://region1.google-analytics.com).',
  },
  LOG_LEVEL: oneOf(
    'info',
    ['fatal', 'error', 'warn', 'debug', 'trace', 'silent'],
    'What is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
};

export const GROUPS: Readonly<Record<string, Readonly<Record<string, Setting<unknown>>>>> = {
  'Where it listens, and how people reach it': listening,
  'What lies on the disk, and what it may do': keeping,
  'Stores that several processes share': sharing,
  'Staff and shoppers': people,
  'Payments and the retailer': partners,
  'Mails, addresses, statistics and logs': telling,
};

export const SETTINGS = { ...listening, ...keeping, ...sharing, ...people, ...partners, ...telling };

type Read<S> = S extends Setting<infer T> ? T : never;
export type Values = { readonly [Name in keyof typeof SETTINGS]: Read<(typeof SETTINGS)[Name]> };

export function readSettings(given: (name: string) => string | null, note: (problem: string) => void): Values {
  const values = Object.entries(SETTINGS as Record<string, Setting<unknown>>).map(([name, row]) => {
    const written = given(name);
    const value = written === null ? row.none : row.read(written);
    if (value === undefined) note(`${name} ${row.wanted}`);
    return [name, value === undefined ? row.none : value];
  });
  return Object.fromEntries(values) as Values;
}
