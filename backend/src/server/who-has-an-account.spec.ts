import { jest } from '@jest/globals';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { Passwords } from '../auth/passwords.js';
import { ForgottenPasswords } from '../customers/accounts/passwords.js';

/** Routes that anybody may call and that take an email address, and what else they are sent. These two tell by refusing. */
const TELL = ['/register', '/register/ad'];
const ROUTES: Readonly<Record<string, (app: OrderServer) => Promise<object> | object>> = {
  '/login': () => ({ password: 'wrong horse 7' }),
  '/api/forgotpw': () => ({}),
  '/api/checkout/completeuser': async (app) => {
    const productId = await app.drop();
    const acoDataPayload = await app.encrypt('aco', app.aco());
    return { name: 'Bea Holt', productId, stripeToken: 'tok_visa', acoDataPayload };
  },
};
/** what is another's in every answer */
const OWN = new Set(['date', 'x-request-id']);
const OWN_FIELDS = /"(orderId|productId|link|orderDate)":"[^"]*"/g;

describe('nothing shows who has an account', () => {
  let app: OrderServer;
  let registered = '';
  let answer = () => {};
  const unknown = 'nobody-at-all@example.org';
  beforeAll(async () => {
    app = await OrderServer.start();
    registered = (await app.shopper()).email;
    await app.server.platform.jobRunner.stop(0);
    // A reset begins after the answer, here when the spec says so.
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    Object.assign(app.server.app.get(ForgottenPasswords), { answered: () => answered });
    const passwords = app.server.app.get(Passwords);
    Object.assign(passwords, { engine: { ...(Reflect.get(passwords, 'engine') as object) } });
  });
  afterAll(() => {
    answer();
    return app?.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  const ask = async (path: string, email: string) => {
    const more = await ROUTES[path]?.(app);
    const work = watched();
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...more }),
    });
    const headers = [...response.headers].filter(([name]) => !OWN.has(name)).map(([name, value]) => said(name, value));
    const body = (await response.text()).replace(OWN_FIELDS, '"$1":"..."');
    return { status: response.status, headers, body, work: work() };
  };

  /** What was asked of stores and processor until now. */
  const watched = () => {
    const { log, vault } = app.server.platform;
    const engine = Reflect.get(app.server.app.get(Passwords), 'engine') as {
      hash: () => unknown;
      verify: () => unknown;
    };
    const spies = {
      appends: jest.spyOn(log, 'append'),
      reads: jest.spyOn(log, 'readStream'),
      got: jest.spyOn(vault, 'get'),
      put: jest.spyOn(vault, 'put'),
      hashed: jest.spyOn(engine, 'hash'),
      verified: jest.spyOn(engine, 'verify'),
    };
    for (const spy of Object.values(spies)) spy.mockClear();
    return () => Object.fromEntries(Object.entries(spies).map(([name, spy]) => [name, spy.mock.calls.length]));
  };

  it('is said of every open route that takes an address', async () => {
    const { paths, components } = (await app.get('/api/docs-json', null)).body;
    const taking = Object.entries(paths as Record<string, { post?: { security?: object; requestBody?: object } }>)
      .filter(([, { post }]) => post && !post.security)
      .filter(([, { post }]) => {
        const [name] = /schemas\/(\w+)/.exec(JSON.stringify(post?.requestBody ?? {}))?.slice(1) ?? [];
        return name !== undefined && 'email' in (components.schemas[name]?.properties ?? {});
      });
    expect(taking.map(([path]) => path).sort()).toEqual([...Object.keys(ROUTES), ...TELL].sort());
  });

  it.each(Object.keys(ROUTES))('%s answers the same, after the same work', async (path) => {
    // What was read once is held: the second of each is compared.
    for (const email of [registered, unknown]) await ask(path, email);
    const [one, other] = [await ask(path, registered), await ask(path, unknown)];
    expect(other).toEqual(one);
    expect(one.status).toBeLessThan(500);
  });

  it('and registering shows it by refusing alone, in no word of an address', async () => {
    const { status, body } = await app.post('/register', { email: registered, password: 'another one 8' }, null);
    expect([status, body]).toEqual([
      409,
      { success: false, error: 'Unable to create an account with these details.', code: 'not-registered' },
    ]);
  });
});

/** Positions and lengths of a slot's own are another's too. */
function said(name: string, value: string): string {
  return `${name}: ${['x-consistency-token', 'content-length'].includes(name) ? '...' : value}`;
}
