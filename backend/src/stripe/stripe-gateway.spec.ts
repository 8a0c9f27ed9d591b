import { ask, Bench, sdk } from '@supreme-access/test/fixtures/emulator.js';
import { cardData, gatewayTo, intentOf, saved } from '@supreme-access/test/fixtures/gateway.js';
import type { StripeEmulator } from '../emulators/stripe/stripe-emulator.js';
import type { StripeGateway } from './stripe-gateway.js';

const bench = new Bench();
let emulator: StripeEmulator;
let gateway: StripeGateway;
beforeEach(async () => {
  emulator = await bench.start();
  gateway = gatewayTo(emulator);
});
afterEach(() => bench.close());

const VISA = '4242424242424242';
const DECLINED = '4000000000000002';
const AUTHENTICATES = '4000002500003155';
const fault = (kind: string, more: object = {}) => ask(emulator.url, 'POST', '/emulator/faults', { kind, ...more });
/** The SDK repeats a broken connection once even with no retries configured. */
const loseAnswers = (path: string) => fault('lose-answer', { path, times: 2 });
const ledger = () =>
  ask<Record<'intents' | 'charges' | 'refunds', { metadata: object; status: string }[]>>(
    emulator.url,
    'GET',
    '/emulator/ledger',
  );

it('knows by its key whether real money moves', () => {
  expect(gateway.livemode).toBe(false);
  expect(gatewayTo(emulator, { secretKey: 'sk_live_x' }).livemode).toBe(true);
});

it('the ping returns the time by Stripe’s clock', async () => {
  const { kind, at } = (await gateway.ping()) as { kind: string; at: number };
  expect(kind).toBe('answered');
  expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
});

