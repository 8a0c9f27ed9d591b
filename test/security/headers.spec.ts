import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Accounts } from '../../backend/src/customers/accounts/accounts.js';
import { OrderServer } from '../fixtures/order-server.js';
import { png } from '../fixtures/pictures.js';
import { ROOT } from '../support/root.js';

type Asker = 'anyone' | 'shopper' | 'admin';
interface Request {
  host?: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  by?: Asker;
  type?: string;
  body?: string | Buffer;
}
type Policy = 'shop' | 'strict' | 'docs';
type Row = readonly [what: string, status: number, policy: Policy, kept: string, path: string, request?: Request];

/** On every answer, in addition to the page's own policy. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};
/** Mails show these too, so other origins may embed them. */
const SHARED = ['/products/beanie.svg', '{picture}'];
/** Common to every policy. */
const COMMON =
  "default-src 'self';base-uri 'none';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';" +
  "img-src 'self' data: blob: https:;object-src 'none';script-src-attr 'none';upgrade-insecure-requests";
const OWN: Readonly<Record<Policy, string>> = {
  shop:
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com;style-src 'self' 'unsafe-inline';" +
    "connect-src 'self' https://api.stripe.com;" +
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  strict:
    "script-src 'self';style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';" +
    "connect-src 'self';frame-src 'self'",
  docs: "script-src 'self';style-src 'self' 'unsafe-inline';connect-src 'self';frame-src 'self'",
};
const [NEVER, ASK, MINUTES, HOUR, EVER] = [
  'no-store',
  'no-cache',
  'public, max-age=300',
  'public, max-age=3600',
  'public, max-age=31536000, immutable',
];
const ADMIN = 'admin.test';
const json = (body: object): Request => ({ method: 'POST', type: 'application/json', body: JSON.stringify(body) });

/** Every kind of answer; `{script}` and `{picture}` are files of the build and the shop. */
const ROWS: readonly Row[] = [
  ['a page of the shop', 200, 'shop', ASK, '/'],
  ['a page whose address is known to its script alone', 200, 'shop', ASK, '/user/orders'],
  ['the head of a page', 200, 'shop', ASK, '/shop', { method: 'HEAD' }],
  ['a page of a product that there is not', 404, 'shop', ASK, '/purchase?productId=nothing'],
  ['what crawlers find', 200, 'shop', MINUTES, '/sitemap.xml'],
  ['what they are to leave', 200, 'shop', MINUTES, '/robots.txt'],
  ['a page of the admin', 200, 'strict', ASK, '/admin/', { host: ADMIN }],
  ['the way to the admin', 302, 'strict', NEVER, '/admin/orders'],
  ['the way to its first page', 302, 'strict', NEVER, '/', { host: ADMIN }],
  ['a page that the admin’s host does not have', 404, 'strict', NEVER, '/shop', { host: ADMIN }],
  ['a script of the shop', 200, 'shop', EVER, '{script}'],
  ['a picture of the catalogue', 200, 'shop', HOUR, '/products/beanie.svg'],
  ['a picture that was uploaded', 200, 'shop', EVER, '{picture}'],
  ['a file that there is not', 404, 'shop', NEVER, '/assets/nothing.js'],
  ['a map of the sources', 404, 'shop', NEVER, '{script}.map'],
  ['a picture that there is not', 404, 'shop', NEVER, '/pictures/nothing.webp'],
  ['the description of the API, as a page', 200, 'docs', NEVER, '/api/docs'],
  ['the description of the API', 200, 'shop', NEVER, '/api/docs-json'],
  ['what everybody may know', 200, 'shop', NEVER, '/api/time'],
  ['personal data', 200, 'shop', NEVER, '/api/user/info', { by: 'shopper' }],
  ['a list of people', 200, 'strict', NEVER, '/users', { by: 'admin', host: ADMIN }],
  ['a file that is made', 200, 'strict', NEVER, '/api/admin/orders/export', { by: 'admin', host: ADMIN }],
  ['lines as they are read', 200, 'strict', NEVER, '/api/admin/events', { by: 'admin', host: ADMIN }],
  ['a command', 200, 'shop', NEVER, '/api/forgotpw', json({ email: 'nobody@example.org' })],
  ['what is not said that way', 400, 'shop', NEVER, '/login', json({ email: 7 })],
  ['what is no JSON', 400, 'shop', NEVER, '/login', { ...json({}), body: '{' }],
  ['an address that cannot be read', 400, 'strict', NEVER, '/%zz'],
  ['no session', 401, 'shop', NEVER, '/api/user/info'],
  ['a wrong password', 401, 'shop', NEVER, '/login', json({ email: 'a@example.org', password: 'wrong horse 7' })],
  ['no right', 403, 'strict', NEVER, '/users', { by: 'shopper', host: ADMIN }],
  ['nothing', 404, 'shop', NEVER, '/api/nothing'],
  ['another method', 404, 'shop', NEVER, '/login', { method: 'PUT' }],
  ['what is the admin’s, from the shop’s host', 404, 'shop', NEVER, '/users', { by: 'admin' }],
  ['too much', 413, 'shop', NEVER, '/login', { ...json({}), body: ' '.repeat(300_000) }],
  ['another type', 415, 'shop', NEVER, '/login', { ...json({}), type: 'text/plain' }],
  ['its health', 200, 'shop', NEVER, '/healthz'],
  ['whether it is ready', 200, 'shop', NEVER, '/readyz'],
  ['its numbers, to a stranger', 401, 'shop', NEVER, '/metrics'],
];

