import { PERSONAL } from '@supreme-access/test/fixtures/retailer.js';
import {
  acpCheckout,
  acpOption,
  acpPayment,
  ITEM,
  ShopDoors,
  ucpPayment,
} from '@supreme-access/test/fixtures/shop-doors.js';

let shop: ShopDoors;
beforeEach(() => {
  shop = new ShopDoors();
});
const created = (key = 'create-1') => shop.acp('POST', '/checkout_sessions', acpCheckout(), { key });
const prepared = async (key?: string) => {
  const path = `/checkout_sessions/${(await created(key))?.body.id}`;
  await shop.acp('POST', path, acpOption('standard'), { key: 'update' });
  return path;
};
const complete = (path: string, token = 'spt_1', key = 'complete') =>
  shop.acp('POST', `${path}/complete`, acpPayment(token), { key });

describe('discovery over ACP', () => {
  it('names the versions, oldest first, and where the calls go', async () => {
    expect((await shop.acp('GET', '/.well-known/acp.json'))?.body).toMatchObject({
      protocol: { name: 'acp', version: '2026-04-17', supported_versions: ['2026-01-30', '2026-04-17'] },
      api_base_url: 'http://shop.test/acp',
      transports: ['rest'],
      capabilities: { services: ['checkout', 'orders'] },
    });
  });

  it('refuses a version it does not speak, and names those it speaks', async () => {
    const refused = await shop.acp('POST', '/checkout_sessions', acpCheckout(), { version: '2025-09-29', key: 'k' });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'unsupported_api_version', supported_versions: ['2026-01-30', '2026-04-17'] },
    });
  });
});

describe.each(['2026-01-30', '2026-04-17'])('a checkout over ACP %s', (version) => {
  it('goes from a line to a paid order, with totals that add up', async () => {
    const start = { line_items: [{ id: ITEM }], currency: 'usd', capabilities: {} };
    const made = await shop.acp('POST', '/checkout_sessions', start, { key: 'k1', version });
    expect(made).toMatchObject({ status: 201, body: { status: 'not_ready_for_payment', protocol: { version } } });
    const { config } = made?.body.capabilities.payment.handlers[0] ?? {};
    expect(config).toEqual({ merchant_id: 'profile_spec', psp: 'stripe' });
    const path = `/checkout_sessions/${made?.body.id}`;

    const { buyer, fulfillment_details } = acpCheckout();
    const addressed = await shop.acp('POST', path, { buyer, fulfillment_details }, { key: 'k2', version });
    expect(addressed?.body.fulfillment_options.map(({ id }: { id: string }) => id)).toEqual(['standard', 'fast']);
    const chosen = await shop.acp('POST', path, acpOption('fast'), { key: 'k3', version });
    expect(chosen?.body).toMatchObject({ status: 'ready_for_payment', messages: [] });
    const amounts = chosen?.body.totals.map(({ type, amount }: { type: string; amount: number }) => [type, amount]);
    expect(amounts).toEqual([
      ['items_base_amount', 16_800],
      ['subtotal', 16_800],
      ['fulfillment', 2_500],
      ['tax', 1_344],
      ['total', 20_644],
    ]);

    const done = await shop.acp('POST', `${path}/complete`, acpPayment('spt_1'), { key: 'k4', version });
    const order = { id: 'SBX-000001', checkout_session_id: made?.body.id };
    expect(done).toMatchObject({ status: 200, body: { status: 'completed', order } });
    expect(shop.sales).toMatchObject([{ session: { door: 'acp', total: { amount: 20_644 }, payment: 'pi_1' } }]);
    expect((await shop.acp('GET', '/orders/SBX-000001', undefined, { version }))?.body).toMatchObject(order);
  });
});

