import { answerBank, Bench, chargedIntent, refusal, savedCard, sdk } from '@supreme-access/test/fixtures/emulator.js';
import type Stripe from 'stripe';

const bench = new Bench();
let stripe: Stripe;
beforeEach(async () => {
  stripe = sdk((await bench.start()).url);
});
afterEach(() => bench.close());

const fee = { amount: 2_000, currency: 'usd' };
const offSession = (payment_method: string) => ({ payment_method, off_session: true });

describe('an intent', () => {
  it('waits for a card, then for confirmation, and succeeds with a charge', async () => {
    const { customer, payment_method } = await savedCard(stripe, '4242424242424242');
    const bare = await stripe.paymentIntents.create({ ...fee, customer, metadata: { orderId: 'o-1' } });
    expect(bare).toMatchObject({ status: 'requires_payment_method', latest_charge: null, amount_received: 0 });
    const ready = await stripe.paymentIntents.create({ ...fee, customer, payment_method });
    expect(ready.status).toBe('requires_confirmation');

    const paid = await stripe.paymentIntents.confirm(bare.id, offSession(payment_method));
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2_000, payment_method });
    const charge = await stripe.charges.retrieve(String(paid.latest_charge));
    expect(charge).toMatchObject({ status: 'succeeded', amount: 2_000, payment_intent: bare.id, paid: true });
    expect(charge.metadata).toEqual({ orderId: 'o-1' });
  });

  it.each(['confirm', 'cancel'] as const)('refuses to %s one that has succeeded or was cancelled', async (step) => {
    const paid = await chargedIntent(stripe, '4242424242424242');
    const { customer, payment_method } = await savedCard(stripe, '4242424242424242');
    const open = await stripe.paymentIntents.create({ ...fee, customer, payment_method });
    const cancelled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    for (const { id, status } of [paid, cancelled]) {
      const error = await refusal(stripe.paymentIntents[step](id));
      expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { id, status } });
    }
    expect((await stripe.charges.list({ payment_intent: paid.id })).data).toHaveLength(1);
  });

  it.each([
    ['an amount below the minimum', { amount: 49 }, 'amount_too_small'],
    ['an amount of more than eight digits', { amount: 100_000_000 }, 'amount_too_large'],
    ['a negative amount', { amount: -5 }, 'parameter_invalid_integer'],
    ['a fraction', { amount: 99.5 }, 'parameter_invalid_integer'],
    ['an unknown currency', { currency: 'xxx' }, undefined],
    ['an unknown customer', { customer: 'cus_nobody' }, 'resource_missing'],
    ['an unknown card', { payment_method: 'pm_nothing' }, 'resource_missing'],
    ['a hold on the card', { capture_method: 'manual' as const }, undefined],
    [
      'a return address that is none',
      { payment_method: 'pm_card_visa', confirm: true, return_url: 'x' },
      'url_invalid',
    ],
  ])('refuses %s', async (_, change, code) => {
    const error = await refusal(stripe.paymentIntents.create({ ...fee, ...change }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it('refuses a card of another customer, and a missing card', async () => {
    const mine = await savedCard(stripe, '4242424242424242');
    const theirs = await savedCard(stripe, '4242424242424242');
    const intent = await stripe.paymentIntents.create({ ...fee, customer: mine.customer });
    const foreign = await refusal(stripe.paymentIntents.confirm(intent.id, offSession(theirs.payment_method)));
    expect(foreign.statusCode).toBe(400);
    expect(await refusal(stripe.paymentIntents.confirm(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });
});

describe('a card that is refused', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4000002500003155', 'authentication_required', 'authentication_required'],
  ])('%s: 402 %s (%s), a failed charge, and the intent waits for another card', async (number, code, decline_code) => {
    const { customer, payment_method } = await savedCard(stripe, number);
    const { id } = await stripe.paymentIntents.create({ ...fee, customer });
    const error = await refusal(stripe.paymentIntents.confirm(id, offSession(payment_method)));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code });
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(intent.last_payment_error).toMatchObject({ code, decline_code });
    expect(intent.latest_charge).toMatchObject({ id: error.charge, status: 'failed', failure_code: code });

    const another = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const paid = await stripe.paymentIntents.confirm(id, offSession(another.id));
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });
});

describe('a cardholder who authenticates', () => {
  async function intentRequiringAction(returnUrl?: string) {
    const { customer, payment_method } = await savedCard(stripe, '4000002500003155');
    const intent = await stripe.paymentIntents.create({ ...fee, customer, payment_method });
    return stripe.paymentIntents.confirm(intent.id, { return_url: returnUrl });
  }

  it('is shown the page of the bank, consents, and is sent back', async () => {
    const intent = await intentRequiringAction('https://shop.example.test/back?order=1');
    expect(intent).toMatchObject({ status: 'requires_action', latest_charge: null });
    const url = intent.next_action?.redirect_to_url?.url ?? '';
    const page = await fetch(url);
    expect(await page.text()).toContain('20.00 USD');
    const consented = await answerBank(url, 'complete');
    expect(consented.status).toBe(303);
    const back = new URL(consented.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      order: '1',
      payment_intent: intent.id,
      redirect_status: 'succeeded',
    });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_000,
    });
    await answerBank(url, 'complete');
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it('may fail, and then needs another card', async () => {
    const intent = await intentRequiringAction('https://shop.example.test/back');
    const refused = await answerBank(intent.next_action?.redirect_to_url?.url ?? '', 'fail');
    expect(refused.headers.get('location')).toContain('redirect_status=failed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  it('needs the client secret', async () => {
    const intent = await intentRequiringAction('https://shop.example.test/back');
    const url = new URL(intent.next_action?.redirect_to_url?.url ?? '');
    url.searchParams.set('client_secret', 'guess');
    expect((await fetch(url)).status).toBe(404);
    expect((await answerBank(url.href, 'complete')).status).toBe(404);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
  });
});

describe('lists', () => {
  it('pages newest first, filters by customer, and expands fields on request', async () => {
    const { customer } = await savedCard(stripe, '4242424242424242');
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      made.unshift((await stripe.paymentIntents.create({ ...fee, customer })).id);
    }
    await chargedIntent(stripe, '4242424242424242');
    const first = await stripe.paymentIntents.list({ customer, limit: 2, expand: ['data.customer'] });
    expect(first.has_more).toBe(true);
    expect(first.data[0]?.customer).toMatchObject({ id: customer, object: 'customer' });
    const all: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 })) all.push(id);
    expect(all).toEqual(made);
    expect(await refusal(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
    expect(await refusal(stripe.paymentIntents.list({ expand: ['nothing'] }))).toMatchObject({ param: 'expand' });
  });
});