describe('saving a card', () => {
  const request = (token: string, more: object = {}) => ({
    customerId: null,
    email: 'ada@example.test',
    name: 'Ada Lovelace',
    token,
    ref: { accountId: 'a-1' },
    mandateVersion: '2030-01',
    idempotencyKey: 'save-1',
    ...more,
  });

  it.each([
    [VISA, 'visa'],
    ['378282246310005', 'amex'],
    ['3056930009020004', 'dinersclub'],
    ['6200000000000005', 'unionpay'],
  ])('%s gives a token and a saved card of brand %s', async (number, brand) => {
    const token = await gateway.createToken(cardData(number), '90210');
    expect(token).toEqual({ ok: true, tokenId: expect.stringMatching(/^tok_/), brand, last4: number.slice(-4) });
    const card = await gateway.saveCard(request(token.ok ? token.tokenId : ''));
    expect(card).toEqual({
      ok: true,
      customerId: expect.stringMatching(/^cus_/),
      paymentMethodId: expect.stringMatching(/^pm_/),
      brand,
      last4: number.slice(-4),
      expMonth: 12,
      expYear: 2040,
      fingerprint: expect.stringMatching(/.{10,}/),
    });
  });

  it('holds and charges nothing, and tags its objects', async () => {
    const card = await saved(gateway, VISA);
    expect(await ledger()).toEqual({ intents: [], charges: [], refunds: [], tokens: [], sellerPayments: [] });
    const customer = await sdk(emulator.url).customers.retrieve(card.customerId);
    expect(customer).toMatchObject({ metadata: { accountId: 'a-1', installation: 'here' } });
    const events = await sdk(emulator.url).events.list({ type: 'setup_intent.succeeded' });
    expect(events.data[0]?.data.object).toMatchObject({
      usage: 'off_session',
      description: 'mandate 2030-01',
      metadata: { accountId: 'a-1', installation: 'here' },
    });
  });

  it('keeps the customer, and makes a new one when Stripe has lost it', async () => {
    const first = await saved(gateway, VISA);
    const second = await saved(gateway, '5555555555554444', first.customerId);
    expect(second.customerId).toBe(first.customerId);
    expect(second.paymentMethodId).not.toBe(first.paymentMethodId);
    expect(await gateway.deleteCustomer(first.customerId)).toEqual({ kind: 'deleted' });
    expect(await gateway.deleteCustomer(first.customerId)).toEqual({ kind: 'deleted' });
    const third = await saved(gateway, VISA, first.customerId);
    expect(third.customerId).not.toBe(first.customerId);
  });

  it('accepts a payment method made by the browser', async () => {
    expect(await gateway.saveCard(request('pm_card_mastercard'))).toMatchObject({ ok: true, brand: 'mastercard' });
  });

  it.each([
    ['tok_blockedPrefix', 'prefix'],
    ['pm_card_blockedPrefix', 'prefix'],
    ['tok_unknownBrand', 'brand'],
  ])('refuses %s by Stripe’s data of the card, before any customer has it', async (token, code) => {
    expect(await gateway.saveCard(request(token))).toMatchObject({ ok: false, code });
    expect((await sdk(emulator.url).customers.list()).data).toEqual([]);
  });

  it('says the same when repeated under its key, also after a lost answer', async () => {
    await loseAnswers('/v1/setup_intents');
    expect(await gateway.saveCard(request('tok_visa'))).toMatchObject({ ok: false, code: 'unknown' });
    const first = await gateway.saveCard(request('tok_visa'));
    expect(first).toMatchObject({ ok: true });
    expect(await gateway.saveCard(request('tok_visa'))).toEqual(first);
    expect((await sdk(emulator.url).customers.list()).data).toHaveLength(1);
  });

  it('refuses wrong cards with a code', async () => {
    expect(await gateway.createToken(cardData('4111111111111111'))).toEqual({ ok: false, code: 'incorrect_number' });
    expect(await gateway.createToken({ ...cardData(VISA), year: 2001 })).toEqual({
      ok: false,
      code: 'invalid_expiry_year',
    });
    expect(await gateway.saveCard(request('tok_nothing'))).toMatchObject({ ok: false, code: 'resource_missing' });
    const token = await gateway.createToken(cardData(VISA));
    const tokenId = token.ok ? token.tokenId : '';
    await gateway.saveCard(request(tokenId, { idempotencyKey: 'once' }));
    const twice = await gateway.saveCard(request(tokenId, { idempotencyKey: 'twice' }));
    expect(twice).toMatchObject({ ok: false, code: 'token_already_used' });
  });

  it('distinguishes a reused key from an unknown outcome, and removes no customer for it', async () => {
    const first = await gateway.saveCard(request('tok_visa'));
    for (const other of ['tok_mastercard', 'pm_card_mastercard']) {
      expect(await gateway.saveCard(request(other))).toMatchObject({ ok: false, code: 'key_reused' });
    }
    expect(await gateway.saveCard(request('tok_visa'))).toEqual(first);
    expect((await sdk(emulator.url).customers.list()).data).toHaveLength(1);
  });

  it('leaves no new customer behind for a refused card, and keeps a known one', async () => {
    const theirs = await saved(gateway, VISA);
    const taken = await gateway.saveCard(request(theirs.paymentMethodId, { idempotencyKey: 'taken' }));
    expect(taken).toMatchObject({ ok: false, code: 'refused' });
    const existing = { customerId: theirs.customerId, idempotencyKey: 'known' };
    expect(await gateway.saveCard(request('tok_nothing', existing))).toMatchObject({ ok: false });
    const customers = (await sdk(emulator.url).customers.list()).data.filter(({ deleted }) => !deleted);
    expect(customers.map(({ id }) => id)).toEqual([theirs.customerId]);
  });
});

