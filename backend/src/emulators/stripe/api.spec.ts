import { ask, Bench, chargedIntent, refusal, savedCard, sdk } from '@supreme-access/test/fixtures/emulator.js';
import type Stripe from 'stripe';
import type { StripeEmulator } from './stripe-emulator.js';

const bench = new Bench();
let emulator: StripeEmulator;
let stripe: Stripe;
let now = Date.parse('2030-01-01T00:00:00Z');
beforeEach(async () => {
  emulator = await bench.start({ now: () => now });
  stripe = sdk(emulator.url);
});
afterEach(() => bench.close());

const fault = (kind: string, more: object = {}) => ask(emulator.url, 'POST', '/emulator/faults', { kind, ...more });
const faults = async () => (await ask<{ faults: object[] }>(emulator.url, 'GET', '/emulator/faults')).faults;
const create = (amount: number, idempotencyKey: string) =>
  stripe.paymentIntents.create({ amount, currency: 'usd', metadata: { orderId: 'o-1' } }, { idempotencyKey });
const intents = async () => (await stripe.paymentIntents.list({ limit: 100 })).data;
async function readyIntent() {
  const card = await savedCard(stripe, '4242424242424242');
  return stripe.paymentIntents.create({ amount: 2_000, currency: 'usd', ...card });
}
const charges = async (payment_intent: string) => (await stripe.charges.list({ payment_intent })).data;

describe('a caller', () => {
  it('is known by its key', async () => {
    const error = await refusal(sdk(emulator.url, { key: 'sk_test_other' }).customers.create({}));
    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    for (const path of ['/v1/customers', '/emulator/ledger', '/emulator/faults']) {
      expect((await fetch(`${emulator.url}${path}`)).status).toBe(401);
    }
  });

  it('gets an error object for a route that is not emulated', async () => {
    expect(await refusal(stripe.products.list())).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL'),
    });
    const response = await fetch(`${emulator.url}/v1/payment_intents/pi_1`, {
      method: 'PUT',
      body: 'x'.repeat(300_000),
      headers: { authorization: 'Bearer x' },
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('an idempotency key', () => {
  it('replays the first answer, byte for byte, and says so', async () => {
    const first = await create(500, 'key-1');
    const again = await create(500, 'key-1');
    expect(again).toEqual(first);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await intents()).toHaveLength(1);
  });

  it('replays a decline too', async () => {
    const { customer, payment_method } = await savedCard(stripe, '4000000000000002');
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer });
    const confirm = () => stripe.paymentIntents.confirm(intent.id, { payment_method }, { idempotencyKey: 'fee' });
    const [first, again] = [await refusal(confirm()), await refusal(confirm())];
    expect(again.charge).toBe(first.charge);
    expect(await charges(intent.id)).toHaveLength(1);
  });

  it('is refused with other parameters or on another path', async () => {
    await create(500, 'key-1');
    expect(await refusal(create(501, 'key-1'))).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const elsewhere = refusal(stripe.customers.create({}, { idempotencyKey: 'key-1' }));
    expect(await elsewhere).toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('stays free when the parameters were refused', async () => {
    expect(await refusal(create(1, 'key-1'))).toMatchObject({ code: 'amount_too_small' });
    expect(await create(500, 'key-1')).toMatchObject({ amount: 500 });
  });

  it('is in use while its request is under way', async () => {
    await fault('delay', { delayMs: 1_000 });
    const both = await Promise.allSettled([create(500, 'key-1'), create(500, 'key-1')]);
    const refused = both.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } });
    const made = both.find(({ status }) => status === 'fulfilled');
    expect(made).toMatchObject({ value: { id: (await create(500, 'key-1')).id } });
  });

  it('lets a hundred concurrent confirms charge once', async () => {
    const { id } = await readyIntent();
    const patient = sdk(emulator.url, { retries: 5 });
    const confirm = () => patient.paymentIntents.confirm(id, {}, { idempotencyKey: 'fee' });
    const answers = await Promise.all(Array.from({ length: 100 }, confirm));
    expect(new Set(answers.map(({ latest_charge }) => latest_charge)).size).toBe(1);
    expect(await charges(id)).toHaveLength(1);
  });

  it('is forgotten after a day', async () => {
    const first = await create(500, 'key-1');
    now += 24 * 3_600_000 + 1;
    expect((await create(700, 'key-1')).id).not.toBe(first.id);
  });
});

