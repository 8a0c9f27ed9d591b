import { ask, Bench, paidToSeller, refusal, SELLER, savedCard, sdk } from '@supreme-access/test/fixtures/emulator.js';
import type Stripe from 'stripe';
import { sellerKey } from './seller-accounts.js';
import type { StripeEmulator } from './stripe-emulator.js';

const bench = new Bench();
const START = Date.parse('2030-01-01T00:00:00Z');
const HOUR = 3_600;
let now: number;
let dir: string;
let emulator: StripeEmulator;
let stripe: Stripe;
beforeEach(async () => {
  now = START;
  dir = await bench.dir();
  emulator = await bench.start({ dir, now: () => now });
  stripe = sdk(emulator.url);
});
afterEach(() => bench.close());

const PATH = '/v1/shared_payment/issued_tokens';
const limits = { currency: 'usd', max_amount: 16_800, expires_at: START / 1_000 + HOUR };
const wanted = { seller_details: { network_business_profile: SELLER }, shared_metadata: { reference: 'o-1:1' } };
async function issued(number = '4242424242424242', change: object = {}) {
  const { payment_method } = await savedCard(stripe, number);
  return stripe.rawRequest('POST', PATH, { payment_method, ...wanted, usage_limits: limits, ...change });
}
const read = (id: string) => stripe.rawRequest('GET', `${PATH}/${id}`);
const revoke = (id: string) => stripe.rawRequest('POST', `${PATH}/${id}/revoke`);
const take = (token: string, amount = 16_800, more: object = {}) =>
  paidToSeller(emulator.url, { token, amount, ...more });
const ledger = () => ask<{ tokens: object[]; sellerPayments: object[] }>(emulator.url, 'GET', '/emulator/ledger');

