import { ask, Bench, type Endpoint, SECRET, sdk } from '@supreme-access/test/fixtures/emulator.js';
import { gatewayTo, intentOf, saved } from '@supreme-access/test/fixtures/gateway.js';
import Stripe from 'stripe';
import type { StripeEmulator } from '../emulators/stripe/stripe-emulator.js';
import type { StripeGateway } from './stripe-gateway.js';
import { WEBHOOK_TYPES, type WebhookRecord, WebhookRefused } from './webhook-record.js';

const bench = new Bench();
let endpoint: Endpoint;
let emulator: StripeEmulator;
let gateway: StripeGateway;
beforeEach(async () => {
  endpoint = await bench.endpoint();
  const webhook = { url: endpoint.url, secret: SECRET, types: WEBHOOK_TYPES };
  emulator = await bench.start({ webhook, refundDelay: 40 });
  gateway = gatewayTo(emulator);
});
afterEach(() => bench.close());

async function charged(number: string): Promise<string> {
  const { customerId, paymentMethodId } = await saved(gateway, number);
  const intentId = await intentOf(gateway, 'o-1', customerId);
  const result = await gateway.confirm({ orderId: 'o-1', attempt: 1, intentId, paymentMethodId });
  expect(result.kind).toBe('charged');
  return intentId;
}
const refund = (intentId: string, refundId: string, amount: number) =>
  gateway.refund({ orderId: 'o-1', refundId, intentId, amount });
const recordOf = (type: string): Promise<WebhookRecord> =>
  endpoint.received.until((received) => {
    const found = received.find(({ event }) => event.type === type);
    return found && gateway.readWebhook(found.body, found.signature);
  });
const refundsMade = async (payment_intent: string) => (await sdk(emulator.url).refunds.list({ payment_intent })).data;

const VISA = '4242424242424242';

describe('refunding the fee', () => {
  it('refunds parts until nothing is left, and finds each by our id', async () => {
    const intentId = await charged(VISA);
    const first = await refund(intentId, 'r-1', 1_500);
    expect(first).toEqual({ kind: 'succeeded', stripeRefundId: expect.stringMatching(/^re_/) });
    expect(await refund(intentId, 'r-1', 1_500)).toEqual(first);
    expect(await gateway.lookupRefund(intentId, 'r-1')).toEqual(first);
    expect(await gateway.lookupRefund(intentId, 'r-2')).toEqual({ kind: 'none' });
    expect(await refund(intentId, 'r-2', 501)).toEqual({ kind: 'failed', reason: 'amount_too_large' });
    expect(await refund(intentId, 'r-3', 500)).toMatchObject({ kind: 'succeeded' });
    expect(await refund(intentId, 'r-4', 1)).toEqual({ kind: 'failed', reason: 'charge_already_refunded' });
    expect((await refundsMade(intentId)).map(({ amount }) => amount)).toEqual([500, 1_500]);
  });

  it('is made once when the answer was lost', async () => {
    const intentId = await charged(VISA);
    await ask(emulator.url, 'POST', '/emulator/faults', { kind: 'lose-answer', path: '/v1/refunds', times: 2 });
    expect(await refund(intentId, 'r-1', 700)).toMatchObject({ kind: 'unknown' });
    expect(await refund(intentId, 'r-1', 700)).toMatchObject({ kind: 'succeeded' });
    expect(await refundsMade(intentId)).toHaveLength(1);
  });

  it('reports by webhook and by lookup that a refund failed later', async () => {
    const intentId = await charged('4000000000005126');
    const made = await refund(intentId, 'r-1', 2_000);
    expect(made.kind).toBe('succeeded');
    expect(await recordOf('refund.failed')).toMatchObject({
      orderId: 'o-1',
      refundId: 'r-1',
      intentId,
      status: 'failed',
      amount: 2_000,
      currency: 'usd',
      reason: 'expired_or_canceled_card',
      foreign: false,
    });
    expect(await gateway.lookupRefund(intentId, 'r-1')).toMatchObject({
      kind: 'failed',
      reason: 'expired_or_canceled_card',
    });
    expect(await refund(intentId, 'r-2', 2_000)).toMatchObject({ kind: 'succeeded' });
  });

  it('is pending until the bank has it', async () => {
    const intentId = await charged('4000000000007726');
    expect(await refund(intentId, 'r-1', 2_000)).toMatchObject({ kind: 'pending' });
    expect(await recordOf('refund.updated')).toMatchObject({ status: 'succeeded', refundId: 'r-1' });
    expect(await gateway.lookupRefund(intentId, 'r-1')).toMatchObject({ kind: 'succeeded' });
  });

  it('is refused for a disputed charge, and the dispute names the intent', async () => {
    const intentId = await charged('4000000000000259');
    expect(await refund(intentId, 'r-1', 2_000)).toEqual({ kind: 'failed', reason: 'charge_disputed' });
    expect(await recordOf('charge.dispute.created')).toMatchObject({
      intentId,
      status: 'needs_response',
      reason: 'fraudulent',
      refundable: false,
      foreign: false,
    });
  });
});

describe('reading a webhook', () => {
  async function delivered() {
    await charged(VISA);
    return endpoint.received.until((received) =>
      received.find(({ event }) => event.type === 'payment_intent.succeeded'),
    );
  }

  it('returns ids and sums, and nothing personal', async () => {
    const { body, signature } = await delivered();
    const record = gateway.readWebhook(Buffer.from(body), signature);
    expect(record).toEqual(gateway.readWebhook(body, signature));
    expect(record).toMatchObject({ type: 'payment_intent.succeeded', orderId: 'o-1', amount: 2_000, livemode: false });
    const { sha256: _, ...said } = record;
    expect(JSON.stringify(said)).not.toMatch(/lovelace|@|last4|"4242"/i);
    expect(endpoint.types().every((type) => (WEBHOOK_TYPES as readonly string[]).includes(type))).toBe(true);
  });

  it('refuses an altered body, another secret, no signature, an old one and none configured', async () => {
    const { body, signature } = await delivered();
    const old = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET, timestamp: 1_700_000_000 });
    const attempts: [StripeGateway, string, string][] = [
      [gateway, body.replace('"amount":2000', '"amount":9000'), signature],
      [gateway, body, signature.replace(/v1=.{6}/, 'v1=000000')],
      [gateway, body, ''],
      [gateway, body, old],
      [gatewayTo(emulator, { webhookSecret: 'whsec_other' }), body, signature],
      [gatewayTo(emulator, { webhookSecret: undefined }), body, signature],
    ];
    for (const [reader, text, header] of attempts) {
      expect(() => reader.readWebhook(text, header)).toThrow(WebhookRefused);
    }
  });

  it('refuses a signed body that is no event', () => {
    for (const payload of ['not json', '{"hello":1}', 'null']) {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
      expect(() => gateway.readWebhook(payload, signature)).toThrow(WebhookRefused);
    }
  });
});