describe('ordered faults', () => {
  it('lose the answer after the money has moved; the same key then finds the one charge', async () => {
    const { id } = await readyIntent();
    await fault('lose-answer', { path: '/confirm', times: 2 });
    const confirm = () => stripe.paymentIntents.confirm(id, {}, { idempotencyKey: 'fee' });
    expect(await refusal(confirm())).toMatchObject({ type: 'StripeConnectionError' });
    expect(await confirm()).toMatchObject({ status: 'succeeded' });
    expect(await charges(id)).toHaveLength(1);
  });

  it('fail before execution, and leave the key free', async () => {
    await fault('error-before', { path: '/v1/payment_intents' });
    expect(await refusal(create(500, 'key-1'))).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(await intents()).toEqual([]);
    await create(500, 'key-1');
    expect(await intents()).toHaveLength(1);
  });

  it('fail after execution, and the key answers 500 from then on', async () => {
    await fault('error-after');
    expect(await refusal(create(500, 'key-1'))).toMatchObject({ statusCode: 500 });
    expect(await refusal(create(500, 'key-1'))).toMatchObject({ statusCode: 500 });
    expect(await intents()).toHaveLength(1);
  });

  it('strike only what they name, as often as they say, until they are cleared', async () => {
    await fault('error-before', { metadata: { orderId: 'o-2' }, method: 'POST', times: 3 });
    await create(500, 'key-1');
    const other = () => stripe.paymentIntents.create({ amount: 500, currency: 'usd', metadata: { orderId: 'o-2' } });
    expect(await refusal(other())).toMatchObject({ statusCode: 500 });
    expect(await faults()).toMatchObject([{ times: 2 }]);
    await ask(emulator.url, 'DELETE', '/emulator/faults');
    const { id } = await other();
    await fault('error-before', { metadata: { orderId: 'o-2' } });
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({ statusCode: 500 });
    await expect(fault('banana')).rejects.toThrow('400');
  });
});

describe('the ledger for audits', () => {
  it('lists every movement of money with our ids', async () => {
    const card = await savedCard(stripe, '4242424242424242');
    const metadata = { orderId: 'o-1' };
    const intent = await stripe.paymentIntents.create({
      amount: 2_000,
      currency: 'usd',
      ...card,
      metadata,
      confirm: true,
    });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 300, metadata: { refundId: 'r-1' } });
    await refusal(chargedIntent(stripe, '4000000000000002'));
    const ledger = await ask<Record<string, object[]>>(emulator.url, 'GET', '/emulator/ledger');
    expect(ledger.intents).toMatchObject([
      { id: intent.id, status: 'succeeded', metadata },
      { status: 'requires_payment_method' },
    ]);
    expect(ledger.charges).toMatchObject([
      { payment_intent: intent.id, amount: 2_000, amount_refunded: 300, status: 'succeeded', metadata },
      { status: 'failed', failure_code: 'card_declined' },
    ]);
    expect(ledger.refunds).toMatchObject([{ amount: 300, status: 'succeeded', metadata: { refundId: 'r-1' } }]);
  });
});

it('events can be listed by type and read', async () => {
  const intent = await chargedIntent(stripe, '4242424242424242');
  const { data } = await stripe.events.list({ type: 'payment_intent.succeeded' });
  expect(data).toMatchObject([
    { type: 'payment_intent.succeeded', livemode: false, data: { object: { id: intent.id } } },
  ]);
  expect(await stripe.events.retrieve(data[0]?.id ?? '')).toEqual(data[0]);
  expect(await refusal(stripe.events.retrieve('evt_none'))).toMatchObject({ code: 'resource_missing' });
});
