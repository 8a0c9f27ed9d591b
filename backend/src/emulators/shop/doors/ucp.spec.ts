import { PERSONAL } from '@supreme-access/test/fixtures/retailer.js';
import { ShopDoors, ucpCheckout, ucpPayment } from '@supreme-access/test/fixtures/shop-doors.js';

let shop: ShopDoors;
beforeEach(() => {
  shop = new ShopDoors();
});
const prepared = async (version = '2026-04-08', key = 'create-1') => {
  const made = await shop.ucp('POST', '/checkout-sessions', ucpCheckout('standard'), { key, version });
  return made?.body.id as string;
};
const totalOf = (totals: { type: string; amount: number }[]) => {
  const [{ amount = 0 } = {}] = totals.filter(({ type }) => type === 'total');
  const sum = totals.filter(({ type }) => type !== 'total').reduce((all, one) => all + one.amount, 0);
  return [amount, sum];
};

describe('discovery over UCP', () => {
  it('shows the newest version with its older one as a profile of its own', async () => {
    const newest = await shop.ucp('GET', '/.well-known/ucp');
    expect(newest?.body.ucp).toMatchObject({
      version: '2026-04-08',
      supported_versions: { '2026-01-11': 'http://shop.test/ucp/.well-known/ucp/2026-01-11' },
      services: { 'dev.ucp.shopping': [{ transport: 'rest', endpoint: 'http://shop.test/ucp' }] },
      payment_handlers: { 'com.stripe.shared_payment_token': [{ config: { merchant_id: 'profile_spec' } }] },
    });
    expect(newest?.body.signing_keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256' }]);
    const older = await shop.ucp('GET', '/.well-known/ucp/2026-01-11');
    expect(older?.body).toMatchObject({
      ucp: { version: '2026-01-11', services: { 'dev.ucp.shopping': { rest: { endpoint: 'http://shop.test/ucp' } } } },
      payment: { handlers: [{ id: 'stripe_spt', config: { merchant_id: 'profile_spec' } }] },
    });
    expect(older?.body.ucp).not.toHaveProperty('supported_versions');
  });

  it.each([
    ['', 400, 'invalid_profile_url'],
    ['profile="https://elsewhere.test/p"', 424, 'profile_unreachable'],
  ])('refuses %j as UCP-Agent', async (agent, status, code) => {
    const refused = await shop.ucp('POST', '/checkout-sessions', ucpCheckout(), { headers: { 'ucp-agent': agent } });
    expect(refused).toMatchObject({ status, body: { code } });
  });

  it('refuses a version it does not speak by name', async () => {
    const refused = await shop.ucp('POST', '/checkout-sessions', ucpCheckout(), { version: '2026-08-25' });
    expect(refused).toMatchObject({ status: 422, body: { messages: [{ code: 'version_unsupported' }] } });
  });
});

describe('the catalogue over UCP', () => {
  it('lists every size of a product, and single variants by their ids', async () => {
    await shop.till.setProduct('cap', { stock: [{ size: 'm', style: 'Red/Blue', quantity: 1 }] });
    const { body } = (await shop.ucp('POST', '/catalog/product', { id: 'cap' })) ?? {};
    const medium = body.product.variants.find(({ id }: { id: string }) => id === 'cap/m/Red%2FBlue');
    expect(medium).toMatchObject({
      price: { amount: 16_800, currency: 'USD' },
      availability: { available: true },
      options: [
        { name: 'Size', label: 'M' },
        { name: 'Style', label: 'Red/Blue' },
      ],
    });
    const looked = await shop.ucp('POST', '/catalog/lookup', { ids: ['cap/s/Red%2FBlue', 'cap/m/Red%2FBlue'] });
    const [{ variants }] = looked?.body.products ?? [];
    expect(variants).toMatchObject([
      { id: 'cap/s/Red%2FBlue', availability: { available: false }, inputs: [{ match: 'exact' }] },
      { id: 'cap/m/Red%2FBlue', availability: { available: true } },
    ]);
  });

  it('is in no version before 2026-04-08', async () => {
    const answer = await shop.ucp('POST', '/catalog/lookup', { ids: ['cap'] }, { version: '2026-01-11' });
    expect(answer?.status).toBe(404);
  });
});

describe.each(['2026-01-11', '2026-04-08'])('a checkout over UCP %s', (version) => {
  it('goes from a line to a paid order, with totals that add up', async () => {
    const start = { line_items: [{ item: { id: 'forest-jacket/m/Forest' }, quantity: 1 }] };
    const made = await shop.ucp('POST', '/checkout-sessions', start, { key: 'k1', version });
    expect(made).toMatchObject({ status: 201, body: { status: 'incomplete', currency: 'USD', ucp: { version } } });
    const path = `/checkout-sessions/${made?.body.id}`;
    expect(made?.body.messages.map(({ path: where }: { path: string }) => where)).toEqual([
      '$.buyer.email',
      '$.fulfillment.methods[0].destinations',
    ]);

    const addressed = await shop.ucp('PUT', path, ucpCheckout(), { key: 'k2', version });
    const [group] = addressed?.body.fulfillment.methods[0].groups ?? [];
    expect(group.options.map(({ id, totals }: { id: string; totals: unknown }) => [id, totals])).toEqual([
      ['standard', [{ type: 'total', amount: 900 }]],
      ['fast', [{ type: 'total', amount: 2_500 }]],
    ]);
    const chosen = await shop.ucp('PUT', path, ucpCheckout('standard'), { key: 'k3', version });
    expect(chosen?.body).toMatchObject({ status: 'ready_for_complete', messages: [] });
    expect(totalOf(chosen?.body.totals)).toEqual([19_044, 19_044]);

    const done = await shop.ucp('POST', `${path}/complete`, ucpPayment('spt_1', version), { key: 'k4', version });
    expect(done).toMatchObject({ status: 200, body: { status: 'completed', order: { id: 'SBX-000001' } } });
    const total = { amount: 19_044, currency: 'usd' };
    expect(shop.captures).toEqual([{ session: made?.body.id, token: 'spt_1', total }]);
    expect(shop.sales).toMatchObject([{ session: { id: made?.body.id, door: 'ucp', total, payment: 'pi_1' } }]);
    const order = await shop.ucp('GET', '/orders/SBX-000001', undefined, { version });
    expect(order?.body).toMatchObject({ checkout_id: made?.body.id, currency: 'USD', ucp: { version } });
    expect(totalOf(order?.body.totals)).toEqual([19_044, 19_044]);
  });

  it('refuses a card number, another handler, and a body that is none', async () => {
    const id = await prepared(version);
    const path = `/checkout-sessions/${id}/complete`;
    const card = ucpPayment('4242424242424242', version);
    expect(await shop.ucp('POST', path, card, { version })).toMatchObject({ body: { code: 'card_number_refused' } });
    const foreign = JSON.parse(JSON.stringify(ucpPayment('spt_1', version)).replace('stripe_spt', 'other'));
    expect(await shop.ucp('POST', path, foreign, { version })).toMatchObject({ body: { code: 'invalid_instrument' } });
    expect(await shop.ucp('POST', path, [], { version })).toMatchObject({ status: 400 });
    expect(shop.captures).toEqual([]);
  });
});

describe('a session over UCP', () => {
  it('answers the same bytes under the same key alike, and other bytes with a conflict', async () => {
    const id = await prepared();
    expect(await prepared()).toBe(id);
    const path = `/checkout-sessions/${id}/complete`;
    const twice = [1, 2].map(() => shop.ucp('POST', path, ucpPayment('spt_1'), { key: 'c' }));
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
    shop.restart();
    expect((await shop.ucp('POST', path, ucpPayment('spt_1'), { key: 'c' }))?.body).toEqual(one?.body);
    expect(await shop.ucp('POST', path, ucpPayment('spt_2'), { key: 'c' })).toMatchObject({ status: 409 });
    expect(shop.sales).toHaveLength(1);
    expect(shop.captures).toHaveLength(1);
  });

  it('sells the last piece to one of two sessions', async () => {
    await shop.till.setProduct('forest-jacket', { stock: [{ size: 'm', style: 'Forest', quantity: 1 }] });
    const ids = [await prepared('2026-04-08', 'a'), await prepared('2026-04-08', 'b')];
    const answers = await Promise.all(
      ids.map((id) => shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment(`spt_${id}`), { key: id })),
    );
    expect(answers.map((one) => one?.body.status).sort()).toEqual(['completed', 'incomplete']);
    const [refused] = answers.filter((one) => one?.body.status === 'incomplete');
    expect(refused?.body.messages).toMatchObject([{ code: 'out_of_stock', severity: 'recoverable' }]);
    expect(shop.captures).toHaveLength(1);
  });

  it('stays ready after a declined payment, and its piece is free again', async () => {
    const id = await prepared();
    shop.payments.push({ kind: 'declined' });
    const refused = await shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_1'), { key: 'c1' });
    expect(refused?.body).toMatchObject({ status: 'ready_for_complete', messages: [{ code: 'payment_failed' }] });
    expect(shop.till.shop.left({ productId: 'forest-jacket', size: 'm', style: 'Forest' })).toBe(10);
  });

  it('keeps its piece while a payment is unsettled, through a restart, and is bought once by the same request', async () => {
    const id = await prepared();
    shop.payments.push({ kind: 'unknown' });
    const path = `/checkout-sessions/${id}`;
    expect((await shop.ucp('POST', `${path}/complete`, ucpPayment('spt_1'), { key: 'c' }))?.status).toBe(503);
    shop.restart();
    expect((await shop.ucp('GET', path))?.body.status).toBe('complete_in_progress');
    expect((await shop.ucp('POST', `${path}/cancel`, {}, { key: 'x' }))?.status).toBe(409);
    const done = await shop.ucp('POST', `${path}/complete`, ucpPayment('spt_1'), { key: 'c' });
    expect(done?.body.status).toBe('completed');
    expect(shop.captures[0]).toEqual(shop.captures[1]);
    expect(shop.till.shop.left({ productId: 'forest-jacket', size: 'm', style: 'Forest' })).toBe(9);
  });

  it('cannot be canceled while it is completed, nor afterwards', async () => {
    const id = await prepared();
    let settle = (_: { kind: 'captured'; payment: string }) => {};
    shop.payments.push(
      new Promise((resolve) => {
        settle = resolve;
      }),
    );
    const running = shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_1'), { key: 'c' });
    await shop.captures.until(({ length }) => length > 0);
    const cancel = (key: string) => shop.ucp('POST', `/checkout-sessions/${id}/cancel`, {}, { key });
    expect((await cancel('x1'))?.status).toBe(409);
    settle({ kind: 'captured', payment: 'pi_late' });
    expect((await running)?.body.status).toBe('completed');
    expect((await cancel('x2'))?.status).toBe(409);
  });

  it('is canceled, and then sells nothing', async () => {
    const id = await prepared();
    expect((await shop.ucp('POST', `/checkout-sessions/${id}/cancel`, {}, { key: 'x' }))?.body.status).toBe('canceled');
    const late = await shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_1'), { key: 'c' });
    expect(late?.status).toBe(409);
    expect(shop.sales).toEqual([]);
  });

  it('is not found once it has expired', async () => {
    const id = await prepared();
    shop.now += 3_600_000;
    expect((await shop.ucp('GET', `/checkout-sessions/${id}`))?.status).toBe(404);
    expect((await shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_1')))?.status).toBe(404);
  });

  it('cannot be completed before the sale opens', async () => {
    await shop.till.setProduct('forest-jacket', { opensAt: '2026-05-01T11:00:01.000Z' });
    const id = await prepared();
    const early = await shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_1'), { key: 'c' });
    expect(early?.body).toMatchObject({ status: 'incomplete', messages: [{ code: 'item_unavailable' }] });
    shop.now += 1_000;
    expect((await shop.ucp('GET', `/checkout-sessions/${id}`))?.body.status).toBe('ready_for_complete');
  });

  it('leaves nothing of the person in the ledger', async () => {
    const id = await prepared();
    await shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_secret'), { key: 'c' });
    const kept = JSON.stringify(shop.entries);
    for (const secret of [...PERSONAL, 'spt_secret']) expect(kept).not.toContain(secret);
  });
});
