import { Collector, type Sent } from '@supreme-access/test/fixtures/collector.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

function itemIn({ body }: Sent): string | undefined {
  const [event] = body.events as { params: { items: { item_id: string }[] } }[];
  return event?.params.items[0]?.item_id;
}

describe('counting purchases', () => {
  let collector: Collector;
  let server: OrderServer;
  beforeAll(async () => {
    collector = await Collector.start();
    server = await OrderServer.start(collector.settings);
  });
  afterAll(async () => {
    await server?.stop();
    await collector?.stop();
  });
  beforeEach(() => {
    collector.sent.length = 0;
    collector.status = 204;
  });
  const count = (orderId: string) => server.post('/api/analytics/purchase', { orderId }, null);
  const sent = (least: number) => collector.sent.until((all) => all.length >= least && all);

  it('reports what was bought, and nothing about the buyer', async () => {
    const productId = await server.drop({ productTitle: 'Counted Crew', price: 12.5 });
    const { orderId } = await server.order(productId);

    expect((await count(orderId)).status).toBe(200);

    const [{ path, body } = { path: '', body: {} }] = await sent(1);
    expect(path).toBe('/mp/collect?measurement_id=G-SPECS1&api_secret=a+secret');
    const item = { item_id: productId, item_name: 'Counted Crew', item_variant: 'Ink / M', quantity: 1, price: 12.5 };
    expect(body).toEqual({
      client_id: expect.any(String),
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      events: [{ name: 'purchase', params: { currency: 'USD', items: [item] } }],
    });
  });

  it('counts an order once, and two orders of one person as two strangers', async () => {
    const [first, second] = [await server.drop(), await server.drop()];
    const { orderId, shopper } = await server.order(first);
    const other = await server.order(second, shopper);

    await Promise.all([count(orderId), count(orderId), count(orderId)]);
    await count(other.orderId);

    const visits = (await sent(2)).map(({ body }) => body.client_id);
    expect([visits.length, new Set(visits).size]).toEqual([2, 2]);
  });

  it('counts neither unknown orders nor test orders', async () => {
    const body = await server.made(await server.drop(), { livemode: false });
    const made = await server.done('/api/admin/orders/create', body);
    const productId = await server.drop();
    const { orderId } = await server.order(productId);

    await count('no-such-order');
    await count(made.order.orderId);
    await count(orderId);

    expect((await sent(1)).map(itemIn)).toEqual([productId]);
  });

  it('delays no answer and fails silently', async () => {
    collector.status = 500;
    const { orderId } = await server.order(await server.drop());

    expect((await count(orderId)).body).toEqual({ success: true });
    expect((await sent(1)).length).toBe(1);
  });

  it('makes the pages ask for consent', async () => {
    expect((await server.get('/api/settings', null)).body).toMatchObject({ analytics: true, strictSetup: false });
  });
});
