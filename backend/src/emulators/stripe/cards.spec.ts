import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bench, refusal, sdk } from '@supreme-access/test/fixtures/emulator.js';
import type Stripe from 'stripe';

const bench = new Bench();
let stripe: Stripe;
let dir: string;
beforeEach(async () => {
  dir = await bench.dir();
  stripe = sdk((await bench.start({ dir, now: () => Date.parse('2030-06-15T12:00:00Z') })).url);
});
afterEach(() => bench.close());

const good = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };
const methodOf = async (token: string) => (await stripe.paymentMethods.create({ type: 'card', card: { token } })).id;

describe('tokens', () => {
  it.each([
    ['4242 4242 4242 4242', 'Visa', 'visa'],
    ['5555555555554444', 'MasterCard', 'mastercard'],
    ['378282246310005', 'American Express', 'amex'],
    ['6011111111111117', 'Discover', 'discover'],
    ['3056930009020004', 'Diners Club', 'diners'],
    ['3566002020360505', 'JCB', 'jcb'],
    ['6200000000000005', 'UnionPay', 'unionpay'],
    ['4000000000000002', 'Visa', 'visa'],
    ['4000000000009995', 'Visa', 'visa'],
    ['4000002500003155', 'Visa', 'visa'],
    ['4000000000000069', 'Visa', 'visa'],
    ['4000000000005126', 'Visa', 'visa'],
  ])('%s becomes a token of %s and a payment method of %s', async (number, label, brand) => {
    const token = await stripe.tokens.create({ card: { ...good, number } });
    expect(token.card).toMatchObject({ brand: label, last4: number.slice(-4), exp_month: 12, exp_year: 2034 });
    expect((await stripe.tokens.retrieve(token.id)).id).toBe(token.id);
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
    expect(method.card).toMatchObject({ brand, last4: number.slice(-4), fingerprint: token.card?.fingerprint });
  });

  it.each([
    ['a number that is not a test number', { number: '4111111111111111' }, 'incorrect_number', 'number'],
    ['a number that fails the check', { number: '4242424242424241' }, 'incorrect_number', 'number'],
    ['a month that does not exist', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    ['a year that has passed', { exp_year: '29' }, 'invalid_expiry_year', 'exp_year'],
    ['a month that has passed', { exp_month: '5', exp_year: '2030' }, 'invalid_expiry_month', 'exp_month'],
    ['a code with a letter', { cvc: '12a' }, 'invalid_cvc', 'cvc'],
  ])('%s is refused', async (_, change, code, param) => {
    const error = await refusal(stripe.tokens.create({ card: { ...good, ...change } }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, param });
  });

  it('has the first digits, and that there was a zip, which is not stored', async () => {
    const token = await stripe.tokens.create({ card: { ...good, address_zip: '10118' } });
    expect(token.card).toMatchObject({ iin: '424242', address_zip_check: 'unchecked' });
    const method = await stripe.paymentMethods.retrieve(await methodOf(token.id));
    expect(method.card).toMatchObject({ iin: '424242', checks: { address_postal_code_check: 'unchecked' } });
    expect((await stripe.tokens.create({ card: good })).card).toMatchObject({ address_zip_check: null });
    expect(JSON.stringify([token, method])).not.toContain('10118');
  });

  it('is good through the last month of the card', async () => {
    const token = await stripe.tokens.create({ card: { ...good, exp_month: '6', exp_year: '30' } });
    expect(token.card).toMatchObject({ exp_month: 6, exp_year: 2030 });
  });

  it('is used once', async () => {
    const token = await stripe.tokens.create({ card: good });
    await methodOf(token.id);
    expect(await refusal(methodOf(token.id))).toMatchObject({ code: 'token_already_used', statusCode: 400 });
  });

  it('recognises a card by its fingerprint', async () => {
    const fingerprints = await Promise.all(
      ['4242424242424242', '4242424242424242', '4000056655665556'].map(
        async (number) => (await stripe.tokens.create({ card: { ...good, number } })).card?.fingerprint,
      ),
    );
    expect(fingerprints[0]).toBe(fingerprints[1]);
    expect(fingerprints[0]).not.toBe(fingerprints[2]);
  });
});

describe('customers and their payment methods', () => {
  it('attaches, lists and detaches; what was detached is not used again', async () => {
    const [customer, other] = [await stripe.customers.create({}), await stripe.customers.create({})];
    const method = await methodOf('tok_visa');
    await stripe.paymentMethods.attach(method, { customer: customer.id });
    await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
    const listed = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' });
    expect(listed.data.map(({ card }) => card?.brand)).toEqual(['mastercard', 'visa']);
    expect(await refusal(stripe.paymentMethods.attach(method, { customer: other.id }))).toMatchObject({
      statusCode: 400,
    });

    expect(await stripe.paymentMethods.detach(method)).toMatchObject({ id: method, customer: null });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
    expect(await refusal(stripe.paymentMethods.attach(method, { customer: customer.id }))).toMatchObject({
      statusCode: 400,
    });
  });

  it('updates metadata, and a deleted customer is gone with its cards', async () => {
    const { id } = await stripe.customers.create({ metadata: { accountId: 'a-1', old: 'x' } });
    await stripe.customers.update(id, { metadata: { old: '', new: 'y' } });
    expect((await stripe.customers.retrieve(id)) as Stripe.Customer).toMatchObject({
      metadata: { accountId: 'a-1', new: 'y' },
    });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
    expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBeNull();
    expect(await refusal(stripe.customers.update(id, {}))).toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });

  it.each(['4000000000000002', '4000000000009995', '4000000000000069', '4000002500003155', '4000000000005126'])(
    '%s can be saved for later',
    async (number) => {
      const customer = await stripe.customers.create({});
      const token = await stripe.tokens.create({ card: { ...good, number } });
      const method = await methodOf(token.id);
      const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' });
      expect(setup.status).toBe('requires_payment_method');
      const confirmed = await stripe.setupIntents.confirm(setup.id, { payment_method: method });
      expect(confirmed).toMatchObject({ status: 'succeeded', usage: 'off_session', payment_method: method });
      expect((await stripe.paymentMethods.retrieve(method)).customer).toBe(customer.id);
      expect(await refusal(stripe.setupIntents.confirm(setup.id))).toMatchObject({
        code: 'setup_intent_unexpected_state',
      });
      expect((await stripe.setupIntents.retrieve(setup.id)).status).toBe('succeeded');
    },
  );
});

describe('the ledger', () => {
  it('stores no card number, security code, name or address', async () => {
    const number = '5555555555554444';
    const card = { ...good, number, cvc: '987', name: 'Ada Lovelace', address_zip: '90210' };
    const token = await stripe.tokens.create({ card });
    await refusal(stripe.tokens.create({ card: { ...card, number: '4111111111111111' } }));
    const customer = await stripe.customers.create({ email: 'ada@example.test', name: 'Ada Lovelace', phone: '555' });
    await stripe.paymentMethods.attach(await methodOf(token.id), { customer: customer.id });
    const kept = readFileSync(join(dir, 'ledger.jsonl'), 'utf8');
    expect(kept).toContain('"last4":"4444"');
    for (const secret of [number, '4111111111111111', '"987"', 'Lovelace', 'ada@', '"90210"']) {
      expect(kept).not.toContain(secret);
    }
  });
});
