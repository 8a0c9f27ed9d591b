import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

let server: OrderServer;
beforeAll(async () => {
  server = await OrderServer.start();
});
afterAll(() => server?.stop());

let guests = 0;
async function asGuest(productId: string, changes: object = {}) {
  guests += 1;
  const email = `answered.${guests}@example.org`;
  const acoDataPayload = await server.encrypt('aco', server.aco(), null);
  return { email, name: 'Gia Hale', productId, stripeToken: 'tok_visa', acoDataPayload, ...changes };
}
const checkOut = (body: object) => server.post('/api/checkout/completeuser', body, null);
const refusal = ({ status, body }: { status: number; body: { code: string; error: string } }) => [
  status,
  body.code,
  body.error,
];

describe('what a guest is answered', () => {
  it("is when the slot was reserved, and a link to the order's own page that can do what the mailed one can", async () => {
    const productId = await server.drop();
    const body = await asGuest(productId);
    const before = Date.now();
    const { order, link } = await server.ok(checkOut(body));
    expect(Date.parse(order.orderDate)).toBeGreaterThanOrEqual(before);
    expect(order.orderDate).toBe((await server.view(order.orderId)).orderDate);
    const { pathname } = new URL(link);
    const path = `/api${pathname.replace('/action/', '/actions/')}`;
    expect(await server.ok(server.get(path, null))).toMatchObject({
      purpose: 'withdraw',
      order: { orderId: order.orderId, email: body.email, status: 'pending' },
    });
    expect(pathname.split('/').at(-1)).toBe(tokenOf(await server.mail('guest-slot-confirmed', body.email)));
    await server.done(path, {}, null);
    expect(await server.becomes(order.orderId, 'withdrawn')).toMatchObject({ orderId: order.orderId });
  });

  it('a link that is the mailed one too where the drop releases late, and is good until their order has ended', async () => {
    const DAY = 86_400_000;
    const releaseAt = new Date(Date.now() + 100 * DAY).toISOString();
    const body = await asGuest(await server.drop({ releaseAt }));
    const { order, link } = await server.ok(checkOut(body));
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    expect(token).toBe(tokenOf(await server.mail('guest-slot-confirmed', body.email)));
    const [purpose, orderId, until] = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    expect([purpose, orderId, until]).toEqual(['withdraw', order.orderId, Date.parse(releaseAt) + 3 * DAY]);
  });

  it('a shopper gets when it was reserved, and no link: theirs are the pages of the account', async () => {
    const [productId, ada] = [await server.drop(), await server.shopper()];
    const body = await server.ok(server.reserve(ada, { productId }));
    expect(Date.parse(body.order.orderDate)).toBeGreaterThan(0);
    expect(body).not.toHaveProperty('link');
  });
});

describe("a guest's price", () => {
  async function promo(percent: number): Promise<string> {
    const promoCode = `GUEST${percent}`;
    await server.done('/api/admin/promos', { promoCode, percent });
    return promoCode;
  }

  // half a cent of a discount goes to the even one: 50 % of 0.85 is 0.425, so 0.42 is taken off
  it.each([
    [24.99, 15, 21.24],
    [35, 10, 31.5],
    [0.85, 50, 0.43],
  ])(
    'of %d with %d percent off is %d: in the answer, at the order, and in what is charged',
    async (price, percent, due) => {
      const [productId, promoCode] = [await server.drop({ price }), await promo(percent)];
      const { order } = await server.ok(checkOut(await asGuest(productId, { promoCode: promoCode.toLowerCase() })));
      expect(order.price).toBe(due);
      expect((await server.view(order.orderId)).price).toBe(due);
      await server.release(productId);
      // below Stripe's minimum for the currency nothing is charged
      expect((await server.becomes(order.orderId, 'success')).charged).toBe(due < 0.5 ? 0 : due);
    },
  );

  it('is the whole fee without a code, whatever the encrypted details say it is', async () => {
    const productId = await server.drop({ price: 40 });
    const aco = { ...server.aco(), productForm: { id: productId, size: 'm', style: 'Ink', price: 1 } };
    const acoDataPayload = await server.encrypt('aco', aco, null);
    const { order } = await server.ok(checkOut(await asGuest(productId, { acoDataPayload })));
    expect(order.price).toBe(40);
  });

  it('is none with a code that nobody knows', async () => {
    const body = await asGuest(await server.drop(), { promoCode: 'NEVER-HEARD-OF' });
    expect((await checkOut(body)).body).toMatchObject({ success: false, code: 'promo-invalid' });
  });
});

describe('a card that only Stripe has seen', () => {
  const CARD = "Please make sure you've entered a valid card and try again.";

  it.each([
    ['begins with blocked digits', 'tok_blockedPrefix'],
    ['is of no brand that is taken', 'tok_unknownBrand'],
    ['was made a payment method by the browser and begins with blocked digits', 'pm_card_blockedPrefix'],
  ])('is refused when it %s: there is no slot and no customer', async (_, stripeToken) => {
    const productId = await server.drop();
    expect(refusal(await checkOut(await asGuest(productId, { stripeToken })))).toEqual([400, 'card-invalid', CARD]);
    expect((await server.ok(server.get(`/api/products/${productId}`, null))).reserved).toBe(0);
    const { token } = await server.shopper();
    const address = { line1: '1 Main Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' };
    const set = await server.post('/api/user/billing/set', { billingAddress: address, token: stripeToken }, token);
    expect(refusal(set)).toEqual([400, 'card-invalid', CARD]);
  });

  it('does not pay a fee that was declined either', async () => {
    const productId = await server.drop();
    const body = await asGuest(productId, { stripeToken: 'tok_chargeDeclined' });
    const { order } = await server.ok(checkOut(body));
    await server.release(productId);
    await server.becomes(order.orderId, 'action_required');
    const token = tokenOf(await server.mail('action-needed', body.email));
    const refused = await server.post(`/api/actions/${token}`, { token: 'tok_unknownBrand' }, null);
    expect(refused.body).toMatchObject({ success: false });
    await server.done(`/api/actions/${token}`, { token: 'tok_mastercard' }, null);
    await server.until(async () => ((await server.view(order.orderId)).status === 'success' ? true : undefined));
  });
});
