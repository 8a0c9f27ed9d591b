import { createHmac } from 'node:crypto';
import { filled } from '@supreme-access/test/fixtures/described-operations.js';
import { work } from '@supreme-access/test/fixtures/hostile.js';
import {
  BODY,
  BUDGET,
  each,
  HEAD,
  type HostileRequest,
  HostileRequests,
  JWE,
  KINDS_IN_TURN,
  troubles,
} from '@supreme-access/test/fixtures/hostile-requests.js';
import { cardOf, type OrderServer, PAYS, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { acceptedCard, readAco, readProfile } from '../customers/profiles/read-profile.js';
import { isOwnTemplate } from '../mail/template-text.js';

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

describe('what costs too much', () => {
  it('is warned of when it does so each time, and not when the process was busy with something else for a while', async () => {
    let busyFor = 4;
    const all = [
      { what: 'a slow one', ask: () => work(BUDGET + 10) },
      { what: 'one at a busy moment', ask: () => (busyFor-- > 0 ? work(BUDGET + 10) : undefined) },
    ];
    expect(await troubles(all)).toEqual([expect.stringMatching(/^a slow one: \d+ ms$/)]);
  });
});

describe('what browsers encrypt takes less than 50 ms to read,', () => {
  const shipping = {
    firstName: 'Ada',
    lastName: 'Quimby',
    address1: '1 Larch Row',
    city: 'Portland',
    state: 'OR',
    zip: '97201',
    country: 'US',
  };
  const contact = { email: 'ada@example.org', phone: '+15035550143' };
  const card = cardOf(PAYS);
  const reading = { now: Date.now(), testCardsOnly: true };

  it.each(Object.keys(card))("whatever is in a card's %s", async (field) => {
    const { year: _, ...withoutYear } = card;
    const all = [card, withoutYear].flatMap((one) =>
      each((text) => () => acceptedCard({ ...one, [field]: text }, reading.now, true) ?? undefined, JWE, field),
    );
    expect(await troubles(all)).toEqual([]);
  });

  it.each([...Object.keys(shipping), 'address2', 'address3'])("whatever is in an address's %s", async (field) => {
    const all = [200, JWE].flatMap((length) =>
      each(
        (text) => () => {
          const address = { ...shipping, [field]: text };
          readProfile({ ...contact, profileName: 'Main', shipping: address, card }, reading);
          readAco({ ...contact, shipping: address, billing: address, card }, reading);
        },
        length,
        field,
      ),
    );
    expect(await troubles(all)).toEqual([]);
  });

  it.each(['profileName', 'email', 'phone', 'matchInfo', 'billing', 'card'])(
    "whatever is a profile's %s",
    async (field) => {
      const profile = { ...contact, profileName: 'Main', shipping, card };
      const all = each((text) => () => readProfile({ ...profile, [field]: text }, reading) ?? undefined, JWE, field);
      expect(await troubles(all)).toEqual([]);
    },
  );
});

describe('a mail', () => {
  it('of any length is distinguished from a token of ours in less than 50 ms', async () => {
    expect(await troubles(each((text) => () => void isOwnTemplate(text), BODY, 'a mail'))).toEqual([]);
  });
});

describe('a request takes less than 50 ms of the event loop, and is never an error of ours,', () => {
  let hostile: HostileRequests;
  let server: OrderServer;
  let ada: Shopper;
  beforeAll(async () => {
    hostile = await HostileRequests.start();
    ({ server, ada } = hostile);
  });
  afterAll(() => server?.stop());

  it.each([
    ['the admin of products', (path: string) => path.startsWith('/api/admin/products')],
    ['the admin of orders', (path: string) => path.startsWith('/api/admin/orders')],
    ['any other admin', (path: string) => /^\/api\/admin\/(?!products|orders)/.test(path)],
    ['a shopper', (path: string) => path.startsWith('/api/user/')],
    ['anybody', (path: string) => !/^\/api\/(admin|user)\//.test(path)],
  ])('whatever is in a field of the body that %s sends', async (_, isOurs) => {
    const all = hostile.inBodies(isOurs, KINDS_IN_TURN);
    expect(all.length).toBeGreaterThan(70);
    expect(await troubles(all)).toEqual([]);
  });

  it.each([
    ['/api/user/updateProfile', 'updates', ['name', 'phone', 'email']],
    ['/api/user/billing/set', 'billingAddress', ['line1', 'line2', 'city', 'state', 'postal_code', 'country']],
  ])('whatever is inside of what %s takes', async (path, name, fields) => {
    const address = { line1: '1 Larch Row', city: 'Portland', state: 'OR', postal_code: '97201' };
    const inside = (field: string, text: string) => ({ ...(name === 'updates' ? {} : address), [field]: text });
    const all = fields.flatMap((field) =>
      [100, BODY].flatMap((length) =>
        each((text) => () => server.post(path, { [name]: inside(field, text) }, ada.token), length, `${path} ${field}`),
      ),
    );
    expect(await troubles(all)).toEqual([]);
  });

  it('whatever is in its address', async () => {
    const all = hostile.inAddresses(KINDS_IN_TURN);
    expect(all.length).toBeGreaterThan(100);
    expect(await troubles(all)).toEqual([]);
  });

  it.each([
    'authorization',
    'idempotency-key',
    'x-client-key',
    'x-consistency-token',
    'x-signature',
    'stripe-signature',
  ])('whatever is in the header %s', async (header) => {
    const visible = ({ what }: HostileRequest) => !/lines|accents/.test(what);
    const more = (text: string) => ({ [header]: header === 'authorization' ? `Bearer ${text}` : text });
    const all = [
      ['GET', '/api/user/profiles'],
      ['POST', '/api/checkout/withprofile'],
      ['POST', '/api/inbound/email'],
      ['POST', '/api/webhooks/stripe'],
    ].flatMap(([method = '', path = '']) =>
      each(
        (text) => () => server.ask(method, path, method === 'GET' ? undefined : {}, ada.token, more(text)),
        HEAD,
        path,
      ),
    );
    expect(await troubles(all.filter(visible))).toEqual([]);
  });

  it('however deeply its body is nested, which is refused', async () => {
    const posts = hostile.operations.filter(({ method }) => method !== 'GET');
    // What was asked before is counted against who asked it.
    const { token: fresh } = await server.shopper();
    const tokenOf = (path: string) => (hostile.tokenFor(path) === ada.token ? fresh : server.admin);
    const answers = await Promise.all(
      posts.flatMap(({ method, path, fields }) =>
        Object.keys(fields).map(async (name) => {
          const body = `{${JSON.stringify(name)}:${nested(5_000, '[', ']')}}`;
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(path)}` };
          const { status } = await fetch(server.server.url + filled(path), { method, body, headers });
          return [`${method} ${path} ${name}`, status] as const;
        }),
      ),
    );
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter(([what, status]) => status !== (what.includes('/inbound/') ? 401 : 400))).toEqual([]);
  });

  it('whatever is in lists of filters', async () => {
    const filters = [
      `{"q":${nested(5_000, '[', ']')}}`,
      JSON.stringify({ id: Array.from({ length: 4_000 }, () => 'x'), orderId: Array.from({ length: 400 }, () => 'y') }),
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`a${i}`, 1]))),
      '{"__proto__":{"q":"x"},"constructor":1}',
    ];
    const all = filters.flatMap((filter) =>
      ['orders', 'products', 'promos', 'accounts'].map((list) => ({
        what: `${list} ${filter.slice(0, 30)}`,
        ask: () => server.get(`/api/admin/${list}?filter=${encodeURIComponent(filter.slice(0, HEAD))}`),
      })),
    );
    expect(await troubles(all)).toEqual([]);
  });

  it('whatever a signed mail says', async () => {
    const send = async (mail: object) => {
      const body = JSON.stringify({ from: 'eve@example.org', subject: 'Fwd', text: '', receivedAt: 0, ...mail });
      const secret = server.server.platform.secrets.get('inbound-mail');
      const headers = {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
      };
      return fetch(`${server.server.url}/api/inbound/email`, { method: 'POST', body, headers });
    };
    const references = Array.from(
      { length: 4_000 },
      (_, i) => `11111111-1111-4111-8111-${String(i).padStart(12, '0')}:1`,
    );
    const all = [
      ...each((text) => () => send({ text }), 160_000, 'text'),
      ...each((text) => () => send({ from: text }), 400, 'from'),
      ...each((text) => () => send({ subject: text }), 1_000, 'subject'),
      { what: 'thousands of references', ask: () => send({ text: references.join(' ') }) },
    ];
    expect(await troubles(all)).toEqual([]);
  });
});
