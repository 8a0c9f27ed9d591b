import { ask, Bench } from '@supreme-access/test/fixtures/emulator.js';
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
const fault = (kind: string, more: object) => ask(emulator.url, 'POST', '/emulator/faults', { kind, ...more });
const ledger = () => ask<Record<'charges', unknown[]>>(emulator.url, 'GET', '/emulator/ledger');

describe('when calls to Stripe fail', () => {
  it.each(['lose-answer', 'error-before', 'error-after'])(
    '%s: one charge, found by repeating or looking',
    async (kind) => {
      const { customerId, paymentMethodId } = await saved(gateway, VISA);
      const intentId = await intentOf(gateway, 'o-1', customerId);
      const confirm = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId };
      await fault(kind, { path: '/confirm', times: kind === 'lose-answer' ? 2 : 1 });
      expect(await gateway.confirm(confirm)).toMatchObject({ kind: 'unknown' });
      const looked = await gateway.lookup(intentId);
      expect(looked.kind).toBe(kind === 'error-before' ? 'open' : 'charged');
      if (looked.kind === 'open') expect(await gateway.confirm(confirm)).toMatchObject({ kind: 'charged' });
      expect((await ledger()).charges).toHaveLength(1);
    },
  );

  it('answers unknown after its time-out, though the charge went through', async () => {
    const { customerId, paymentMethodId } = await saved(gateway, VISA);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    const confirm = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId };
    const hasty = gatewayTo(emulator, { timeout: 60 });
    await fault('delay', { path: '/confirm', delayMs: 300 });
    expect(await hasty.confirm(confirm)).toEqual({ kind: 'unknown', cause: 'StripeConnectionError' });
    const patient = gatewayTo(emulator, { maxNetworkRetries: 3 });
    expect(await patient.confirm(confirm)).toMatchObject({ kind: 'charged' });
    expect((await ledger()).charges).toHaveLength(1);
  });

  it('lets a hundred concurrent confirms of one attempt charge once', async () => {
    const { customerId, paymentMethodId } = await saved(gateway, VISA);
    const intentId = await intentOf(gateway, 'o-1', customerId);
    const patient = gatewayTo(emulator, { maxNetworkRetries: 1, timeout: 10_000 });
    const confirm = { orderId: 'o-1', attempt: 1, intentId, paymentMethodId };
    const answers = await Promise.all(Array.from({ length: 100 }, () => patient.confirm(confirm)));
    const charges = new Set(answers.flatMap((answer) => (answer.kind === 'charged' ? [answer.chargeId] : [])));
    expect(charges.size).toBe(1);
    expect((await ledger()).charges).toHaveLength(1);
  });

  it('answers unknown everywhere when Stripe is down or the key is wrong, and throws nothing', async () => {
    const stopped = await bench.start();
    const down = gatewayTo(stopped);
    await bench.stop(stopped);
    for (const lost of [down, gatewayTo(emulator, { secretKey: 'sk_test_wrong' })]) {
      const unknown = { kind: 'unknown', cause: expect.stringMatching(/^Stripe\w+Error$/) };
      const fee = { orderId: 'o-1', attempt: 1, intentId: 'pi_1', paymentMethodId: 'pm_1' };
      const money = { orderId: 'o-1', refundId: 'r-1', intentId: 'pi_1', amount: 1, currency: 'usd', customerId: 'c' };
      for (const mayBeForgotten of [false, true]) {
        expect(await lost.createIntent({ ...money, mayBeForgotten })).toEqual(unknown);
      }
      expect(await lost.confirm(fee)).toEqual(unknown);
      expect(await lost.lookup('pi_1')).toEqual(unknown);
      expect(await lost.cancelIntent('pi_1')).toEqual(unknown);
      expect(await lost.refund(money)).toEqual(unknown);
      expect(await lost.lookupRefund('pi_1', 'r-1')).toEqual(unknown);
      expect(await lost.deleteCustomer('cus_1')).toEqual(unknown);
      expect(await lost.createToken(cardData(VISA))).toEqual({ ok: false, code: 'unknown' });
    }
  });
});
