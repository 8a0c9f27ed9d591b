import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import { aPreparation, aTokenPurchase, LINE, ScriptedShop } from '@supreme-access/test/fixtures/shop-answers.js';
import { AcpRetailer } from './acp-retailer.js';

const soon = () => AbortSignal.timeout(10_000);
const NEW = '2026-04-17';
const row = (type: string, amount: number) => ({ type, display_text: type, amount });
const totals = [row('subtotal', 16_800), row('fulfillment', 900), row('tax', 300), row('total', 18_000)];
const options = [
  { type: 'pickup', id: 'shop', title: 'Shop', totals: [row('total', 0)] },
  { type: 'shipping', id: 'standard', title: 'Standard', totals: [row('total', 900)] },
];
const line = { id: 'li_1', item: { id: LINE.itemId }, quantity: 1, totals: [] };

function session(change: Record<string, unknown> = {}, version = NEW) {
  return {
    id: 'cs_1',
    protocol: { version },
    capabilities: {
      payment: {
        handlers: [
          { id: 'gpay', psp: 'adyen' },
          { id: 'card_tokenized', psp: 'stripe' },
        ],
      },
    },
    status: 'ready_for_payment',
    currency: 'usd',
    line_items: [line],
    fulfillment_options: options,
    selected_fulfillment_options: [{ type: 'shipping', option_id: 'standard', item_ids: [LINE.itemId] }],
    totals,
    messages: [],
    links: [],
    ...change,
  };
}
const order = { id: 'SB-77', checkout_session_id: 'cs_1', permalink_url: 'https://shop.example/orders/77' };

function given(version = NEW, quirks: Quirk[] = []) {
  const shop = new ScriptedShop();
  const rest = { key: 'spec-key', shipping: 'cheapest', seller: 'profile_1', quirks } as const;
  return { shop, client: new AcpRetailer({ baseUrl: 'https://shop.example/acp', version, send: shop.send, ...rest }) };
}
const buying = (status: number, body: unknown) => {
  const { shop, client } = given();
  shop.says(status, body);
  return client.buy(aTokenPurchase('a:1', 'cs_1', 'card_tokenized'), soon());
};

it('refuses a version that nobody wrote a reader for by its name', () => {
  expect(() => given('2025-09-29')).toThrow('ACP 2025-09-29 cannot be read');
});

describe.each([NEW, '2026-01-30'])('over ACP %s', (version) => {
  it('a session is prepared with item, buyer, address and option, and completed by the token', async () => {
    const { shop, client } = given(version);
    shop.says(201, session({ status: 'not_ready_for_payment', selected_fulfillment_options: [] }, version));
    shop.says(200, session({}, version));
    expect(await client.prepare(aPreparation(), soon())).toEqual({
      kind: 'prepared',
      session: 'cs_1',
      total: { amount: 18_000, currency: 'usd' },
      seller: 'profile_1',
      handler: 'card_tokenized',
      expiresAt: null,
    });
    expect(shop.calls[0]?.headers).toMatchObject({ authorization: 'Bearer spec-key', 'api-version': version });
    expect(shop.sent(0)).toMatchObject({
      path: '/acp/checkout_sessions',
      body: {
        line_items: [{ id: 'item-m' }],
        currency: 'usd',
        capabilities: {},
        buyer: { email: 'ada@example.org' },
        fulfillment_details: { name: 'Ada Quimby', address: { line_one: '17 Larch Row', postal_code: '97201' } },
      },
    });
    const selected = [{ type: 'shipping', option_id: 'standard', item_ids: ['item-m'] }];
    const update = { method: 'POST', path: '/acp/checkout_sessions/cs_1' };
    expect(shop.sent(1)).toMatchObject({ ...update, body: { selected_fulfillment_options: selected } });

    shop.says(200, session({ status: 'completed', order }, version)).says(200, {});
    await client.lookUp({ reference: 'a:1', session: 'cs_1' }, soon());
    const sold = await client.buy(aTokenPurchase('a:1', 'cs_1', 'card_tokenized'), soon());
    const completed = { handler_id: 'card_tokenized', instrument: { credential: { type: 'spt', token: 'spt_1' } } };
    expect(shop.sent(3)).toMatchObject({ body: { payment_data: completed } });
    expect(sold).toMatchObject({ kind: 'succeeded', orderNumber: 'SB-77', total: { amount: 18_000 } });
  });
});

it('names option and token in the fields that one shop wants', async () => {
  const { shop, client } = given(NEW, ['option-field', 'token-field']);
  shop.says(201, session({ selected_fulfillment_options: [] }));
  await client.prepare(aPreparation(), soon());
  await client.buy(aTokenPurchase('a:1', 'cs_1', 'card_tokenized'), soon());
  const selected = [{ fulfillment_option_id: 'standard' }];
  expect(shop.sent(1)).toMatchObject({ body: { selected_fulfillment_options: selected } });
  const credential = { token: 'spt_1', authorization: 'spt_1' };
  expect(shop.calls.at(-1)?.body).toContain(JSON.stringify(credential).slice(1, -1));
});

