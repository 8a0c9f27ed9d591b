import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

describe("a product's items at its retailer", () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  async function itemsAt(protocol: string) {
    const body = { name: 'Sandbox', protocol, baseUrl: 'sandbox', password: server.adminPassword };
    const { id: retailerId } = await server.done('/api/admin/retailers', body);
    await server.settle();
    const retailPrice = { amount: 168, currency: 'usd' };
    const productId = await server.drop({ retailerId, retailPrice, retailerProductId: 'hoodie', styles: 'One Style' });
    return server.ok(await server.get(`/api/admin/products/${productId}/items`));
  }

  it('are proposed from a catalogue, one for each size and style that it has', async () => {
    const { catalogue, proposed, variants, items } = await itemsAt('ucp');
    expect([catalogue, items]).toEqual(['read', []]);
    expect(proposed).toContainEqual({ size: 'm', style: 'One Style', itemId: 'hoodie/m/One%20Style' });
    expect(variants).toContainEqual({ itemId: 'hoodie/m/One%20Style', title: expect.any(String), available: true });
  });

  it.each(['acp', 'own'])('are typed by hand over %s, which has no catalogue of items', async (protocol) => {
    expect(await itemsAt(protocol)).toEqual({ items: [], catalogue: 'lacking', variants: [], proposed: [] });
  });

  it('are saved by themselves, once per size and style', async () => {
    const productId = await server.drop();
    const path = `/api/admin/products/${productId}/items`;
    const items = [{ size: 'm', style: 'Ink', itemId: 'i-1' }];
    expect(await server.ok(server.ask('PUT', path, { items }))).toEqual({ items });
    expect(await server.ok(server.get(`/api/admin/products/${productId}`))).toMatchObject({ retailerItems: items });
    for (const wrong of [{}, { items: [...items, ...items] }, { items: 'none' }]) {
      expect((await server.ask('PUT', path, wrong)).body).toMatchObject({ code: 'retailer-items-invalid' });
    }
    expect((await server.get(path)).body).toMatchObject({ items });
  });

  it('are refused with the version of another edit before, and both versions are told', async () => {
    const productId = await server.drop();
    const path = `/api/admin/products/${productId}/items`;
    const { version } = await server.ok(server.get(`/api/admin/products/${productId}`));
    const [theirs, mine] = ['i-1', 'i-2'].map((itemId) => [{ size: 'm', style: 'Ink', itemId }]);
    await server.ok(server.ask('PUT', path, { items: theirs, version }));
    const refused = await server.ask('PUT', path, { items: mine, version });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', changed: ['retailerItems'] } });
    expect((await server.get(path)).body).toMatchObject({ items: theirs });
  });

  it('cannot be asked of a shop that has not said yet what it can do', async () => {
    const shop = { name: 'Shop', protocol: 'ucp', baseUrl: 'https://shop.invalid', sellerProfile: 'profile_shop' };
    const body = { ...shop, password: server.adminPassword };
    const { id: retailerId } = await server.done('/api/admin/retailers', body);
    const productId = await server.drop({ retailerId, retailPrice: { amount: 168, currency: 'usd' } });
    const answer = await server.askOnce('GET', `/api/admin/products/${productId}/items`);
    expect(answer).toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('are asked of no product that we do not have', async () => {
    expect((await server.get('/api/admin/products/nothing/items')).status).toBe(404);
  });
});
