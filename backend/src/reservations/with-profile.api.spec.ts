import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { cardOf, OrderServer, PAYS, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { CardVault } from '../customers/profiles/card-vault.js';
import { SecurityCodes } from '../customers/profiles/security-codes.js';

describe('securing a slot with a saved profile', () => {
  let server: OrderServer;
  let ada: Shopper;
  beforeAll(async () => {
    server = await OrderServer.start();
    ada = await server.shopper();
  });
  afterAll(() => server?.stop());

  const refusal = ({ status, body }: { status: number; body: { code: string; error: string } }) => [
    status,
    body.code,
    body.error,
  ];
  const remaining = async (productId: string) =>
    (await server.ok(server.get(`/api/products/${productId}`, null))).remaining;

  it('answers the order, which the shopper then sees', async () => {
    const productId = await server.drop();
    const { status, body } = await server.reserve(ada, { productId, size: 'L', style: 'Fog' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      order: {
        orderId: expect.any(String),
        orderDate: expect.any(String),
        price: 25,
        productId,
        productTitle: 'Box Hoodie',
        style: 'Fog',
        size: 'l',
        slotNumber: 1,
      },
    });
    const [order] = await server.ok(server.get('/api/user/orders', ada.token));
    expect(order).toMatchObject({
      ...body.order,
      id: body.order.orderId,
      email: ada.email,
      status: 'pending',
      statusLabel: 'Pending',
      profileName: 'Main Profile',
      charged: 0,
      livemode: true,
    });
    expect(await remaining(productId)).toBe(49);
  });

  it('keeps the limit that was agreed to for the retailer, and shows it with the order', async () => {
    const productId = await server.drop({ retailPrice: { amount: 168, currency: 'usd' } });
    const ask = (amount: number, currency = 'usd') => server.reserve(ada, { productId, limit: { amount, currency } });
    expect(refusal(await ask(160)).slice(0, 2)).toEqual([409, 'over-limit']);
    expect(refusal(await ask(200, 'eur')).slice(0, 2)).toEqual([400, 'limit-currency']);
    expect(refusal(await ask(200.005)).slice(0, 2)).toEqual([400, 'limit-invalid']);
    await server.ok(ask(200.5, 'USD'));
    const [order] = await server.ok(server.get('/api/user/orders', ada.token));
    expect(order).toMatchObject({ productId, limit: { amount: 200.5, currency: 'usd' } });
  });

  it("agrees to the product's own limit where the request names none", async () => {
    const productId = await server.drop({ retailPrice: { amount: 168, currency: 'usd' } });
    await server.ok(server.reserve(ada, { productId }));
    const [order] = await server.ok(server.get('/api/user/orders', ada.token));
    expect(order.limit).toEqual({ amount: 210, currency: 'usd' });
  });

  it('may say to a balancer which product it is for, and then says the truth', async () => {
    const productId = await server.drop();
    const sent = (header: string) => {
      const input = { profileId: ada.profileId, size: 'm', style: 'Ink', productId: ` ${productId} ` };
      return server.post('/api/checkout/withprofile', input, ada.token, { 'x-product-id': header });
    };
    for (const header of ['', 'another', `${productId}, ${productId}`]) {
      expect(refusal(await sent(header)).slice(0, 2)).toEqual([400, 'product-mismatch']);
    }
    expect(await remaining(productId)).toBe(50);
    expect((await sent(productId)).body.order).toMatchObject({ productId, slotNumber: 1 });
  });

  it('makes one order of a repeated key, and refuses the key for other content', async () => {
    const productId = await server.drop();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => server.reserve(ada, { productId }, key)));
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, first?.body]));
    expect(refusal(await server.reserve(ada, { productId, size: 's' }, key)).slice(0, 2)).toEqual([
      422,
      'idempotency-mismatch',
    ]);
    expect(await remaining(productId)).toBe(49);
  });

  it('answers a repeat under its key with the order, whatever has become of code and profile', async () => {
    const bea = await server.shopper();
    const [productId, key] = [await server.drop(), randomUUID()];
    const first = await server.ok(server.reserve(bea, { productId }, key));
    const { codeRecord } = (await server.doc(first.order.orderId)) ?? {};
    await server.server.app.get(SecurityCodes).forget(String(codeRecord));
    expect((await server.reserve(bea, { productId }, key)).body).toEqual(first);
    await server.done('/api/user/profiles/remove', { profileId: bea.profileId }, bea.token);
    expect((await server.reserve(bea, { productId }, key)).body).toEqual(first);
    expect(refusal(await server.reserve(bea, { productId, size: 's' }, key)).slice(0, 2)).toEqual([
      422,
      'idempotency-mismatch',
    ]);
    expect(refusal(await server.reserve(bea, { productId }, randomUUID()))[0]).toBe(404);
  });

  it('knows at once what became of account and profile since the last slot', async () => {
    const bea = await server.shopper();
    const slot = async () => {
      const { order } = await server.ok(server.reserve(bea, { productId: await server.drop() }));
      return (await server.doc(order.orderId)) ?? Promise.reject(new Error('no order'));
    };
    const [before, again] = [await slot(), await slot()];
    expect(again.cardRecord).toBe(before.cardRecord);
    const { email, phone, address: shipping } = server.person();
    const { profileId } = bea;
    const edited = { profileId, profileName: 'New', email, phone, shipping, card: cardOf(PAYS) };
    const eProfile = await server.encrypt('profile', edited, bea.uuid);
    await server.done('/api/user/profiles/edit', { eProfile }, bea.token);
    const after = await slot();
    expect(after.cardRecord).not.toBe(before.cardRecord);
    await server.done('/api/user/profiles/remove', { profileId }, bea.token);
    expect(refusal(await server.reserve(bea, { productId: await server.drop() }))[0]).toBe(404);
  });

  it('keeps apart two products under one key', async () => {
    const [one, other] = [await server.drop(), await server.drop()];
    const key = randomUUID();
    const first = await server.reserve(ada, { productId: one }, key);
    const second = await server.reserve(ada, { productId: other }, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.order.orderId).not.toBe(second.body.order.orderId);
  });

  it('takes a double click without a key for one order, and the same content with a key for a second', async () => {
    const productId = await server.drop();
    const clicks = await Promise.all([1, 2].map(() => server.reserve(ada, { productId })));
    expect(clicks[0]?.body).toEqual(clicks[1]?.body);
    expect(refusal(await server.reserve(ada, { productId }, randomUUID()))).toEqual([409, 'duplicate', 'duplicate']);
    expect(refusal(await server.reserve(ada, { productId, size: 's' }))).toEqual([409, 'duplicate', 'duplicate']);
  });

  it('gives one profile one slot, and the same person no second one through another account', async () => {
    const productId = await server.drop();
    await server.ok(server.reserve(ada, { productId }));
    const bea = await server.shopper();
    const twin = server.person();
    const samePerson = { ...twin, address: { ...twin.address, address1: '90 Elm Street' } };
    const [hers, his] = [await server.addProfile(ada, samePerson), await server.addProfile(bea, samePerson)];
    expect((await server.reserve(ada, { productId, profileId: hers })).status).toBe(200);
    expect(refusal(await server.reserve(bea, { productId, profileId: his }))).toEqual([409, 'duplicate', 'duplicate']);
    expect((await server.reserve(bea, { productId })).status).toBe(200);
  });

  describe('with one card and one address, written in two ways by two accounts,', () => {
    const spellings = ['90 Élm Street, Apt 1', '90 ELM ST #2'];
    let bea: Shopper;
    let profiles: string[];
    beforeAll(async () => {
      bea = await server.shopper();
      const { address, ...who } = server.person();
      const [one = '', other = ''] = spellings;
      profiles = [
        await server.addProfile(ada, { ...who, address: { ...address, address1: one } }),
        await server.addProfile(bea, { ...who, address: { ...address, address1: other } }),
      ];
    });

    it('is one person, which no vault record is read for', async () => {
      const card = jest.spyOn(CardVault.prototype, 'card');
      const productId = await server.drop();
      const [hers, his] = profiles;
      expect((await server.reserve(ada, { productId, profileId: hers })).status).toBe(200);
      expect(refusal(await server.reserve(bea, { productId, profileId: his }))).toEqual([
        409,
        'duplicate',
        'duplicate',
      ]);
      expect(card).not.toHaveBeenCalled();
      card.mockRestore();
    });
  });

  it('sells no more slots than there are, whoever asks at once', async () => {
    const productId = await server.drop({ totalStock: 3 });
    const profiles = await Promise.all(Array.from({ length: 8 }, () => server.addProfile(ada)));
    const answers = await Promise.all(
      profiles.map((profileId) => server.reserve(ada, { productId, profileId }, randomUUID())),
    );
    const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => body.order.slotNumber);
    expect(numbers.sort()).toEqual([1, 2, 3]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual(refused.map(() => [409, 'sold-out', 'sold out']));
    expect(await remaining(productId)).toBe(0);
  });

  it('gives the number of a slot that was given back to the next', async () => {
    const productId = await server.drop({ totalStock: 1 });
    const { shopper, orderId } = await server.order(productId);
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, shopper.token);
    const bea = await server.shopper();
    expect((await server.reserve(bea, { productId })).body.order.slotNumber).toBe(1);
  });

  describe('is refused', () => {
    it('without a card for the fee', async () => {
      const newcomer = await server.shopper(null);
      const productId = await server.drop();
      expect(refusal(await server.reserve(newcomer, { productId }))).toEqual([
        400,
        'insufficient-data',
        'insufficient checkout data',
      ]);
    });

    it('with a profile that is somebody else’s, or none', async () => {
      const [productId, bea] = [await server.drop(), await server.shopper()];
      for (const profileId of [bea.profileId, randomUUID()]) {
        expect((await server.reserve(ada, { productId, profileId })).status).toBe(404);
      }
    });

    it('of a product nobody knows', async () => {
      expect((await server.reserve(ada, { productId: 'none' })).status).toBe(404);
    });

    it.each([
      ['size-unknown', { size: 'os' }],
      ['style-unknown', { style: 'Purple' }],
    ])('with %s', async (code, input) => {
      const productId = await server.drop();
      expect(refusal(await server.reserve(ada, { productId, ...input })).slice(0, 2)).toEqual([400, code]);
    });

    it('without a session, before anything else is looked at', async () => {
      expect((await server.post('/api/checkout/withprofile', { nonsense: true }, null)).status).toBe(401);
    });

    it('once reservations are closed', async () => {
      const productId = await server.drop();
      await server.release(productId);
      expect(refusal(await server.reserve(ada, { productId })).slice(0, 2)).toEqual([409, 'reservations-closed']);
    });
  });

  it('asks for the security code when it is gone, and takes it encrypted', async () => {
    const cleo = await server.shopper();
    const productId = await server.drop();
    const { orderId } = await server.order(await server.drop(), cleo);
    await server.done(`/api/user/orders/${orderId}/withdraw`, {}, cleo.token);
    const onFile = async () =>
      (await server.ok(server.get('/api/user/profiles', cleo.token)))[0].profile.card.codeOnFile;
    await server.until(async () => !(await onFile()) || undefined);
    const response = await server.reserve(cleo, { productId });
    expect(refusal(response)).toEqual([400, 'code-required', expect.stringContaining('security code')]);
    const malformed = await server.encrypt('code', { code: '12' }, cleo.uuid);
    expect(refusal(await server.reserve(cleo, { productId, eCode: malformed }))[1]).toBe('card-invalid');
    const foreign = await server.encrypt('code', { code: '123' }, ada.uuid);
    expect(refusal(await server.reserve(cleo, { productId, eCode: foreign }))[1]).toBe('card-invalid');
    const eCode = await server.encrypt('code', { code: '123' }, cleo.uuid);
    expect((await server.reserve(cleo, { productId, eCode })).status).toBe(200);
    expect(await onFile()).toBe(false);
  });
});
