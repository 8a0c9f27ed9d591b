import type { Rehearsal } from '@supreme-access/contract/shapes/releases.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

const ASSUMED = { measured: 0, perSecond: null };

describe('the rehearsal of a drop', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  const rehearse = async (productId: string): Promise<Rehearsal> =>
    (await server.done(`/api/admin/products/${productId}/rehearse`)).rehearsal;
  const last = async (productId: string): Promise<Rehearsal | null> =>
    (await server.ok(server.get(`/api/admin/products/${productId}/rehearsal`))).rehearsal;
  const eventsNow = async () => (await all(server.server.platform.log.readAll())).map(({ type }) => type);
  const books = async () => [
    await server.retailer('GET', '/ledger'),
    await server.stripe('GET', '/v1/payment_intents'),
  ];

  it('is played before anything was measured, records itself and touches nothing else', async () => {
    const productId = await server.drop();
    expect(await last(productId)).toBeNull();
    for (const { orderId } of [await server.order(productId), await server.order(productId)])
      await server.placed(orderId);
    await server.settle();
    const [before, booksBefore] = [await eventsNow(), await books()];
    const made = await rehearse(productId);
    await server.settle();
    expect((await eventsNow()).slice(before.length).filter((type) => type !== 'SessionUsed')).toEqual([
      'DropRehearsed',
    ]);
    expect(await books()).toEqual(booksBefore);
    expect(made).toMatchObject({ stale: false, figures: { slots: 2, beside: 0, withoutCode: 0, firstAfter: 100 } });
    expect(made.figures).toMatchObject({ retailer: { ...ASSUMED, p50: 2_000 }, stripe: { ...ASSUMED, p50: 1_500 } });
    expect(made.figures.chargedAfter).toBe(made.figures.lastAfter + 2_000 + 1_500);
    expect(await last(productId)).toEqual(made);
  });

  it('is stale once a slot or the product changed, until the next', async () => {
    const productId = await server.drop();
    await server.order(productId);
    await rehearse(productId);
    const isStale = async () => (await last(productId))?.stale;
    expect(await isStale()).toBe(false);
    await server.order(productId);
    expect(await isStale()).toBe(true);
    expect((await rehearse(productId)).stale).toBe(false);
    await server.done('/api/admin/products/edit', { productId, productTitle: 'Another Hoodie' });
    expect(await isStale()).toBe(true);
  });

  it('takes the pace from the last drop there, and counts orders of drops at the same time', async () => {
    await server.success();
    const releaseAt = new Date(Date.now() + server.clock.ahead + 7_200_000).toISOString();
    const [productId, beside] = [await server.drop({ releaseAt }), await server.drop({ releaseAt })];
    await server.order(productId);
    await server.order(beside);
    await server.settle();
    const { figures } = await rehearse(productId);
    expect(figures).toMatchObject({ slots: 1, beside: 1, perSecond: 388 });
    expect([figures.retailer.measured, figures.stripe.measured]).toEqual([1, 1]);
  });

  it('counts what a shop that tokens pay would refuse, and charges nothing for it', async () => {
    const body = { name: 'Sandbox', protocol: 'ucp', baseUrl: 'sandbox', password: server.adminPassword };
    const { id: retailerId } = await server.done('/api/admin/retailers', body);
    await server.settle();
    const usd = (amount: number) => ({ amount, currency: 'usd' });
    const retailerItems = [{ size: 'l', style: 'Ink', itemId: `${retailerId}/l/Ink` }];
    const retail = { retailerId, retailPrice: usd(168), retailerItems, retailerProductId: retailerId };
    const productId = await server.drop(retail);
    await server.ok(server.reserve(await server.shopper(), { productId, limit: usd(210) }));
    await server.settle();
    const { figures } = await rehearse(productId);
    expect(figures).toMatchObject({ slots: 1, withoutCode: 0, withoutItem: 1, belowPrice: 0 });
    expect(figures.retailer).toMatchObject({ ...ASSUMED, places: 8 });
    expect(figures.chargedAfter).toBe(figures.lastAfter + 2_000);
  });

  it('is refused without slots and after the release, and is for admins to do and auditors to see', async () => {
    const productId = await server.drop();
    const path = `/api/admin/products/${productId}/rehearse`;
    expect((await server.post(path)).code).toBe('no-slots-held');
    const { shopper } = await server.order(productId);
    await server.release(productId);
    expect((await server.post(path)).code).toBe('release-started');
    expect((await server.post('/api/admin/products/nothing/rehearse')).code).toBe('not-found');
    expect((await server.get('/api/admin/products/nothing/rehearsal')).code).toBe('not-found');
    expect((await server.post(path, {}, shopper.token)).status).toBe(403);
  });
});
