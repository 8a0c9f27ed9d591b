import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import { aTokenPurchase } from '@supreme-access/test/fixtures/shop-answers.js';
import { error, given, NEW, OLD, order, session, soon } from '@supreme-access/test/fixtures/ucp-shop.js';
import { pooled } from '../../http/outgoing/http-calls.js';

const buying = async (status: number, body: unknown, quirks: Quirk[] = []) => {
  const { shop, client } = given({ quirks });
  shop.says(status, body);
  return client.buy(aTokenPurchase('a:1', 'chk_1', 'stripe_spt'), soon());
};

describe('a purchase', () => {
  it('completes the session by its token, in the same bytes under the same key each time', async () => {
    const { shop, client } = given();
    shop.says(200, session({ status: 'completed', order }));
    const first = await client.buy(aTokenPurchase('a:1', 'chk_1', 'stripe_spt'), soon());
    const again = await given().client.lookUp({ reference: 'a:1' }, soon());
    expect(again).toEqual({ kind: 'never-seen' });
    await client.buy(aTokenPurchase('a:1', 'chk_1', 'stripe_spt'), soon());
    expect(shop.calls[1]?.body).toBe(shop.calls[0]?.body);
    expect(shop.sent(1)).toEqual(shop.sent(0));
    await client.buy(aTokenPurchase('a:1', 'chk_2', 'stripe_spt'), soon());
    expect(shop.sent(2).key).not.toBe(shop.sent(0).key);
    const credential = { type: 'spt', token: 'spt_1' };
    const instrument = { handler_id: 'stripe_spt', selected: true, credential };
    expect(shop.sent(0)).toMatchObject({
      path: '/ucp/checkout-sessions/chk_1/complete',
      body: { payment: { instruments: [instrument] } },
    });
    const receipt =
      '{"items":[{"id":"item-m","quantity":1}],"order":"SB-77","retailer":"https://shop.example/ucp/","session":"chk_1","total":{"amount":18000,"currency":"usd"}}';
    expect(first).toEqual({
      kind: 'succeeded',
      orderNumber: 'SB-77',
      placedAt: null,
      receipt,
      sha256: createHash('sha256').update(receipt).digest('hex'),
      total: { amount: 18_000, currency: 'usd' },
      url: order.permalink_url,
    });
  });

  it('names one instrument in the older version, and the token in a field of its own where the shop wants that', async () => {
    const { shop, client } = given({ version: OLD, quirks: ['token-field'] });
    shop.says(200, session({ status: 'completed', order }, OLD));
    expect(await client.buy(aTokenPurchase('a:1', 'chk_1', 'h'), soon())).toMatchObject({ kind: 'succeeded' });
    expect(shop.sent(0).body).toMatchObject({
      payment_data: { handler_id: 'h', credential: { token: 'spt_1', authorization: 'spt_1' } },
    });
  });

  it("keeps the shop's signature beside the receipt", async () => {
    const { shop, client } = given();
    const headers = { signature: 'sig1=:AA==:', 'signature-input': 'sig1=("@status");keyid="k"', other: 'x' };
    shop.says(200, session({ status: 'completed', order }), headers);
    const sold = await client.buy(aTokenPurchase('a:1', 'chk_1', 'stripe_spt'), soon());
    const signature = '{"signature":"sig1=:AA==:","signature-input":"sig1=(\\"@status\\");keyid=\\"k\\""}';
    expect(sold).toMatchObject({ kind: 'succeeded', signature });
  });

  it.each([
    ['completed without an order', session({ status: 'completed' })],
    ['completed with an order without a number', session({ status: 'completed', order: { id: 7 } })],
  ])('names no order when it is %s', async (_, body) => {
    expect(await buying(200, body)).toEqual({ kind: 'unknown', cause: 'no-order' });
  });

  it.each([
    ['another session', session({ id: 'chk_2', status: 'completed', order })],
    ['another item', session({ status: 'completed', order, line_items: [] })],
    ['an unreadable total', session({ status: 'completed', order, totals: [] })],
    ['still ready, and no word why', session()],
    ['no JSON', 'OK'],
  ])('is unknown when the answer is %s', async (_, body) => {
    expect(await buying(200, body)).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it.each([
    [200, 'of a ready session', session(error('payment_failed')), 'declined', false],
    [200, 'of an incomplete session', session({ status: 'incomplete', ...error('out_of_stock') }), 'sold-out', false],
    [200, 'of a canceled session', session({ status: 'canceled' }), 'closed', true],
    [402, 'and a code', { code: 'INSUFFICIENT_FUNDS', detail: 'x' }, 'declined', false],
    [403, 'and a code', { code: 'FRAUD_DETECTED', detail: 'x' }, 'declined', false],
    [409, 'and a code', { code: 'OUT_OF_STOCK', detail: 'x' }, 'sold-out', false],
    [410, 'and a code', { messages: [{ type: 'error', code: 'out_of_stock' }] }, 'sold-out', false],
    [500, 'and a code', { messages: [{ type: 'error', code: 'out_of_stock' }] }, 'sold-out', false],
  ])('is refused by a %i %s', async (status, _, body, reason, retryable) => {
    expect(await buying(status, body)).toEqual({ kind: 'refused', reason, retryable });
  });

  it.each([
    [500, { messages: [{ type: 'error', code: 'checkout_failed', content: 'Not enough inventory' }] }, 'server-error'],
    [410, { code: 'gone' }, 'rejected'],
    [403, { code: 'forbidden' }, 'unauthorized'],
    [404, { code: 'not_found' }, 'rejected'],
    [409, { code: 'CHECKOUT_NOT_MODIFIABLE' }, 'reference-conflict'],
    [422, { messages: [{ type: 'error', code: 'idempotency_conflict' }] }, 'reference-conflict'],
    [409, { messages: [{ type: 'error', code: 'idempotency_in_flight' }] }, 'in-progress'],
    [422, {}, 'rejected'],
    [503, {}, 'busy'],
    [302, {}, 'rejected'],
  ])('is unknown after a %i: %j', async (status, body, cause) => {
    expect(await buying(status, body)).toEqual({ kind: 'unknown', cause });
  });

  it('reads what one shop means by 410 and 422 as its record tolerates it', async () => {
    const soldOut = { kind: 'refused', reason: 'sold-out', retryable: false };
    expect(await buying(410, { code: 'session_canceled' }, ['gone-is-sold-out'])).toEqual(soldOut);
    const conflict = { kind: 'unknown', cause: 'reference-conflict' };
    expect(await buying(422, {}, ['changed-is-422'])).toEqual(conflict);
  });

  it('is known as never sent where nobody listens', async () => {
    const place = createServer().listen(0, '127.0.0.1');
    await once(place, 'listening');
    const { port } = place.address() as AddressInfo;
    place.close();
    await once(place, 'close');
    const { client } = given({ send: pooled(`http://127.0.0.1:${port}`) });
    const answer = await client.buy(aTokenPurchase('a:1', 'chk_1', 'stripe_spt'), soon());
    expect(answer).toEqual({ kind: 'unknown', cause: 'connection', isUnsent: true });
  });

  it('is made only of what was prepared, and never with a card', async () => {
    const { client } = given();
    const purchase = aTokenPurchase('a:1', 'chk_1', 'stripe_spt');
    const { session: _, ...unprepared } = purchase;
    await expect(client.buy(unprepared, soon())).rejects.toThrow('completes what was prepared');
  });
});

describe('a session is looked up', () => {
  it.each([
    ['completed', 200, session({ status: 'completed', order }), { kind: 'succeeded', orderNumber: 'SB-77' }],
    [
      'completed and sent',
      200,
      session({ status: 'completed', order: { ...order, fulfillment: { events: [{ tracking_number: '1Z-77' }] } } }),
      { kind: 'succeeded', url: order.permalink_url, tracking: { number: '1Z-77' } },
    ],
    ['ready', 200, session(), { kind: 'never-seen' }],
    ['incomplete', 200, session({ status: 'incomplete', ...error('out_of_stock') }), { kind: 'never-seen' }],
    ['canceled', 200, session({ status: 'canceled' }), { kind: 'ended' }],
    ['running', 200, session({ status: 'complete_in_progress' }), { kind: 'in-progress' }],
    ['completed without an order', 200, session({ status: 'completed' }), { kind: 'unknown', cause: 'no-order' }],
    ['not found', 404, { code: 'not_found' }, { kind: 'ended' }],
    ['not found, in no words of the protocol', 404, 'Not found', { kind: 'unknown', cause: 'rejected' }],
  ])('%s', async (_, status, body, expected) => {
    const { shop, client } = given();
    shop.says(status, body);
    expect(await client.lookUp({ reference: 'a:1', session: 'chk_1' }, soon())).toMatchObject(expected);
    expect(shop.sent(0)).toEqual({ method: 'GET', path: '/ucp/checkout-sessions/chk_1', key: undefined });
  });
});

describe('a session is closed', () => {
  const closing = async (...answers: [number, unknown][]) => {
    const { shop, client } = given();
    for (const [status, body] of answers) shop.says(status, body);
    return client.close({ reference: 'a:1', session: 'chk_1' }, soon());
  };

  it('by its word, which proves nothing', async () => {
    const bare = { ucp: { version: NEW }, id: 'chk_1', status: 'canceled', currency: null, line_items: [], totals: [] };
    expect(await closing([200, bare])).toEqual({ kind: 'ended' });
    expect(await given().client.close({ reference: 'a:1' }, soon())).toEqual({ kind: 'ended' });
  });

  it('or turns out to be an order, when the shop does not allow it', async () => {
    const sold = session({ status: 'completed', order });
    expect(await closing([409, { code: 'already_completed' }], [200, sold])).toMatchObject({ kind: 'succeeded' });
    expect(await closing([200, sold])).toMatchObject({ kind: 'succeeded' });
  });

  it('or is unknown, when it stays open or says nothing', async () => {
    expect(await closing([409, { code: 'invalid_state' }], [200, session()])).toEqual({
      kind: 'unknown',
      cause: 'rejected',
    });
    expect(await closing([500, {}])).toEqual({ kind: 'unknown', cause: 'server-error' });
    expect(await closing()).toEqual({ kind: 'unknown', cause: 'connection' });
    expect(await buying(200, session({ status: 'complete_in_progress' }))).toEqual({
      kind: 'unknown',
      cause: 'in-progress',
    });
  });
});

describe('the catalogue', () => {
  const items = ['s', 'm', 'l'].map((size) => ({ size: size as 's', style: 'Forest', itemId: `item-${size}` }));
  const question = { productId: 'forest-jacket', styles: ['Forest'], items };
  const variants = [
    { id: 'item-s', availability: { available: false } },
    { id: 'item-m', availability: { available: true } },
  ];

  it('tells which items can be bought', async () => {
    const { shop, client } = given();
    shop.says(200, { ucp: { version: NEW }, products: [{ id: 'p', title: 'Forest Jacket', variants }] });
    expect(await client.listing(question, soon())).toEqual({
      kind: 'listed',
      productId: 'forest-jacket',
      title: 'Forest Jacket',
      opensAt: null,
      stock: [0, 1, 0].map((quantity, nth) => ({ size: items[nth]?.size, style: 'Forest', quantity })),
    });
    expect(shop.sent(0)).toEqual({
      method: 'POST',
      path: '/ucp/catalog/lookup',
      key: undefined,
      body: { ids: ['item-s', 'item-m', 'item-l'] },
    });
  });

  it('tells the variants of a product of which no item is named', async () => {
    const { shop, client } = given();
    const options = [{ name: 'Size', label: 'M' }, { name: 'Colour' }];
    const named = [...variants, { id: 'item-l', title: 'Large', options }, { title: 'without an id' }];
    shop
      .says(200, { ucp: { version: NEW }, product: { id: 'p', title: 'Forest Jacket', variants: named } })
      .says(200, { ucp: { version: NEW, status: 'error' }, ...error('not_found') })
      .says(404, {});
    const query = { productId: 'forest-jacket', styles: ['Forest'] };
    expect(await client.listing(query, soon())).toMatchObject({
      kind: 'listed',
      stock: [],
      variants: [
        { itemId: 'item-s', title: 'item-s', labels: [], available: false },
        { itemId: 'item-m', available: true },
        { itemId: 'item-l', title: 'Large', labels: ['M'], available: true },
      ],
    });
    expect(shop.sent(0)).toMatchObject({ path: '/ucp/catalog/product', body: { id: 'forest-jacket' } });
    expect(await client.listing(query, soon())).toEqual({ kind: 'no-such-product' });
    expect(await client.listing(query, soon())).toEqual({ kind: 'no-such-product' });
  });

  it('knows none of them, cannot be read, or is lacking', async () => {
    const { shop, client } = given();
    shop
      .says(200, { ucp: { version: NEW }, products: [] })
      .says(200, {})
      .says(429, {}, { 'retry-after': '2' });
    expect(await client.listing(question, soon())).toEqual({ kind: 'no-such-product' });
    expect(await client.listing(question, soon())).toEqual({ kind: 'unknown', cause: 'malformed' });
    expect(await client.listing(question, soon())).toEqual({ kind: 'unknown', cause: 'busy', retryAfterMs: 2_000 });
    expect(await given({ version: OLD }).client.listing(question, soon())).toEqual({ kind: 'lacking' });
  });
});
