import { randomUUID } from 'node:crypto';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';

describe('a test order', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  const create = (body: object, key?: string) =>
    server.post('/api/admin/orders/create', body, server.admin, key ? { 'idempotency-key': key } : {});
  const refusal = ({ status, body }: Answer) => [status, body.code];
  async function testOrder(productId: string): Promise<string> {
    return (await server.ok(create(await server.made(productId, { livemode: false })))).order.orderId;
  }
  const checkOut = (orderId: string) => server.post(`/api/admin/orders/${orderId}/checkout`);

  it('takes no slot', async () => {
    const productId = await server.drop({ totalStock: 1 });
    const { order } = await server.ok(create(await server.made(productId, { livemode: false })));
    expect(order).toMatchObject({ livemode: false, slotNumber: null, status: 'pending', size: 'm', style: 'Ink' });
    expect((await server.ok(server.get(`/api/products/${productId}`, null))).remaining).toBe(1);
    const list = await server.get(`/api/admin/orders?filter=${encodeURIComponent('{"livemode":false}')}`);
    expect(list.body).toEqual([expect.objectContaining({ orderId: order.orderId })]);
  });

  it('is checked out at the sandbox and never charged', async () => {
    const orderId = await testOrder(await server.drop());
    const { order } = await server.ok(checkOut(orderId));
    expect(order).toMatchObject({ boughtSize: 'm', boughtStyle: 'Ink' });
    expect(await server.becomes(orderId, 'success')).toMatchObject({ charged: 0, livemode: false });
    const { references } = await server.retailer('GET', '/ledger');
    expect(references).toContainEqual(expect.objectContaining({ reference: `${orderId}:1`, outcome: 'succeeded' }));
    const { intents } = await server.stripe('GET', '/emulator/ledger');
    const own = intents.filter((one: { metadata: { orderId: string } }) => one.metadata.orderId === orderId);
    expect(own).toEqual([]);
    expect(await server.types(orderId)).toContain('FeeWaived');
  });

  it('is tried again by itself when the sandbox gives no answer', async () => {
    const orderId = await testOrder(await server.drop());
    await server.retailer('POST', '/sandbox/faults', { fault: 'lostAnswer', orderId });
    expect((await server.ok(checkOut(orderId))).order.status).toBe('processing');
    expect(await server.becomes(orderId, 'success')).toMatchObject({ charged: 0 });
  });

  it('can be made and checked out when the product’s release is long over', async () => {
    const productId = await server.drop();
    await server.release(productId);
    await server.until(async () => (await server.ok(server.get(`/api/products/${productId}`, null))).releaseFinishedAt);
    server.clock.ahead = 11 * 3_600_000;
    const orderId = await testOrder(productId);
    await server.ok(checkOut(orderId));
    await server.becomes(orderId, 'success');
    server.clock.ahead = 0;
  });

  it('is the same order when its request comes again', async () => {
    const [body, key] = [await server.made(await server.drop(), { livemode: false }), randomUUID()];
    const [first, again] = [await create(body, key), await create(body, key)];
    expect(again.body.order.orderId).toBe(first.body.order.orderId);
    expect(refusal(await create({ ...body, name: 'Somebody Else' }, key))).toEqual([422, 'idempotency-mismatch']);
  });

  it.each([
    ['what is offered first, when nothing was chosen', undefined, { size: 'xs', style: 'Ink' }],
    ['what was chosen, however it is written', { size: ' XL ', style: 'Fog' }, { size: 'xl', style: 'Fog' }],
  ])('is for %s', async (_, productForm, expected) => {
    const body = await server.made(await server.drop(), { livemode: false }, server.aco({ productForm }));
    expect((await server.ok(create(body))).order).toMatchObject(expected);
  });

  it.each([
    ['size-unknown', { size: 'gigantic' }],
    ['style-unknown', { size: 'm', style: 'Purple' }],
  ])('is refused with %s', async (code, productForm) => {
    const aco = { ...server.aco(), productForm };
    const body = await server.made(await server.drop(), { livemode: false }, aco);
    expect(refusal(await create(body))).toEqual([400, code]);
  });

  it('of no product is not found', async () => {
    expect((await create(await server.made('none', { livemode: false }))).status).toBe(404);
  });
});

describe('an attempt by hand', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  it('waits for the release of a real order', async () => {
    const { orderId } = await server.order(await server.drop());
    const early = await server.post(`/api/admin/orders/${orderId}/checkout`);
    expect([early.status, early.body.code]).toEqual([409, 'not-released']);
    expect(await server.types(orderId)).not.toContain('CheckoutStarted');
  });

  it('buys nothing twice', async () => {
    const { orderId } = await server.success();
    const attempts = await Promise.all([1, 2, 3].map(() => server.post(`/api/admin/orders/${orderId}/checkout`)));
    expect(attempts.map(({ status, body }) => [status, body.order.status])).toEqual(
      attempts.map(() => [200, 'success']),
    );
    const { references } = await server.retailer('GET', '/ledger');
    expect(references.filter((one: { orderId: string }) => one.orderId === orderId)).toHaveLength(1);
  });
});
