import { cardOf, OrderServer } from '@supreme-access/test/fixtures/order-server.js';

const PRICE = { amount: 168, currency: 'usd' };
let server: OrderServer;
beforeAll(async () => {
  server = await OrderServer.start();
});
afterAll(() => server?.stop());

type Limit = { limit?: { amount: number; currency: string } };
async function guest(productId: string, changes: object = {}, aco: object = server.aco()) {
  const acoDataPayload = await server.encrypt('aco', aco, null);
  const body = { email: 'gia@example.org', name: 'Gia Hale', productId, stripeToken: 'tok_visa', acoDataPayload };
  return server.post('/api/checkout/completeuser', { ...body, ...changes }, null);
}
const admin = async (productId: string, changes: object = {}) =>
  server.post('/api/admin/orders/create', await server.made(productId, changes));

describe.each([
  ['a guest', guest],
  ['an admin, for somebody,', admin],
])('%s', (_, reserve) => {
  it('agrees to a limit at the retailer, which is kept and shown', async () => {
    const productId = await server.drop({ retailPrice: PRICE });
    const { order } = await server.ok(reserve(productId, { limit: { amount: 200.5, currency: 'usd' } }));
    expect(await server.view(order.orderId)).toMatchObject({ limit: { amount: 200.5, currency: 'usd' } });
  });

  it("agrees to the product's own limit where the request names none", async () => {
    const productId = await server.drop({ retailPrice: PRICE });
    const { order } = await server.ok(reserve(productId));
    expect((await server.doc(order.orderId))?.limit).toEqual({ amount: 21_000, currency: 'usd', byDefault: true });
  });

  it.each<[Required<Limit>['limit'], number, string]>([
    [{ amount: 160, currency: 'usd' }, 409, 'over-limit'],
    [{ amount: 200, currency: 'eur' }, 400, 'limit-currency'],
    [{ amount: 200.005, currency: 'usd' }, 400, 'limit-invalid'],
  ])('holds no slot with the limit %j', async (limit, status, code) => {
    const productId = await server.drop({ retailPrice: PRICE });
    const answer = await reserve(productId, { limit });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await server.ok(server.get(`/api/products/${productId}`, null))).reserved).toBe(0);
  });
});

describe('at a retailer that is paid with tokens', () => {
  const sold = async () => {
    const shop = { name: 'Shop', protocol: 'ucp', baseUrl: 'sandbox', password: server.adminPassword };
    const { id } = await server.done('/api/admin/retailers', shop);
    return server.drop({ retailPrice: PRICE, retailerId: id });
  };

  it.each([
    ['without a security code', undefined],
    ['with one, which is not kept,', '123'],
  ])('a guest reserves %s', async (_, code) => {
    const productId = await sold();
    const { order } = await server.ok(
      guest(productId, {}, server.aco({ card: { ...cardOf('4242424242424242'), code } as never })),
    );
    expect(await server.doc(order.orderId)).toMatchObject({ means: 'token', codeRecord: null });
    expect(await server.view(order.orderId)).toMatchObject({ codeOnFile: null, status: 'pending' });
  });

  it('a guest without a code is refused where the card itself pays', async () => {
    const productId = await server.drop({ retailPrice: PRICE });
    const { code: _, ...card } = cardOf('4242424242424242');
    const answer = await guest(productId, {}, server.aco({ card: card as never }));
    expect([answer.status, answer.body.code]).toEqual([400, 'aco-invalid']);
  });
});
