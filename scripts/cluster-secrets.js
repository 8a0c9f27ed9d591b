import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './prepare.js';
import { answerHelp } from './usage.js';

/**
 * Makes every secret of the `cluster` profile of docker-compose.yml: passwords, the master key, a certificate authority
 * and its certificates. Only the owner can read the files; nothing is printed, and no file is overwritten.
 */

const USAGE = 'usage: npm run cluster:secrets [-- --host shop.example.org] [--to directory]';
const YEARS = { authority: 10, certificate: 2 };
const NODES = [1, 2, 3];
const KURRENTDB = NODES.map((node) => `kurrentdb-${node}`);
const APIS = ['api', 'api-1', 'api-2'];
const MONGODB = NODES.map((node) => `mongodb-${node}`);

answerHelp(USAGE);
const { host, to } = options();
if (existsSync(to))
  end(`${to} is there already, and secrets that are in use are not overwritten. Remove it if nothing uses it.`);
const unfinished = `${to}.unfinished`;
rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true, mode: 0o700 });
try {
  makeCertificates();
  makeSettings();
  for (const file of readdirSync(unfinished)) chmodSync(join(unfinished, file), 0o600);
  renameSync(unfinished, to);
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true });
  end(error.code === 'ENOENT' ? 'openssl is needed, and was not found' : error.message);
}
console.log(`${to} holds the secrets of the cluster profile; fill in the empty settings of program.env.`);

function options() {
  try {
    const text = { type: 'string' };
    const { values } = parseArgs({ options: { host: text, to: text } });
    const { host: name = 'localhost', to: directory = 'deploy/secrets' } = values;
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name)) end(USAGE);
    return { host: name, to: resolve(ROOT, directory) };
  } catch {
    return end(USAGE);
  }
}

function end(text) {
  console.error(text);
  process.exit(1);
}

function write(file, text) {
  writeFileSync(join(unfinished, file), text, { mode: 0o600, flag: 'wx' });
}

function openssl(...args) {
  execFileSync('openssl', args, { cwd: unfinished, stdio: ['ignore', 'ignore', 'pipe'] });
}

function makeCertificates() {
  const ca = ['-x509', '-newkey', 'rsa:3072', '-nodes', '-keyout', 'ca.key', '-out', 'ca.crt'];
  const says = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign', '-subj', '/CN=Supreme Access cluster'];
  openssl('req', ...ca, '-days', days(YEARS.authority), ...says);
  // The members trust one common name: https://docs.kurrent.io/server/v26.0/security/protocol-security.html
  certify('kurrentdb', 'kurrentdb-node', KURRENTDB);
  certify('mongodb', 'mongodb-member', MONGODB);
  certify('api', 'api', APIS);
  certify('proxy', host, [host]);
  for (const name of ['mongodb', 'proxy']) {
    write(`${name}.pem`, both(name));
    for (const part of ['crt', 'key']) rmSync(join(unfinished, `${name}.${part}`));
  }
}

/** A key and a certificate for these names and the local machine; members are clients of each other, too. */
function certify(name, commonName, names) {
  const alternatives = [...new Set([...names, 'localhost'])].map((one) => `DNS:${one}`);
  const says = [
    `subjectAltName=${alternatives.join(',')},IP:127.0.0.1`,
    'extendedKeyUsage=serverAuth,clientAuth',
    'keyUsage=critical,digitalSignature,keyEncipherment',
    'basicConstraints=critical,CA:FALSE',
  ];
  write(`${name}.ext`, says.join('\n'));
  const request = ['-newkey', 'rsa:3072', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`];
  openssl('req', ...request, '-subj', `/CN=${commonName}`);
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-set_serial', `0x${secret(15)}`, '-extfile', `${name}.ext`];
  openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.crt`, '-days', days(YEARS.certificate));
  for (const part of ['ext', 'csr']) rmSync(join(unfinished, `${name}.${part}`));
}

function both(name) {
  return ['crt', 'key'].map((part) => readFileSync(join(unfinished, `${name}.${part}`), 'utf8')).join('');
}

function makeSettings() {
  const [user, kurrentdb, mongodb, root] = ['supreme-access', secret(24), secret(24), secret(24)];
  write('mongodb.keyfile', randomBytes(756).toString('base64'));
  settings('kurrentdb.env', {
    KURRENTDB_DEFAULT_ADMIN_PASSWORD: secret(24),
    KURRENTDB_DEFAULT_OPS_PASSWORD: secret(24),
  });
  settings('mongodb.env', { MONGO_INITDB_ROOT_USERNAME: 'root', MONGO_INITDB_ROOT_PASSWORD: root });
  const events = KURRENTDB.map((node) => `${node}:2113`).join(',');
  settings('stores.env', {
    EVENTSTORE_URL: `esdb://${user}:${kurrentdb}@${events}?tls=true&tlsCAFile=/tls/ca.crt&nodePreference=leader`,
    MONGODB_URL: `mongodb://${user}:${mongodb}@${MONGODB.join(',')}/supreme-access?replicaSet=shop&authSource=admin&tls=true&tlsCAFile=/tls/ca.crt`,
  });
  const made = {
    MASTER_KEY: secret(32),
    JWT_SECRET: secret(48),
    OPERATIONS_TOKEN: secret(24),
  };
  const open = {
    PUBLIC_URL: `https://${host}:8443`,
    ADMIN_EMAIL: `admin@${host.includes('.') ? host : 'supreme-access.test'}`,
  };
  settings('program.env', made, open, {
    '# Fill these in before the first start: the first admin, a retailer, Stripe, a mail server (see .env.example)':
      null,
    '# A value with $ or # stands in single quotes, or docker compose reads something else': null,
    ADMIN_PASSWORD: '',
    RETAILER_URL: '',
    RETAILER_KEY: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    SMTP_URL: '',
    MAIL_FROM: '',
  });
}

function settings(file, ...parts) {
  const lines = Object.entries(Object.assign({}, ...parts)).map(([name, value]) =>
    value === null ? name : `${name}=${value}`,
  );
  write(file, `${lines.join('\n')}\n`);
}

/** A secret in hex, which no file and no address needs to quote. */
function secret(bytes) {
  return randomBytes(bytes).toString('hex');
}

function days(years) {
  return String(365 * years);
}