describe('the security headers of', () => {
  let app: OrderServer;
  let tokens: Record<Asker, string | null>;
  let files: Readonly<Record<string, string>>;
  beforeAll(async () => {
    app = await OrderServer.start({
      PUBLIC_URL: 'https://shop.test',
      ADMIN_URL: 'https://admin.test',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    tokens = { anyone: null, shopper: (await app.shopper(null)).token, admin: app.admin };
    const [script = ''] =
      /\/assets\/[\w.-]+\.js/.exec(await readFile(join(ROOT, 'storefront/dist/index.html'), 'utf8')) ?? [];
    const image: Request = { method: 'POST', by: 'admin', host: ADMIN, type: 'image/png', body: await png(40, 50) };
    const picture = JSON.parse((await ask('/api/admin/pictures', image)).body).productImage;
    files = { script, picture };
  });
  afterAll(() => app?.stop());

  /** A request from another network. */
  function ask(path: string, { host = 'shop.test', method = 'GET', by = 'anyone', type, body }: Request) {
    const token = tokens[by];
    const headers = {
      host,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
    };
    const sent = body === undefined ? {} : { payload: body };
    return app.server.app.inject({ method, url: path, headers, remoteAddress: '203.0.113.7', ...sent });
  }

  it.each(ROWS.map((row) => [row[0], row] as const))('%s', async (_, [, status, policy, kept, path, request = {}]) => {
    const { statusCode, headers } = await ask(
      path.replace(/\{(\w+)\}/, (_all, name) => files[name] ?? ''),
      request,
    );
    const shared = SHARED.includes(path) && { 'cross-origin-resource-policy': 'cross-origin' };
    const expected = { ...ALWAYS, ...shared, 'cache-control': kept };
    expect([statusCode, headers]).toEqual([status, expect.objectContaining(expected)]);
    expect(directives(headers['content-security-policy'])).toEqual(directives(`${COMMON};${OWN[policy]}`));
    expect(
      Object.keys(headers).filter((name) => /^(server|x-powered-by|set-cookie|access-control-.*)$/.test(name)),
    ).toEqual([]);
  });

  it.each(['/api/user/orders/stream', '/api/products/{id}/stream', '/api/shop/stream'])('%s, live', async (path) => {
    const url = app.url + path.replace('{id}', await app.drop());
    const answer = await fetch(url, { headers: { authorization: `Bearer ${tokens.shopper}` } });
    await answer.body?.cancel();
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({ ...ALWAYS, 'cache-control': 'no-store, no-transform' });
    expect(directives(headers['content-security-policy'])).toEqual(directives(`${COMMON};${OWN.shop}`));
  });

  it('an internal error, which reveals nothing', async () => {
    Object.assign(app.server.app.get(Accounts), { info: () => Promise.reject(new Error('of our own')) });
    const { statusCode, headers, body } = await ask('/api/user/info', { by: 'shopper' });
    expect([statusCode, JSON.parse(body)]).toEqual([
      500,
      { success: false, error: 'Something went wrong on our side.', code: 'internal' },
    ]);
    expect(headers).toMatchObject({ ...ALWAYS, 'cache-control': NEVER });
  });
});

function directives(policy: unknown): string[] {
  return String(policy).split(';').sort();
}
