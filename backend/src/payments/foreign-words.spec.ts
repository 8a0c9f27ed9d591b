import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { order } from '../orders/order.js';
import { RefundOrder } from '../orders/order-refund.js';
import { statusOf } from '../orders/order-status.js';
import type { IntentLookup, RefundResult } from '../stripe/payment-results.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { LEASE } from './fee-attempt.js';

let bench: PaymentsBench;
beforeEach(async () => {
  bench = await PaymentsBench.open();
});
afterEach(() => bench.close());

const statusNow = async (orderId: string) => statusOf(await bench.state(orderId));

it('a refund of a status that nobody here knows stays open, and who looks at waiting work reads that status', async () => {
  const orderId = await bench.order(CARDS.pays);
  await bench.work();
  const seen: RefundResult = { kind: 'pending', stripeRefundId: 're_1', status: 'half_done' };
  Object.assign(bench.get(StripeGateway), { refund: async () => seen, lookupRefund: async () => seen });
  const input = { refundId: 'r1', amount: 500, reason: 'wrong size' };
  await bench.commands.execute(order, new RefundOrder(orderId, input, workerMetadata('spec')));
  await bench.work();
  bench.now += LEASE;
  await expect(bench.work()).rejects.toThrow("Stripe calls the refund 'half_done'");
  expect(await statusNow(orderId)).toBe('refund_pending');
});

it.each(['processing', 'in_escrow'])('a fee that is %s is not declined: it is asked after again', async (status) => {
  const orderId = await bench.order(CARDS.declines);
  await bench.work();
  expect(await statusNow(orderId)).toBe('action_required');
  const gateway = bench.get(StripeGateway);
  const { confirm, lookup } = gateway;
  const open: IntentLookup = { kind: 'open', status };
  Object.assign(gateway, { confirm: async () => ({ kind: 'unknown', cause: status }), lookup: async () => open });
  await expect(bench.fees.payAgain(orderId, null, workerMetadata('shopper'))).rejects.toMatchObject({
    code: 'outcome-unknown',
  });
  bench.now += LEASE;
  expect(await bench.fees.charge(orderId)).toEqual({ rescheduleAt: bench.now + LEASE });
  expect((await bench.types(orderId)).at(-1)).toBe('FeeChargeStarted');
  Object.assign(gateway, { confirm, lookup });
  await bench.fees.charge(orderId);
  expect((await bench.types(orderId)).at(-1)).toBe('FeeDeclined');
});