describe('a shared payment token', () => {
  it('is made active for one seller, and that seller alone can read it', async () => {
    const token = await issued();
    expect(token).toMatchObject({
      id: expect.stringMatching(/^spt_/),
      object: 'shared_payment.issued_token',
      status: 'active',
      deactivated_reason: null,
      usage_details: { amount_captured: { currency: 'usd', value: 0 } },
      usage_limits: limits,
      ...wanted,
    });
    expect(await read(token.id)).toMatchObject({ id: token.id, status: 'active' });
    const seen = (seller: string) =>
      sdk(emulator.url, { key: sellerKey(seller) }).rawRequest('GET', `/v1/shared_payment/granted_tokens/${token.id}`);
    const granted = await seen(SELLER);
    expect(granted).toMatchObject({
      object: 'shared_payment.granted_token',
      shared_metadata: { reference: 'o-1:1' },
      payment_method_details: { type: 'card', card: { last4: '4242' } },
    });
    expect(granted).not.toHaveProperty('payment_method');
    expect(await refusal(seen('profile_test_other'))).toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });

  it.each([
    ['an unknown card', { payment_method: 'pm_nothing' }, 'resource_missing'],
    ['no seller', { seller_details: {} }, 'parameter_missing'],
    ['an unknown currency', { usage_limits: { ...limits, currency: 'xxx1' } }, undefined],
    ['no limit', { usage_limits: { ...limits, max_amount: '' } }, 'parameter_missing'],
    ['a limit of nothing', { usage_limits: { ...limits, max_amount: 0 } }, 'parameter_invalid_integer'],
    ['an end in the past', { usage_limits: { ...limits, expires_at: START / 1_000 } }, undefined],
  ])('is not made with %s', async (_, change, code) => {
    expect(await refusal(issued(undefined, change))).toMatchObject({ type: 'StripeInvalidRequestError', code });
    expect((await ledger()).tokens).toEqual([]);
  });

  it('is captured once, at most up to its limit, and is consumed', async () => {
    const { id } = await issued();
    expect(await refusal(take(id, 16_801, { key: 'too-much' }))).toMatchObject({ param: 'amount' });
    const paid = await take(id, 16_000);
    expect(paid).toMatchObject({ object: 'payment_intent', status: 'succeeded', amount_received: 16_000 });
    expect(await take(id, 16_000)).toEqual(paid);
    expect(await refusal(take(id, 800, { key: 'again' }))).toMatchObject({ statusCode: 400 });
    expect(await read(id)).toMatchObject({
      status: 'consumed',
      deactivated_reason: 'consumed',
      usage_details: { amount_captured: { value: 16_000 } },
    });
    expect(await ledger()).toMatchObject({
      intents: [],
      tokens: [{ reference: 'o-1:1', status: 'consumed', captured: 16_000, max_amount: 16_800, seller: SELLER }],
      sellerPayments: [{ token: id, amount: 16_000, status: 'succeeded' }],
    });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it.each([
    ['another seller', { seller: 'profile_test_other' }],
    ['another currency', { currency: 'eur' }],
    ['a hold', { capture_method: 'manual' }],
    ['no confirmation', { confirm: false }],
  ])('is not captured by %s', async (_, change) => {
    const { id } = await issued();
    await refusal(take(id, 16_800, change));
    expect(await read(id)).toMatchObject({ status: 'active', usage_details: { amount_captured: { value: 0 } } });
  });

  it('stays open when the bank declines', async () => {
    const { id } = await issued('4000000000000002');
    expect(await refusal(take(id))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      payment_intent: { status: 'requires_payment_method' },
    });
    expect(await read(id)).toMatchObject({ status: 'active' });
  });

  it('waits for a cardholder who has to authenticate', async () => {
    const { id, status, next_action } = await issued('4000002500003155');
    expect({ status, type: next_action.type }).toEqual({ status: 'requires_action', type: 'use_stripe_sdk' });
    expect(await refusal(take(id))).toMatchObject({ statusCode: 400 });
  });

  it.each<[string, (id: string) => unknown]>([
    ['revoked', revoke],
    ['resolved', (id) => ask(emulator.url, 'POST', `/emulator/issued_tokens/${id}/resolve`)],
    [
      'expired',
      () => {
        now += HOUR * 1_000;
      },
    ],
  ])('%s: it takes no payment any more and keeps its reason', async (reason, end) => {
    const { id } = await issued();
    await end(id);
    expect(await refusal(take(id))).toMatchObject({ statusCode: 400 });
    const ended = await read(id);
    expect(ended).toMatchObject({
      status: reason,
      deactivated_reason: reason,
      deactivated_at: Math.floor(now / 1_000),
    });
    if (reason === 'revoked') expect(await revoke(id)).toMatchObject({ status: 'revoked' });
    else expect(await refusal(revoke(id))).toMatchObject({ statusCode: 400 });
    expect(await read(id)).toEqual(ended);
  });

  it('survives a restart with its capture, and sends no webhook, which would carry its id', async () => {
    const { id } = await issued();
    await take(id);
    const before = await ledger();
    await bench.stop(emulator);
    emulator = await bench.start({ dir, now: () => now });
    expect(await ledger()).toEqual(before);
    const { data } = await sdk(emulator.url).events.list({ limit: 100 });
    expect(JSON.stringify(data)).not.toContain(id);
  });
});

describe('a seller', () => {
  const shop = () => sdk(emulator.url, { key: sellerKey(SELLER) });

  it('has keys of its own, and sees its own payments alone', async () => {
    const [one, other] = [await issued(), await issued()];
    const mine = await take(one.id, 100, { key: 'same' });
    expect(await shop().paymentIntents.retrieve(mine.id)).toMatchObject({ id: mine.id, amount: 100 });
    const theirs = sdk(emulator.url, { key: sellerKey('profile_test_other') });
    expect(await refusal(theirs.paymentIntents.retrieve(mine.id))).toMatchObject({ code: 'resource_missing' });
    expect(await refusal(take(other.id, 100, { key: 'same' }))).toMatchObject({ type: 'StripeIdempotencyError' });
    const customer = await stripe.customers.create({}, { idempotencyKey: 'same' });
    expect(customer.id).toMatch(/^cus_/);
  });

  it('can do nothing in the account of the platform', async () => {
    const { id } = await issued();
    for (const call of [shop().customers.create({}), shop().rawRequest('POST', `${PATH}/${id}/revoke`)]) {
      expect(await refusal(call)).toMatchObject({ statusCode: 404 });
    }
    expect(await refusal(shop().paymentIntents.create({ amount: 100, currency: 'usd' }))).toMatchObject({
      statusCode: 400,
    });
  });
});