describe('totals', () => {
  const preparing = async (rows: object[], version = NEW) => {
    const { shop, client } = given(version);
    shop.says(201, session({ totals: rows }, version));
    return (await client.prepare(aPreparation(), soon())).kind;
  };

  it.each([
    ['a discount below the subtotal', [row('subtotal', 5_000), row('discount', 1_000), row('total', 4_000)]],
    ['a negative one', [row('subtotal', 5_000), row('discount', -1_000), row('total', 4_000)]],
    [
      'one above it',
      [
        row('items_base_amount', 1_100),
        row('discount', 50),
        row('subtotal', 1_050),
        row('tax', 105),
        row('total', 1_155),
      ],
    ],
    [
      'discounted items',
      [row('items_base_amount', 9_000), row('items_discount', 500), row('subtotal', 8_500), row('total', 8_500)],
    ],
    ['store credit', [row('subtotal', 5_000), row('store_credit', 500), row('fee', 100), row('total', 4_600)]],
  ])('add up with %s', async (_, rows) => {
    expect(await preparing(rows)).toBe('prepared');
  });

  it.each([
    ['a surcharge that no row tells', [row('subtotal', 5_000), row('total', 5_001)]],
    ['a discount counted twice', [row('subtotal', 5_000), row('discount', 500), row('total', 4_000)]],
    ['a type nobody knows', [row('subtotal', 5_000), row('levy', 0), row('total', 5_000)]],
    ['no subtotal', [row('items_base_amount', 5_000), row('total', 5_000)]],
  ])('are unreadable with %s', async (_, rows) => {
    expect(await preparing(rows)).toBe('unknown');
  });

  it('know refunded amounts since 2026-04-17', async () => {
    const rows = [...totals, row('amount_refunded', 0)];
    expect([await preparing(rows), await preparing(rows, '2026-01-30')]).toEqual(['prepared', 'unknown']);
  });
});

describe('an answer', () => {
  it.each([
    ['of another version', session({ status: 'completed', order }, '2026-01-30')],
    ['of a status nobody knows', session({ status: 'paid', order })],
  ])('%s is unknown', async (_, body) => {
    expect(await buying(200, body)).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it('tells the parcel of an order that was sent already', async () => {
    const { shop, client } = given(NEW);
    const sent = { ...order, fulfillments: [{ tracking_number: '1Z-77', carrier: 'UPS' }] };
    shop.says(200, session({ status: 'completed', order: sent }));
    const found = await client.lookUp({ reference: 'a:1', session: 'cs_1' }, soon());
    expect(found).toMatchObject({ kind: 'succeeded', tracking: { number: '1Z-77', carrier: 'UPS' } });
  });

  it('with the order of another session names none', async () => {
    const body = session({ status: 'completed', order: { ...order, checkout_session_id: 'cs_2' } });
    expect(await buying(200, body)).toEqual({ kind: 'unknown', cause: 'no-order' });
  });

  it.each([
    [400, { type: 'invalid_request', code: 'out_of_stock', message: 'x' }, { reason: 'sold-out', retryable: false }],
    [
      402,
      { type: 'processing_error', code: 'payment_declined', message: 'x' },
      { reason: 'declined', retryable: false },
    ],
    [410, { type: 'invalid_request', code: 'expired', message: 'x' }, { reason: 'closed', retryable: true }],
  ])('%i is refused by its code', async (status, body, refusal) => {
    expect(await buying(status, body)).toEqual({ kind: 'refused', ...refusal });
  });

  it.each([
    [422, { code: 'idempotency_conflict' }, { cause: 'reference-conflict' }],
    [409, { code: 'idempotency_in_flight' }, { cause: 'in-progress' }],
    [409, { code: 'conflict' }, { cause: 'rejected' }],
    [500, { code: 'checkout_failed' }, { cause: 'server-error' }],
  ])('%i %j is unknown', async (status, body, unknown) => {
    expect(await buying(status, body)).toEqual({ kind: 'unknown', ...unknown });
  });

  it.each(['requires_escalation', 'authentication_required', 'pending_approval'])(
    '%s wants the person',
    async (status) => {
      const url = 'https://shop.example/continue/1';
      const escalated = { kind: 'escalated', url, expiresAt: null };
      expect(await buying(200, session({ status, continue_url: url }))).toEqual(escalated);
      expect(await buying(200, session({ status }))).toMatchObject({ kind: 'refused', reason: 'other: person-wanted' });
    },
  );

  it('about a sale that has not begun is worth another try', async () => {
    const { shop, client } = given();
    const messages = [{ type: 'error', code: 'unsupported' }];
    const early = { ...line, availability_status: 'pre_order' };
    shop.says(201, session({ status: 'not_ready_for_payment', line_items: [early], messages }));
    expect(await client.prepare(aPreparation(), soon())).toEqual({
      kind: 'unavailable',
      reason: 'not-open',
      retryable: true,
    });
  });

  it('about a line that is out of stock lets the next item follow, whether or not a message says so', async () => {
    const { shop, client } = given();
    const gone = { ...line, availability_status: 'out_of_stock' };
    shop.says(201, session({ status: 'not_ready_for_payment', line_items: [gone], messages: [] }));
    expect(await client.prepare(aPreparation(), soon())).toMatchObject({ kind: 'unavailable', reason: 'sold-out' });
  });

  it.each(['canceled', 'expired'])('%s proves nothing', async (status) => {
    const { shop, client } = given();
    shop.says(200, session({ status }));
    expect(await client.lookUp({ reference: 'a:1', session: 'cs_1' }, soon())).toEqual({ kind: 'ended' });
  });
});

it('has no catalogue and keeps no list of sales', async () => {
  const { client } = given();
  expect(await client.listing({ productId: 'forest-jacket', styles: [] }, soon())).toEqual({ kind: 'lacking' });
  expect(await client.sales()).toEqual({ kind: 'lacking' });
});
