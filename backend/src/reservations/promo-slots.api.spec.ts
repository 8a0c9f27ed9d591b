import { randomUUID } from 'node:crypto';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';

describe('a promo code at the reservation', () => {
  let server: OrderServer;
  let ada: Shopper;
  let bea: Shopper;
  let count = 0;
  beforeAll(async () => {
    server = await OrderServer.start();
    [ada, bea] = await Promise.all([server.shopper(), server.shopper()]);
  });
  afterAll(() => server?.stop());

  async function aCode(facts: object = {}): Promise<string> {
    count += 1;
    const promoCode = `CODE${count}`;
    await server.done('/api/admin/promos', { promoCode, percent: 10, ...facts });
    return promoCode;
  }
  const redeemed = async (promoCode: string) =>
    (await server.ok(server.get(`/api/admin/promos/${promoCode}`))).redeemed as number;
  const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

  it('takes its percentage off the price, however it is typed', async () => {
    const [productId, promoCode] = [await server.drop({ price: 24.99 }), await aCode({ percent: 15 })];
    const { order } = await server.ok(server.reserve(ada, { productId, promoCode: ` ${promoCode.toLowerCase()} ` }));
    expect(order.price).toBe(21.24);
    expect((await server.view(order.orderId)).price).toBe(21.24);
    expect(await redeemed(promoCode)).toBe(1);
  });

  it.each([['nobody knows', 'NEVER-HEARD-OF']])('that %s refuses the slot, and holds none', async (_, promoCode) => {
    const productId = await server.drop({ totalStock: 1 });
    expect(refusal(await server.reserve(ada, { productId, promoCode }))).toEqual([400, 'promo-invalid']);
    expect((await server.reserve(bea, { productId })).status).toBe(200);
  });

  it('that has ended refuses the slot', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode()];
    await server.ok(server.ask('DELETE', `/api/admin/promos/${promoCode}`));
    expect(refusal(await server.reserve(ada, { productId, promoCode }))).toEqual([400, 'promo-invalid']);
  });

  it('is given as often as its limit says, whoever asks at once', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode({ limit: 2 })];
    const profiles = await Promise.all(Array.from({ length: 6 }, () => server.addProfile(ada)));
    const answers = await Promise.all(
      profiles.map((profileId) => server.reserve(ada, { productId, profileId, promoCode }, randomUUID())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual(refused.map(() => [400, 'promo-invalid']));
  });

  it('is given as often to one account as its limit per account says', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode({ limitPerAccount: 1 })];
    await server.ok(server.reserve(ada, { productId, promoCode }));
    const again = { productId, profileId: await server.addProfile(ada), promoCode };
    expect(refusal(await server.reserve(ada, again, randomUUID()))).toEqual([400, 'promo-invalid']);
    expect((await server.reserve(bea, { productId, promoCode })).status).toBe(200);
  });

  it.each([
    ['sold out', 'sold-out', {}],
    ['of an unknown size', 'size-unknown', { size: 'os' }],
  ])('is given back when the slot is refused: %s', async (_, code, input) => {
    const [productId, promoCode] = [await server.drop({ totalStock: 1 }), await aCode()];
    if (code === 'sold-out') await server.ok(server.reserve(bea, { productId }));
    expect(refusal(await server.reserve(ada, { productId, promoCode, ...input }))[1]).toBe(code);
    expect(await redeemed(promoCode)).toBe(0);
  });

  it('is used once by a double click, and by a repeated key', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode()];
    await Promise.all([1, 2].map(() => server.ok(server.reserve(ada, { productId, promoCode }))));
    await server.ok(server.reserve(ada, { productId, promoCode }));
    const key = randomUUID();
    await Promise.all([1, 2].map(() => server.ok(server.reserve(bea, { productId, promoCode }, key))));
    expect(await redeemed(promoCode)).toBe(2);
  });

  it('stays with its order when the key comes again with other content', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode({ limit: 1 })];
    const key = randomUUID();
    await server.ok(server.reserve(ada, { productId, promoCode }, key));
    const mixed = await server.reserve(ada, { productId, promoCode, size: 's' }, key);
    expect(refusal(mixed)).toEqual([422, 'idempotency-mismatch']);
    expect(await redeemed(promoCode)).toBe(1);
    expect(refusal(await server.reserve(bea, { productId, promoCode }))).toEqual([400, 'promo-invalid']);
  });

  it('is free again once the slot is given back, also when its request comes again', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode({ limit: 1 })];
    const cleo = await server.shopper();
    const eCode = await server.encrypt('code', { code: '123' }, cleo.uuid);
    const [input, key] = [{ productId, promoCode, eCode }, randomUUID()];
    const { order } = await server.ok(server.reserve(cleo, input, key));
    await server.done(`/api/user/orders/${order.orderId}/withdraw`, {}, cleo.token);
    expect(await redeemed(promoCode)).toBe(0);
    const again = await server.ok(server.reserve(cleo, input, key));
    expect(again.order.orderId).toBe(order.orderId);
    expect(await redeemed(promoCode)).toBe(0);
    expect((await server.reserve(bea, { productId, promoCode })).status).toBe(200);
  });

  it('of the whole price waives the fee', async () => {
    const [productId, promoCode] = [await server.drop(), await aCode({ percent: 100 })];
    const { order } = await server.ok(server.reserve(ada, { productId, promoCode }));
    await server.release(productId);
    const paid = await server.becomes(order.orderId, 'success');
    expect(paid).toMatchObject({ price: 0, charged: 0, statusNote: 'We got it. There was no service fee.' });
    expect(await server.types(order.orderId)).toContain('FeeWaived');
  });
});
