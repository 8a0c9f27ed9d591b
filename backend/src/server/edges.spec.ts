import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { filled, operations } from '@supreme-access/test/fixtures/described-operations.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { TestServer } from '@supreme-access/test/fixtures/test-server.js';
import { readConfig } from '../config/config.js';
import { SessionList } from '../customers/access/session-list.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { STREAMS } from '../http/sse.js';
import { type ProductServer, startServer } from './server.js';

const TOKEN = 'a token of the operators, long enough';
const FAR = '203.0.113.7';

describe('at its edges, the server', () => {
  let directory: string;
  let server: ProductServer;
  let people: TestServer;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'edges-'));
    const config = readConfig({
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'silent',
      SEED: 'none',
      PORT: '0',
      PUBLIC_URL: 'https://shop.test',
      ADMIN_URL: 'https://admin.test',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      OPERATIONS_TOKEN: TOKEN,
    });
    server = await startServer(config);
    await server.ready;
    server.platform.jobRunner.start();
    people = new TestServer(server.url, config.dataDir);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  /** As a stranger far away asks, under a name of ours. */
  const from = (host: string, url: string, headers = {}, method: 'GET' | 'POST' = 'GET') =>
    server.app.inject({ method, url, headers: { host, ...headers }, remoteAddress: FAR });
  async function signUp(email: string) {
    const { body } = await people.post('/register', { email, password: 'correct horse 7' });
    return { email, token: body.token as string, uuid: body.uuid as string };
  }
  /** A stream that stands; `over` once it has ended. */
  async function stream(token: string) {
    const answer = await fetch(`${server.url}/api/user/orders/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, over: () => answer.text(), hangUp: () => answer.body?.cancel() };
  }

  describe('lets nobody wait it out:', () => {
    const http = () => server.app.getHttpServer() as Server;
    const dial = () => connect(Number(new URL(server.url).port), '127.0.0.1');

    it('headers, bodies and connections are bounded', () => {
      const { headersTimeout, requestTimeout, maxConnections } = http();
      expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
        headersTimeout: 15_000,
        requestTimeout: 60_000,
        maxConnections: 10_000,
      });
    });

    it.each([
      [
        'a body that never ends',
        'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      ],
      ['a request that never begins', ''],
    ])('%s is cut off', async (_, sent) => {
      const { headersTimeout, requestTimeout } = http();
      Object.assign(http(), { headersTimeout: 200, requestTimeout: 300 });
      const slow: Socket = dial();
      slow.write(sent);
      expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
      Object.assign(http(), { headersTimeout, requestTimeout });
    });

    it.each([
      ['of two lengths', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /users HTTP/1.1\r\n\r\n'],
      ['of one length twice', 'Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}'],
      ['that ends its lines in a way of its own', 'X-One: 1\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ])('a request %s is refused, and what follows it is not read as another one', async (_, sent) => {
      const smuggler = dial();
      smuggler.write(`POST /login HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n${sent}`);
      const answers = await text(smuggler);
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
      expect(answers).toContain('strict-transport-security: max-age=31536000; includeSubDomains\r\n');
      expect(answers).toMatch(/"code":"invalid"\}$/);
    });

    it('connections above the bound are closed', async () => {
      const bound = http().maxConnections;
      const first = dial();
      await once(first, 'connect');
      http().maxConnections = 1;
      const next = dial();
      expect(await text(next)).toBe('');
      http().maxConnections = bound;
      first.destroy();
    });
  });

  describe('keeps streams', () => {
    it('to some per account', async () => {
      const { token } = await signUp('many@example.org');
      const open = await Promise.all(Array.from({ length: STREAMS.account }, () => stream(token)));
      const one = await people.get('/api/user/orders/stream', token);
      expect([new Set(open.map(({ status }) => status)), one.status, one.code]).toEqual([
        new Set([200]),
        429,
        'too-many',
      ]);
      expect(one.headers.get('retry-after')).toBe('30');
      await Promise.all(open.map(({ hangUp }) => hangUp()));
    });

    it('only while the session lasts: a new password, a reset and an erasure end them', async () => {
      const [ada, bea, cleo] = [
        await signUp('ada@example.org'),
        await signUp('bea@example.org'),
        await signUp('cleo@example.org'),
      ];
      const [hers, beas, cleos] = [await stream(ada.token), await stream(bea.token), await stream(cleo.token)];
      const words = { password: 'correct horse 7', newPassword: 'correct horse 8' };
      expect((await people.post('/api/user/password', words, ada.token)).status).toBe(200);
      expect(await hers.over()).toBe(': open\n\n');
      await people.post('/api/forgotpw', { email: bea.email });
      const hash = tokenOf(await people.mail('password-reset', bea.email));
      const reset = { hash, password: 'correct horse 9', confirmPassword: 'correct horse 9' };
      expect((await people.post('/api/resetpassword', reset)).status).toBe(200);
      expect(await beas.over()).toBe(': open\n\n');
      expect((await people.post('/api/user/erase', { password: 'correct horse 7' }, cleo.token)).status).toBe(200);
      expect(await cleos.over()).toBe(': open\n\n');
    });
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/xml',
  ])('takes JSON and no %s', async (type) => {
    const headers = { host: 'shop.test', 'content-type': type };
    const payload = JSON.stringify({ email: 'ada@example.org', password: 'correct horse 8' });
    for (const url of ['/login', '/api/forgotpw', '/register', '/api/inbound/email', '/api/webhooks/stripe']) {
      const { statusCode, body } = await server.app.inject({ method: 'POST', url, headers, payload });
      expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 415, 'unsupported-media-type']);
    }
  });

  it('says no more of an address that it cannot read, nor with fewer headers, than of one that there is not', async () => {
    const [unknown, unreadable] = [await from('shop.test', '/api/nothing'), await from('shop.test', '/%zz')];
    const names = (answer: typeof unknown) => Object.keys(answer.headers).filter((name) => name !== 'x-request-id');
    expect([unknown.statusCode, unreadable.statusCode]).toEqual([404, 400]);
    expect(names(unreadable).sort()).toEqual(names(unknown).sort());
  });

  it('says in which letters each of its texts is', async () => {
    const typeOf = async (path: string) => (await from('shop.test', path)).headers['content-type'];
    expect([await typeOf('/products/beanie.svg'), await typeOf('/api/docs'), await typeOf('/api/time')]).toEqual([
      'image/svg+xml; charset=utf-8',
      'text/html; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
  });

  it.each(['TRACE', 'OPTIONS', 'PUT', 'DELETE'] as const)('knows no %s where nobody needs it', async (method) => {
    const { statusCode, headers } = await server.app.inject({
      method: method as 'PUT',
      url: '/login',
      remoteAddress: FAR,
    });
    expect([statusCode, headers['access-control-allow-origin'], headers.allow]).toEqual([404, undefined, undefined]);
  });

  it.each(['/products/', '/pictures/', '/assets/', '/.git/config', '/.env', '/package.json'])(
    'shows no folder, and nothing of where it was built: %s',
    async (path) => {
      // Where pages are built, what is no page of the shop is its first one, which says so.
      const [answer, unknown] = [await from('shop.test', path), await from('shop.test', '/no-such-page')];
      expect(answer.statusCode === 404 || answer.body === unknown.body).toBe(true);
    },
  );

  it('lets nobody keep an answer that may be somebody’s', async () => {
    const { token } = await signUp('kept@example.org');
    const login = await people.post('/login', { email: 'kept@example.org', password: 'correct horse 7' });
    const answers = [login, await people.get('/users', token), await people.get('/api/user/info', token)];
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store']);
    const live = await fetch(`${server.url}/api/user/orders/stream`, { headers: { authorization: `Bearer ${token}` } });
    expect(live.headers.get('cache-control')).toContain('no-store');
    await live.body?.cancel();
  });

  it('changes nothing by a GET, but for mails that an admin has sent again', async () => {
    const { uuid } = await signUp('got@example.org');
    // Stands in the book of sessions from its beginning, and its use is noted once a minute.
    const book = server.app.get(SessionList);
    await server.app.get(Accounts).giveRole(uuid, 'admin', workerMetadata('spec'));
    const admin = await book.sign(uuid, ['admin', 'shopper'], 0);
    await book.admit(admin);
    const { body } = await people.get('/api/docs-json');
    const gets = operations(body).filter(({ method, path }) => method === 'GET' && !path.includes('resend'));
    expect(gets.length).toBeGreaterThan(25);
    await server.platform.jobRunner.stop(2_000);
    const before = await server.platform.log.head();
    for (const { path } of gets) await people.get(filled(path, uuid), admin);
    expect(await server.platform.log.head()).toBe(before);
  });

  it('takes a parameter that comes twice for none, or refuses it, and never fails by it', async () => {
    const { uuid } = await signUp('twice@example.org');
    const admin = server.platform.sessions.begin(uuid, ['admin', 'shopper'], 0);
    const { body } = await people.get('/api/docs-json');
    const requests = operations(body).flatMap(({ method, path, query }) =>
      method === 'GET' ? query.map((name) => `${filled(path, uuid)}?${name}=1&${name}=2`) : [],
    );
    expect(requests.length).toBeGreaterThan(15);
    const answers: string[] = [];
    // One after the other: many at once are sent away.
    for (const url of requests) {
      const headers = { authorization: `Bearer ${admin}`, host: 'admin.test' };
      const { statusCode } = await server.app.inject({ url, headers, remoteAddress: FAR });
      answers.push(`${statusCode} ${url}`);
    }
    expect(answers.filter((answer) => !/^(200|400|404|410) /.test(answer))).toEqual([]);
  });

  describe('reports its health', () => {
    it('to those on its own machine', async () => {
      expect((await people.get('/readyz')).body).toMatchObject({ ready: true, failures: [] });
      expect((await people.get('/metrics')).body).toContain('projections_lag');
    });

    it('to others who have the token, and no more than whether it is ready to anybody', async () => {
      const operator = { authorization: `Bearer ${TOKEN}` };
      const other = { authorization: `Bearer ${TOKEN.toUpperCase()}` };
      const ready = async (headers = {}) => JSON.parse((await from('shop.test', '/readyz', headers)).body);
      const metrics = async (headers = {}) => (await from('shop.test', '/metrics', headers)).statusCode;
      expect([await ready(), await ready(other), await ready(operator)]).toEqual([
        { ready: true },
        { ready: true },
        expect.objectContaining({ failures: [] }),
      ]);
      expect([await metrics(), await metrics(other), await metrics(operator)]).toEqual([401, 401, 200]);
    });

    it('to nobody who comes through a proxy on its machine that is not known', async () => {
      const { body } = await people.get('/readyz', null, { 'x-forwarded-for': FAR });
      expect(body).toEqual({ ready: true });
    });

    it('to staff, and not to shoppers', async () => {
      const { token } = await signUp('shopper@example.org');
      const staff = server.platform.sessions.begin('4f9f2f0e-6f3c-4b39-9a51-0d5a6ef0c111', ['auditor'], 0);
      const ask = async (session: string) =>
        (await from('shop.test', '/metrics', { authorization: `Bearer ${session}` })).statusCode;
      expect([await ask(token), await ask(staff)]).toEqual([401, 200]);
    });
  });

  describe('keeps the admin on a host of its own', () => {
    const policy = ({ headers }: Awaited<ReturnType<typeof from>>) => String(headers['content-security-policy']);

    it('whose policy knows no Stripe, while the shop’s does', async () => {
      expect(policy(await from('admin.test', '/admin/'))).not.toContain('stripe');
      expect(policy(await from('admin.test', '/api/time'))).not.toContain('stripe');
      expect(policy(await from('shop.test', '/shop'))).toContain('https://js.stripe.com');
    });

    it('where nothing of the shop is, and the shop has nothing of the admin', async () => {
      const page = await from('shop.test', '/admin/orders?page=2');
      expect([page.statusCode, page.headers.location]).toEqual([302, 'https://admin.test/admin/orders']);
      const home = await from('admin.test', '/');
      expect([home.statusCode, home.headers.location]).toEqual([302, '/admin/']);
      const of = async (host: string, path: string) => (await from(host, path)).statusCode;
      expect([await of('admin.test', '/shop'), await of('admin.test', '/register')]).toEqual([404, 404]);
      // The last ones as the router reads them too.
      const paths = ['/api/admin/orders', '/users', '/%61pi/admin/orders', '/%75sers', '/users#a'];
      expect(await Promise.all(paths.map((path) => of('shop.test', path)))).toEqual(paths.map(() => 404));
      expect([await of('localhost', '/users'), await of('127.0.0.1:80', '/users')]).toEqual([404, 404]);
      expect([await of('admin.test', '/api/admin/orders'), await of('admin.test', '/users')]).toEqual([401, 401]);
    });
  });
});
