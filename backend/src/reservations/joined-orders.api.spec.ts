import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';

describe('an order that is made without a profile', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  let made = 0;
  const bodyFor = async (productId: string, email: string, sub: string | null = null) => {
    made += 1;
    const aco = server.aco({ shipping: { ...server.aco().shipping, address1: `${made} Alder Way` } });
    const acoDataPayload = await server.encrypt('aco', aco, sub);
    return { email, name: 'Gia Hale', productId, stripeToken: 'tok_visa', acoDataPayload };
  };
  const checkOut = (body: object, token: string | null = null) =>
    server.post('/api/checkout/completeuser', body, token);
  const ordersOf = async (token: string): Promise<{ orderId: string; email: string }[]> =>
    server.ok(server.get('/api/user/orders', token));
  const ids = async (token: string) => (await ordersOf(token)).map(({ orderId }) => orderId);
  const verified = async (who: Pick<Shopper, 'email' | 'token'>) => {
    const link = tokenOf(await server.mail('verify-email', who.email));
    return String((await server.done(`/api/actions/${link}`, {}, who.token)).token);
  };
  const signedUp = async () => {
    const { email } = server.person();
    const { token, uuid } = await server.done('/register', { email, password: 'correct horse 7' }, null);
    return { email, token: String(token), uuid: String(uuid) };
  };
  const linkIn = async (email: string) => tokenOf(await server.mail('guest-slot-confirmed', email));

  it('by somebody who is signed in is their account’s, whatever email was typed, which is mailed', async () => {
    const productId = await server.drop();
    const ada = await signedUp();
    const other = `gift.of.${ada.email}`;
    const { order } = await server.ok(checkOut(await bodyFor(productId, other, ada.uuid), ada.token));
    const [listed] = await ordersOf(ada.token);
    expect(listed).toMatchObject({ orderId: order.orderId, email: other, status: 'pending' });
    const link = await linkIn(other);
    expect((await server.get(`/api/actions/${link}`, null)).body.order).toMatchObject({ orderId: order.orderId });
    expect((await server.get(`/api/user/orders/${order.orderId}/story`, ada.token)).status).toBe(200);
    await server.done(`/api/user/orders/${order.orderId}/withdraw`, {}, ada.token);
    expect(await ordersOf(ada.token)).toMatchObject([{ orderId: order.orderId, status: 'withdrawn' }]);
  });

  it('may be encrypted as guests do it, and is nobody’s where the session has ended', async () => {
    const productId = await server.drop();
    const ada = await signedUp();
    const { order } = await server.ok(checkOut(await bodyFor(productId, ada.email), ada.token));
    expect(await ids(ada.token)).toEqual([order.orderId]);
    const ended = await checkOut(await bodyFor(productId, ada.email), 'no session');
    expect([ended.status, ended.body.code]).toEqual([401, 'unauthorized']);
    const foreign = await checkOut(await bodyFor(productId, ada.email, crypto.randomUUID()), ada.token);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'aco-invalid']);
  });

  it('joins the account that has proven the address, at once', async () => {
    const productId = await server.drop();
    const ada = await signedUp();
    const token = await verified(ada);
    const { order } = await server.ok(checkOut(await bodyFor(productId, ada.email.toUpperCase())));
    expect(await server.until(async () => ((await ids(token)).length > 0 ? ids(token) : undefined))).toEqual([
      order.orderId,
    ]);
    const byAdmin = await server.made(productId, { email: ada.email });
    const { order: given } = await server.done('/api/admin/orders/create', byAdmin, server.admin);
    await server.until(async () => ((await ids(token)).includes(given.orderId) ? true : undefined));
  });

  it('joins the account once it proves the address, and not before; its link still works', async () => {
    const productId = await server.drop();
    const { email } = server.person();
    const { order } = await server.ok(checkOut(await bodyFor(productId, email)));
    const link = await linkIn(email);
    const ada = await server.done('/register', { email, password: 'correct horse 7' }, null);
    expect(await ids(ada.token)).toEqual([]);
    expect((await server.get(`/api/user/orders/${order.orderId}/story`, ada.token)).status).toBe(404);
    const token = await verified({ email, token: ada.token });
    await server.until(async () => ((await ids(token)).includes(order.orderId) ? true : undefined));
    expect(await server.types(order.orderId)).toContain('OrderJoined');
    expect((await server.get(`/api/actions/${link}`, null)).body).toMatchObject({
      purpose: 'withdraw',
      order: { orderId: order.orderId },
    });
    const { orders } = await server.ok(server.get('/api/user/export', token));
    expect(orders).toMatchObject([{ orderId: order.orderId, email }]);
    await server.done(`/api/actions/${link}`, {}, null);
    expect(await ordersOf(token)).toMatchObject([{ orderId: order.orderId, status: 'withdrawn' }]);
  });

  it('is erased with the account it has joined, with all that was kept for it', async () => {
    const productId = await server.drop();
    const ada = await signedUp();
    const token = await verified(ada);
    const { order: own } = await server.ok(checkOut(await bodyFor(productId, ada.email, ada.uuid), token));
    const { order: joined } = await server.ok(checkOut(await bodyFor(productId, ada.email)));
    await server.until(async () => ((await ids(token)).length === 2 ? true : undefined));
    await server.placed(own.orderId);
    const customers = [own.orderId, joined.orderId].map(
      async (id) => (await server.doc(id))?.life.placed?.payer.customerId,
    );
    expect((await server.done('/api/user/erase', { password: 'correct horse 7' }, token)).finished).toBe(true);
    for (const { orderId } of [own, joined]) {
      expect(await server.types(orderId)).toEqual(expect.arrayContaining(['PersonalDataErased', 'ErasureFinished']));
      expect(await server.view(orderId)).toMatchObject({ email: '', name: '', status: 'withdrawn' });
    }
    for (const customer of await Promise.all(customers))
      expect(await server.stripe('GET', `/v1/customers/${customer}`)).toMatchObject({ deleted: true });
  });

  it('stays its buyer’s once an admin archives it', async () => {
    const productId = await server.drop();
    const ada = await server.shopper();
    const { orderId } = await server.order(productId, ada);
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, ada.token);
    expect((await server.ask('DELETE', `/api/admin/orders/${orderId}`)).status).toBe(200);
    expect(await ids(ada.token)).toEqual([orderId]);
    expect((await server.get(`/api/user/orders/${orderId}/story`, ada.token)).status).toBe(200);
    const listed = await server.ok(server.get('/api/admin/orders'));
    expect(listed.map((one: { orderId: string }) => one.orderId)).not.toContain(orderId);
  });
});
