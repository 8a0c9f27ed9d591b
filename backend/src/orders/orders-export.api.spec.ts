import { randomUUID } from 'node:crypto';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';

const FORMULA = '=HYPERLINK("http://evil.example","look")';
const HEAD =
  'orderId,orderDate,email,name,productId,productTitle,size,style,slotNumber,status,price,charged,refunded,currency,reference,livemode,archived';

describe('orders that staff look for over HTTP', () => {
  let server: OrderServer;
  let productId = '';
  let auditor = '';
  let ada: Shopper;
  let bought = { orderId: '', reference: '' };
  beforeAll(async () => {
    server = await OrderServer.start();
    const input = { role: 'auditor', password: server.adminPassword };
    const { adtoken } = await server.done('/api/admin/invitations', input);
    const who = { name: 'Grace Hopper', email: 'grace@example.org', password: 'correct horse 7' };
    auditor = (await server.done('/register/ad', { ...who, adtoken }, null)).token;
    ada = await server.shopper();
    productId = await server.drop({ productTitle: '@Box, "heavy"' });
    bought = await boughtByAda();
    await create({ name: FORMULA, email: 'mallory@example.org' });
    await create({ name: 'Zoë Håkansson', email: 'Zoe.Lee+drops@example.org' });
    await create({ name: 'Test Person', email: 'test@example.org', livemode: false });
  });
  afterAll(() => server?.stop());

  async function create(changes: object): Promise<string> {
    const body = await server.made(productId, changes);
    return (await server.done('/api/admin/orders/create', body)).order.orderId;
  }
  async function boughtByAda() {
    const { orderId } = await server.order(await server.drop({ productTitle: 'Tote' }), ada);
    await server.release((await server.view(orderId)).productId);
    await server.becomes(orderId, 'success');
    const reference = (await server.doc(orderId))?.life.bought?.evidence.reference ?? '';
    return { orderId, reference };
  }
  const pathFor = (filter: unknown, path = '') =>
    `/api/admin/orders${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const found = async (filter: unknown, token = server.admin) =>
    (await server.ok(server.get(pathFor(filter), token))).map(({ email }: { email: string }) => email);
  const csv = (filter: unknown, token = server.admin) => server.get(pathFor(filter, '/export'), token);

  it.each([
    ['a word of the name', 'håkansson', ['Zoe.Lee+drops@example.org']],
    ['a part of the address', 'drops', ['Zoe.Lee+drops@example.org']],
    ['everybody at an address', '@example.org', 4],
  ])('are found by %s', async (_, q, expected) => {
    const emails = await found({ q });
    expect(typeof expected === 'number' ? emails.length : emails).toEqual(expected);
    expect(await found({ q }, auditor)).toEqual(emails);
  });

  it("are found by the retailer's reference, and by it alone once the person is erased", async () => {
    expect(bought.reference).not.toBe('');
    expect(await found({ q: bought.reference, email: ada.email })).toEqual([ada.email]);
    await server.done('/api/user/erase', { password: 'correct horse 7' }, ada.token);
    expect(await found({ email: ada.email, q: bought.reference })).toEqual([]);
    expect(await found({ reference: bought.reference.toUpperCase() })).toEqual(['']);
    expect((await server.doc(bought.orderId))?.words).not.toContain('ada');
  });

  it('are exported as the filter shows them, and nothing in the file is a formula', async () => {
    const answer = await csv({ productId, livemode: true });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [head, zoe = '', mallory = '', end] = answer.body.split('\r\n');
    expect([head, end]).toEqual([HEAD, '']);
    expect(mallory).toContain(`mallory@example.org,"'=HYPERLINK(""http://evil.example"",""look"")"`);
    expect(zoe).toContain(
      `Zoe.Lee+drops@example.org,Zoë Håkansson,${productId},"'@Box, ""heavy""",m,Ink,2,pending,25,0,0,usd,,true,false`,
    );
  });

  it('are exported with a byte order mark, so that a spreadsheet reads their letters', async () => {
    const headers = { authorization: `Bearer ${server.admin}` };
    const answer = await fetch(server.server.url + pathFor({ q: 'håkansson' }, '/export'), { headers });
    expect(Buffer.from(await answer.arrayBuffer()).toString('utf8')).toMatch(/^\ufefforderId,.*Zoë Håkansson/s);
  });

  it('are exported by auditors as well, without a card’s number or code, and by nobody else', async () => {
    const { status, body } = await csv({}, auditor);
    expect(status).toBe(200);
    // an id may hold the same digits
    expect(body).not.toMatch(/(?<![\w-])(4242)+(?![\w-])|code/i);
    expect((await csv({}, ada.token)).status).toBeGreaterThanOrEqual(401);
    expect((await server.get('/api/admin/orders/export', null)).status).toBe(401);
    const zoe = await server.shopper();
    expect((await csv({}, zoe.token)).status).toBe(403);
  });

  it('are a head alone when nothing is found', async () => {
    expect((await csv({ q: randomUUID() })).body).toBe(`${HEAD}\r\n`);
  });

  it.each(['', '/export'])(
    'are refused with filters that make no sense, before anything is sent: GET %s',
    async (path) => {
      for (const filter of [{ secret: 1 }, { status: 'lost' }, { orderDate_gte: 'soon' }, { ended: 'x' }, [], null]) {
        const { status, body } = await server.get(pathFor(filter, path));
        expect([status, body]).toEqual([
          400,
          { success: false, code: 'list-query-invalid', error: expect.any(String) },
        ]);
      }
      const { status, body } = await server.get(`/api/admin/orders${path}?filter={`);
      expect([status, body.code]).toEqual([400, 'list-query-invalid']);
    },
  );
});