describe('charging the fee', () => {
  it('makes one intent per order, charged once, tagged with the order', async () => {
    const { customerId, paymentMethodId } = await saved(gateway, VISA);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    expect(await intentOf(gateway, 'o-1', customerId)).toBe(intentId);
    expect(await gateway.lookup(intentId)).toEqual({ kind: 'open', status: 'requires_payment_method' });
    const confirm = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId };
    const charged = await gateway.confirm(confirm);
    expect(charged).toEqual({ kind: 'charged', chargeId: expect.stringMatching(/^ch_/), amount: 2_000 });
    expect(await gateway.confirm(confirm)).toEqual(charged);
    expect(await gateway.confirm({ ...confirm, attempt: 2 })).toEqual(charged);
    expect(await gateway.lookup(intentId)).toEqual(charged);
    expect(await gateway.cancelIntent(intentId)).toEqual(charged);
    const metadata = { orderId: 'o-1', installation: 'here' };
    expect((await ledger()).charges).toMatchObject([{ metadata }]);
    expect((await ledger()).intents).toMatchObject([{ metadata }]);
  });

  it.each([
    [DECLINED, 'card_declined', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds', undefined],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000009987', 'card_declined', 'lost_card'],
  ])('%s is declined as %s (%s); another card then pays the same intent', async (number, reason, declineCode) => {
    const { customerId, paymentMethodId } = await saved(gateway, number);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    const first = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId };
    const declined = { kind: 'declined', reason, declineCode };
    expect(await gateway.confirm(first)).toEqual(declined);
    expect(await gateway.confirm(first)).toEqual(declined);
    expect(await gateway.lookup(intentId)).toMatchObject({ kind: 'open', lastError: reason });
    const other = await saved(gateway, VISA, customerId);
    const second = { ...first, attempt: 2, paymentMethodId: other.paymentMethodId };
    expect(await gateway.confirm(second)).toMatchObject({ kind: 'charged' });
    expect((await ledger()).charges.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('asks for the cardholder, who then authenticates on the page of the bank', async () => {
    const { customerId, paymentMethodId } = await saved(gateway, AUTHENTICATES);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    const away = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId };
    expect(await gateway.confirm(away)).toEqual({ kind: 'action', reason: 'authentication_required' });
    const here = await gateway.confirm({ ...away, attempt: 2, returnUrl: 'https://shop.example.test/back' });
    expect(here).toMatchObject({ kind: 'action', redirectUrl: expect.stringContaining(intentId) });
    const page = new URL((here.kind === 'action' && here.redirectUrl) || '');
    const body = new URLSearchParams({ client_secret: page.searchParams.get('client_secret') ?? '' });
    await fetch(page, { method: 'POST', redirect: 'manual', body });
    expect(await gateway.lookup(intentId)).toMatchObject({ kind: 'charged', amount: 2_000 });
  });

  it('finds an order’s intent when Stripe has forgotten its key, and no other installation’s', async () => {
    let ahead = 0;
    const later = await bench.start({ now: () => Date.now() + ahead });
    const [ours, theirs] = [gatewayTo(later), gatewayTo(later, { installation: 'elsewhere' })];
    const { customerId } = await saved(ours, VISA);
    const intentId = await intentOf(ours, 'o-1', customerId);
    await intentOf(ours, 'o-2', customerId);
    ahead = 25 * 3_600_000;
    expect(await intentOf(theirs, 'o-1', customerId, true)).not.toBe(intentId);

    expect(await intentOf(ours, 'o-1', customerId, true)).toBe(intentId);
  });

  it('does not charge a cancelled intent', async () => {
    const { customerId, paymentMethodId } = await saved(gateway, VISA);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    expect(await gateway.cancelIntent(intentId)).toEqual({ kind: 'cancelled' });
    expect(await gateway.cancelIntent(intentId)).toEqual({ kind: 'cancelled' });
    expect(await gateway.confirm({ orderId: 'o-1', attempt: 1, intentId, paymentMethodId })).toEqual({
      kind: 'cancelled',
    });
    expect(await gateway.lookup(intentId)).toEqual({ kind: 'cancelled' });
    expect((await ledger()).charges).toEqual([]);
  });

  it('refuses impossible charges; a detached card needs another one', async () => {
    const { customerId } = await saved(gateway, VISA);
    const intent = { orderId: 'o-2', amount: 49, currency: 'usd', customerId, mayBeForgotten: false };
    expect(await gateway.createIntent(intent)).toEqual({ kind: 'refused', code: 'amount_too_small' });
    const intentId = await intentOf(gateway, 'o-1', customerId);
    expect(await gateway.createIntent({ ...intent, orderId: 'o-1', amount: 2_001 })).toEqual({
      kind: 'refused',
      code: 'idempotency_error',
    });
    const gone = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId: 'pm_gone' };
    expect(await gateway.confirm(gone)).toEqual({ kind: 'declined', reason: 'card_unusable' });
  });

  it('declines an unusable card, for which Stripe has no code', async () => {
    const { customerId, paymentMethodId } = await saved(gateway, VISA);
    const stranger = await saved(gateway, VISA);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    await sdk(emulator.url).paymentMethods.detach(paymentMethodId);
    for (const [index, unusable] of [paymentMethodId, stranger.paymentMethodId].entries()) {
      const confirm = { orderId: 'o-1', attempt: index + 1, intentId, paymentMethodId: unusable };
      expect(await gateway.confirm(confirm)).toEqual({ kind: 'declined', reason: 'card_unusable' });
    }
    expect((await ledger()).charges).toEqual([]);
  });
});
