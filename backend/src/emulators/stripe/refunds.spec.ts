import { ask, Bench, chargedIntent, refusal, sdk } from '@supreme-access/test/fixtures/emulator.js';
import type Stripe from 'stripe';
import type { StripeEmulator } from './stripe-emulator.js';

const bench = new Bench();
let emulator: StripeEmulator;
let stripe: Stripe;
beforeEach(async () => {
  emulator = await bench.start({ refundDelay: 40 });
  stripe = sdk(emulator.url);
});
afterEach(() => bench.close());

const VISA = '4242424242424242';
const REFUND_FAILS = '4000000000005126';
const REFUND_PENDS = '4000000000007726';

async function chargeOf(intent: Stripe.PaymentIntent): Promise<Stripe.Charge> {
  return stripe.charges.retrieve(String(intent.latest_charge));
}
async function eventTypes(): Promise<string[]> {
  return (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
}

describe('a refund', () => {
  it('returns the whole sum without an amount', async () => {
    const intent = await chargedIntent(stripe, VISA);
    const refund = await stripe.refunds.create({ payment_intent: intent.id, metadata: { refundId: 'r-1' } });
    expect(refund).toMatchObject({ amount: 2_000, status: 'succeeded', payment_intent: intent.id });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ metadata: { refundId: 'r-1' } });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2_000, refunded: true, amount: 2_000 });
    expect((await eventTypes()).slice(-2)).toEqual(['refund.created', 'charge.refunded']);
  });

  it('may come in parts, never above the charge', async () => {
    const intent = await chargedIntent(stripe, VISA);
    const part = (amount: number) => stripe.refunds.create({ payment_intent: intent.id, amount });
    await part(1_500);
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 1_500, refunded: false });
    expect(await refusal(part(501))).toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' });
    expect(await refusal(part(0))).toMatchObject({ code: 'parameter_invalid_integer' });
    await part(500);
    expect(await refusal(part(1))).toMatchObject({ code: 'charge_already_refunded' });
    const listed = await stripe.refunds.list({ payment_intent: intent.id });
    expect(listed.data.map(({ amount }) => amount)).toEqual([500, 1_500]);
    expect((await stripe.refunds.list({ charge: String(intent.latest_charge) })).data).toHaveLength(2);
  });

  it('needs a charge that succeeded', async () => {
    const open = await stripe.paymentIntents.create({ amount: 2_000, currency: 'usd' });
    expect(await refusal(stripe.refunds.create({ payment_intent: open.id }))).toMatchObject({
      code: 'charge_not_refundable',
    });
    expect(await refusal(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({ statusCode: 404 });
    const declined = await refusal(chargedIntent(stripe, '4000000000000002'));
    expect(await refusal(stripe.refunds.create({ charge: declined.charge }))).toMatchObject({ statusCode: 404 });
  });

  it('fails later on a card that fails, and can then be repeated', async () => {
    const intent = await chargedIntent(stripe, REFUND_FAILS);
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 1_200 });
    expect(refund.status).toBe('succeeded');
    await emulator.settled();
    const failed = await stripe.refunds.retrieve(refund.id);
    expect(failed.status).toBe('failed');
    expect(failed.failure_reason).toBe('expired_or_canceled_card');
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await eventTypes()).slice(-3)).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 2_000 });
  });

  it('succeeds later on a card whose refunds pend', async () => {
    const intent = await chargedIntent(stripe, REFUND_PENDS);
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    expect((await chargeOf(intent)).amount_refunded).toBe(2_000);
    await emulator.settled();
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    expect((await chargeOf(intent)).amount_refunded).toBe(2_000);
    expect(await eventTypes()).not.toContain('refund.failed');
  });

  it('still fails when the emulator was stopped before it did', async () => {
    const dir = await bench.dir();
    const before = await bench.start({ dir, refundDelay: 1_500 });
    const intent = await chargedIntent(sdk(before.url), REFUND_FAILS);
    const refund = await sdk(before.url).refunds.create({ payment_intent: intent.id });
    expect((await sdk(before.url).refunds.retrieve(refund.id)).status).toBe('succeeded');
    await bench.stop(before);
    const after = await bench.start({ dir });
    await after.settled();
    expect((await sdk(after.url).refunds.retrieve(refund.id)).status).toBe('failed');
  });
});

describe('a dispute', () => {
  it('is opened by the bank, blocks refunds, and ends', async () => {
    const intent = await chargedIntent(stripe, VISA);
    const charge = String(intent.latest_charge);
    const opened = await ask<Stripe.Dispute>(emulator.url, 'POST', '/emulator/disputes', {
      charge,
      reason: 'duplicate',
    });
    expect(await stripe.disputes.retrieve(opened.id)).toMatchObject({
      amount: 2_000,
      charge,
      payment_intent: intent.id,
      reason: 'duplicate',
      status: 'needs_response',
    });
    expect((await stripe.disputes.list({ charge })).data).toHaveLength(1);
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
    await ask(emulator.url, 'POST', `/emulator/disputes/${opened.id}/close`, { status: 'won' });
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ status: 'succeeded' });
    expect(await eventTypes()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']));
  });

  it('of an inquiry leaves the charge refundable until it becomes a full dispute', async () => {
    const intent = await chargedIntent(stripe, '4000000000001976');
    const [inquiry] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })).toMatchObject({ amount: 500 });
    const at = `/emulator/disputes/${inquiry?.id}`;
    await ask(emulator.url, 'POST', `${at}/update`, { status: 'needs_response' });
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
    await ask(emulator.url, 'POST', `${at}/close`, { status: 'prevented' });
    expect(await stripe.disputes.retrieve(String(inquiry?.id))).toMatchObject({ status: 'prevented' });
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
  });

  it('opens by itself for the card that disputes', async () => {
    const intent = await chargedIntent(stripe, '4000000000000259');
    expect(await chargeOf(intent)).toMatchObject({ disputed: true, status: 'succeeded' });
    expect((await stripe.disputes.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });
});
