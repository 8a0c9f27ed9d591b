import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { parse } from 'yaml';
import { readConfig } from '../../backend/src/config/config.js';
import { readConnectionString } from '../../backend/src/stores/event-log/eventstore-connection.js';
import { ROOT } from '../support/root.js';

interface Service {
  profiles: string[];
  image?: string;
  build?: string;
  command?: string | string[];
  environment?: Record<string, string>;
  env_file?: string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  healthcheck?: { test: string[] };
  restart?: string;
  logging?: { driver: string };
}

const SECRETS = 'deploy/secrets/';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const file = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const services = Object.entries(file.services).filter(([, { profiles }]) => profiles.includes('cluster'));
const ours = services.filter(([, { build, command }]) => build !== undefined && command === undefined);
const named = (start: string) => services.map(([name]) => name).filter((name) => name.startsWith(start));
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
/** the operator's settings */
const GIVEN = {
  RETAILER_URL: 'https://retailer.example.org',
  RETAILER_KEY: 'of-the-tests',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://mail.example.org',
};

function makeSecrets(to: string, ...more: string[]) {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/cluster-secrets.js', '--to', to, ...more], {
    cwd: ROOT,
  });
  return { status, text: `${stdout}${stderr}` };
}

describe('the cluster profile of docker-compose.yml', () => {
  const parent = mkdtempSync(join(tmpdir(), 'cluster-'));
  const secrets = join(parent, 'secrets');
  let made: ReturnType<typeof makeSecrets>;
  const secret = (name: string) => readFileSync(join(secrets, name), 'utf8');
  const certificate = (name: string) => new X509Certificate(secret(name));
  beforeAll(() => {
    made = makeSecrets(secrets, '--host', 'shop.example.org');
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('has three nodes of each store, two API processes, two workers, a projector and its standby, and a proxy', () => {
    const roles = ours.map(([, { environment }]) => environment?.ROLE).sort();
    expect(roles).toEqual(['api', 'api', 'projector', 'projector', 'worker', 'worker']);
    expect([named('kurrentdb-'), named('mongodb-')].map(({ length }) => length)).toEqual([3, 3]);
    expect(named('proxy')).toEqual(['proxy']);
  });

  it('names only existing files and services', () => {
    const missing = services.flatMap(([name, { depends_on = {}, volumes = [], env_file = [] }]) => [
      ...Object.keys(depends_on).filter((other) => !file.services[other]?.profiles.includes('cluster')),
      ...volumes.map((volume) => volume.split(':')[0] ?? '').filter((from) => !isThere(from, name)),
      ...env_file.filter(
        (path) => !path.startsWith(SECRETS) || !readdirSync(secrets).includes(path.slice(SECRETS.length)),
      ),
    ]);
    expect(missing).toEqual([]);
  });
  const isThere = (from: string, by: string) => {
    if (from === './deploy/secrets') return by === 'secrets';
    return from.startsWith('./') ? statSync(join(ROOT, from)).isFile() : from in file.volumes;
  };

  it('checks the health of long-running services, and restarts them', () => {
    const staying = services.filter(([name]) => !['secrets', 'stores'].includes(name));
    expect(staying.filter(([, { restart }]) => restart !== 'unless-stopped')).toEqual([]);
    // The program's own image has a health check.
    const unwatched = staying.filter(([, { healthcheck, build }]) => !healthcheck && !build);
    expect(unwatched).toEqual([]);
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*\n.*\/readyz/m);
  });

  it('holds no secret, and no default for one', () => {
    const said = services.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(said.filter((name) => /PASSWORD|SECRET|KEY$|URL|TOKEN/.test(name))).toEqual([]);
    const example = spawnSync('git', ['check-ignore', `${SECRETS}program.env`], { cwd: ROOT });
    expect(example.status).toBe(0);
  });

  it('gives the program valid settings', () => {
    const settings = [...read('.env.example').matchAll(/^#?(\w+)=/gm)].map(([, name]) => name);
    const files = settingsIn(secret('stores.env') + secret('program.env'));
    const unknown = ours.flatMap(([, { environment = {} }]) =>
      Object.keys({ ...files, ...environment }).filter((name) => !settings.includes(name)),
    );
    expect(unknown).toEqual([]);
    for (const [, { environment }] of ours) {
      const config = readConfig({ NODE_ENV: 'production', ...files, ...GIVEN, ...environment });
      expect(config).toMatchObject({ role: environment?.ROLE, production: true, seed: 'none' });
    }
    expect(() => readConfig({ ...files, ROLE: 'api' })).toThrow(/ROLE must be all without RETAILER_URL/);
  });

  it('reaches both stores over TLS, by names that their certificates hold', () => {
    const { EVENTSTORE_URL = '', MONGODB_URL = '' } = settingsIn(secret('stores.env'));
    expect(readConnectionString(EVENTSTORE_URL)).toMatchObject({ tls: true });
    const ca = join(secrets, 'ca.crt');
    const { hosts, ...options } = new mongoose.mongo.MongoClient(MONGODB_URL.replace('/tls/ca.crt', ca)).options;
    expect(options).toMatchObject({ tls: true, tlsCAFile: ca, replicaSet: 'shop' });
    expect(hosts.map(({ host }) => host)).toEqual(named('mongodb-'));
    const nodes = /@([^/?]+)/
      .exec(EVENTSTORE_URL)?.[1]
      ?.split(',')
      .map((host) => host.replace(':2113', ''));
    expect(nodes).toEqual(named('kurrentdb-'));
    const authority = certificate('ca.crt');
    for (const [of, names] of [
      ['kurrentdb.crt', [...named('kurrentdb-'), 'localhost']],
      ['mongodb.pem', [...named('mongodb-'), 'localhost']],
      ['proxy.pem', ['shop.example.org']],
      ['api.crt', ['api', ...named('api-')]],
    ] as const) {
      expect(certificate(of).verify(authority.publicKey)).toBe(true);
      // 128 bits of security (NIST SP 800-57 part 1, table 2)
      expect(certificate(of).publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
      expect(names.filter((name) => certificate(of).checkHost(name) === undefined)).toEqual([]);
    }
  });

  it('has a proxy for every API process', () => {
    const proxy = read('deploy/haproxy.cfg');
    expect([...proxy.matchAll(/^\s+server (\S+) \S+:3000$/gm)].map(([, name]) => name)).toEqual(named('api-'));
    expect(proxy).toMatch(/^\s+balance hdr\(X-Product-Id\)\n\s+hash-type consistent$/m);
    const { networks } = file.services.proxy as unknown as { networks: { cluster: { ipv4_address: string } } };
    const trusted = ours.flatMap(([, { environment }]) => environment?.TRUSTED_PROXIES ?? []);
    expect(trusted).toEqual(named('api-').map(() => networks.cluster.ipv4_address));
  });

  it('uses TLS to that proxy too, which trusts the cluster’s authority only and no weak cipher', () => {
    const proxy = read('deploy/haproxy.cfg');
    expect(proxy).toMatch(
      /^\s+default-server ssl verify required ca-file \/tls\/ca\.crt sni str\(api\) check-sni api$/m,
    );
    const weak = /(CBC|[-_]SHA(:|$)|RC4|DES|EXPORT|NULL|^(?!TLS_|ECDHE-))/m;
    const ciphers = [...proxy.matchAll(/^\s+ssl-default-bind-cipher\w+ (\S+)$/gm)].flatMap(([, all = '']) =>
      all.split(':'),
    );
    expect([ciphers.length, ciphers.filter((cipher) => weak.test(cipher))]).toEqual([9, []]);
    expect(proxy).toMatch(/ssl-default-bind-options ssl-min-ver TLSv1\.2/);
    for (const [name, { environment = {} }] of ours.filter(([, service]) => service.environment?.ROLE === 'api')) {
      expect([name, environment]).toEqual([name, expect.objectContaining({ TLS_FILES: '/tls/api.crt,/tls/api.key' })]);
    }
  });

  it('redirects only pages from http to https, and logs no path that may hold a link’s token', () => {
    const proxy = read('deploy/haproxy.cfg');
    const [first, second] = [...proxy.matchAll(/^\s+http-request deny deny_status 403 if (.*)$/gm)].map(
      ([, when]) => when,
    );
    expect([first, second]).toEqual(['!{ ssl_fc } !{ method GET HEAD }', '!{ ssl_fc } { path_beg /api /users }']);
    expect(proxy.indexOf('deny_status 403')).toBeLessThan(proxy.indexOf('http-request redirect'));
    expect(proxy).not.toMatch(/option httplog|%HU|%HP|%r\b|capture request/);
  });

  it('keeps no log that grows for ever', () => {
    const staying = services.filter(([name]) => !['secrets', 'stores'].includes(name));
    expect(staying.filter(([, { logging }]) => logging?.driver !== 'local').map(([name]) => name)).toEqual([]);
  });

  it('ships the logs of long-running services over TLS with deploy/logs.yml', () => {
    const logs = parse(read('deploy/logs.yml'), { merge: true }) as {
      services: Record<string, { logging: { driver: string; options: Record<string, string> } }>;
    };
    const staying = services.map(([name]) => name).filter((name) => !['secrets', 'stores'].includes(name));
    expect(Object.keys(logs.services).sort()).toEqual(staying.sort());
    for (const { logging } of Object.values(logs.services)) {
      expect(logging.options['syslog-address']).toMatch(/^tcp\+tls:\/\//);
      expect(Object.keys(logging.options)).not.toContain('syslog-tls-skip-verify');
    }
  });

  describe('its secrets', () => {
    it('are readable by their owner only, and not printed', () => {
      expect(made).toMatchObject({ status: 0 });
      const files = readdirSync(secrets);
      expect(files.length).toBeGreaterThan(8);
      expect(
        [secrets, ...files.map((name) => join(secrets, name))].map((path) => (statSync(path).mode & 0o777).toString(8)),
      ).toEqual(['700', ...files.map(() => '600')]);
      const values = ['stores.env', 'program.env', 'kurrentdb.env', 'mongodb.env'].flatMap((name) =>
        Object.values(settingsIn(secret(name))),
      );
      expect(values.filter((value) => value.length > 20 && made.text.includes(value))).toEqual([]);
    });

    it('do not replace existing ones', () => {
      const before = readdirSync(secrets).map(secret);
      expect(makeSecrets(secrets)).toMatchObject({ status: 1, text: expect.stringContaining('is there already') });
      expect(readdirSync(secrets).map(secret)).toEqual(before);
    });

    it.each([[['--host', 'not a host']], [['--hots', 'x']]])('are not made for %j', (args) => {
      expect(makeSecrets(join(parent, 'none'), ...args)).toMatchObject({
        status: 1,
        text: expect.stringMatching(/^usage: /),
      });
      expect(readdirSync(parent)).toEqual(['secrets']);
    });
  });

  const missing = spawnSync('docker', ['compose', 'version']).status !== 0;
  if (missing)
    process.stderr.write('docker-compose.yml as docker compose reads it: skipped: there is no docker compose\n');
  (missing ? it.skip : it)('is taken by docker compose itself', () => {
    const env = { ...process.env, MASTER_KEY: 'x', JWT_SECRET: 'x', ADMIN_PASSWORD: 'x' };
    const { status, stderr } = spawnSync('docker', ['compose', '--profile', 'dev', 'config', '--quiet'], {
      cwd: ROOT,
      env,
    });
    expect({ status, text: String(stderr) }).toEqual({ status: 0, text: '' });
  });
});