describe('a session over ACP', () => {
  it('wants a key on each POST', async () => {
    const refused = await shop.acp('POST', '/checkout_sessions', acpCheckout());
    expect(refused).toMatchObject({ status: 400, body: { type: 'invalid_request', code: 'idempotency_key_required' } });
  });

  it('repeats an answer for equal JSON under the same key, and refuses other JSON', async () => {
    const path = await prepared();
    const first = await complete(path);
    const { payment_data } = acpPayment('spt_1') as { payment_data: { handler_id: string; instrument: unknown } };
    const turned = { payment_data: { instrument: payment_data.instrument, handler_id: payment_data.handler_id } };
    shop.restart();
    const again = await shop.acp('POST', `${path}/complete`, turned, { key: 'complete' });
    expect(again?.body).toEqual(first?.body);
    expect(again?.headers['idempotent-replayed']).toBe('true');
    expect(await complete(path, 'spt_2')).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
    expect(shop.captures).toHaveLength(1);
  });

  it('answers 409 to a copy of what is under way', async () => {
    const path = await prepared();
    const copies = await Promise.all([complete(path), complete(path)]);
    expect(copies.map((one) => one?.status)).toEqual([200, 409]);
    expect(copies[1]).toMatchObject({ body: { code: 'idempotency_in_flight' }, headers: { 'retry-after': '1' } });
    expect(shop.sales).toHaveLength(1);
  });

  it('takes a key as new after 24 hours', async () => {
    const first = await created();
    expect((await created())?.body.id).toBe(first?.body.id);
    shop.now += 24 * 60 * 60 * 1_000;
    expect((await created())?.body.id).not.toBe(first?.body.id);
  });

  it('says what is lacking, and that a piece is gone', async () => {
    await shop.till.setProduct('forest-jacket', { stock: [] });
    expect((await created())?.body).toMatchObject({
      status: 'not_ready_for_payment',
      line_items: [{ availability_status: 'out_of_stock' }],
      messages: [{ code: 'missing' }, { code: 'out_of_stock', resolution: 'recoverable' }],
    });
  });

  it('refuses a card number, and an item that it does not know', async () => {
    const path = await prepared();
    expect(await complete(path, '4242 4242 4242 4242')).toMatchObject({ body: { code: 'card_number_refused' } });
    const unknown = await shop.acp('POST', '/checkout_sessions', acpCheckout('nothing'), { key: 'n' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_item_id' } });
  });

  it('stays ready after a declined payment, and answers it again under the same key', async () => {
    const path = await prepared();
    shop.payments.push({ kind: 'declined' });
    const refused = await complete(path);
    expect(refused?.body).toMatchObject({ status: 'ready_for_payment', messages: [{ code: 'payment_declined' }] });
    expect((await complete(path))?.body).toEqual(refused?.body);
    expect((await complete(path, 'spt_2', 'other'))?.body.status).toBe('completed');
  });

  it('is canceled once, and neither after its sale nor after its end', async () => {
    const path = await prepared();
    const cancel = (of: string, key: string) => shop.acp('POST', `${of}/cancel`, {}, { key });
    expect((await cancel(path, 'x'))?.body.status).toBe('canceled');
    expect((await cancel(path, 'y'))?.status).toBe(405);
    const sold = await prepared('create-2');
    await complete(sold, 'spt_2', 'c2');
    expect((await cancel(sold, 'z'))?.status).toBe(405);
    const old = await prepared('create-3');
    shop.now += 3_600_000;
    expect((await shop.acp('GET', old))?.body.status).toBe('expired');
    expect((await complete(old, 'spt_3', 'c3'))?.body.status).toBe('expired');
    expect(shop.sales).toHaveLength(1);
  });

  it('is none of the other door', async () => {
    const path = await prepared();
    const id = path.split('/').at(-1);
    expect((await shop.ucp('GET', `/checkout-sessions/${id}`))?.status).toBe(404);
    expect((await shop.ucp('POST', `/checkout-sessions/${id}/complete`, ucpPayment('spt_1')))?.status).toBe(404);
    expect(shop.sales).toEqual([]);
  });

  it('leaves nothing of the person in the ledger', async () => {
    await complete(await prepared(), 'spt_secret');
    for (const secret of [...PERSONAL, 'spt_secret']) expect(JSON.stringify(shop.entries)).not.toContain(secret);
  });
});
