import { ask, sdk } from '@supreme-access/test/fixtures/emulator.js';
import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { Holders } from '../event-sourcing/claims.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { order } from '../orders/order.js';
import { DisputeFee } from '../orders/order-dispute.js';
import { RefundOrder } from '../orders/order-refund.js';
import { statusOf } from '../orders/order-status.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { LEASE } from './fee-attempt.js';
import { RefundFees } from './refund.worker.js';

let bench: PaymentsBench;
beforeEach(async () => {
  bench = await PaymentsBench.open();
});
afterEach(() => bench.close());

async function paidOrder(card: string = CARDS.pays): Promise<string> {
  const orderId = await bench.order(card);
  await bench.work();
  return orderId;
}
async function requestRefund(orderId: string, refundId: string, amount: number | null, on = bench): Promise<void> {
  const data = { refundId, amount, reason: 'wrong size' };
  await on.commands.execute(order, new RefundOrder(orderId, data, workerMetadata('spec')));
}
const refundEvents = async (orderId: string) => (await bench.types(orderId)).filter((type) => type.includes('Refund'));
const statusNow = async (orderId: string) => statusOf(await bench.state(orderId));
const given = async () => (await bench.ledger()).refunds.map(({ amount, status }) => [amount, status]);

describe('a refund', () => {
  it('of a part leaves the order a success; of the rest makes it refunded', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    expect(await statusNow(orderId)).toBe('refund_pending');
    await bench.work();
    expect(await statusNow(orderId)).toBe('success');
    await requestRefund(orderId, 'r2', null);
    await bench.work();
    expect(await statusNow(orderId)).toBe('refunded');
    expect(await given()).toEqual([
      [500, 'succeeded'],
      [1_500, 'succeeded'],
    ]);
    expect(await bench.due()).toEqual([]);
  });

  it('whose answer was lost is looked up, not made again', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    await bench.fault('lose-answer', '/refunds');
    await bench.work();
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'RefundStarted']);
    bench.now += LEASE;
    await bench.work();
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'RefundStarted', 'FeeRefunded']);
    expect(await given()).toEqual([[500, 'succeeded']]);
  });

  it('that a log put back from a backup lacks is looked up once Stripe has forgotten its key, and not made again', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    const { intentId } = await bench.state(orderId);
    const metadata = { orderId, refundId: 'r1' };
    await sdk(bench.emulator.url).refunds.create({ payment_intent: intentId ?? '', amount: 500, metadata });
    bench.now += 24 * 3_600_000;
    await bench.work();
    expect(await given()).toEqual([[500, 'succeeded']]);
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'FeeRefunded']);
  });

  it('that never arrived is made after the lease', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    await bench.fault('error-before', '/refunds');
    await bench.work();
    bench.now += LEASE;
    await bench.work();
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'RefundStarted', 'RefundStarted', 'FeeRefunded']);
    expect(await given()).toEqual([[500, 'succeeded']]);
  });

  it('waits, and claims nothing, while it cannot be looked up', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    await bench.fault('lose-answer', '/refunds');
    await bench.work();
    bench.now += LEASE;
    await bench.fault('error-before', '/refunds');
    await expect(bench.work()).rejects.toThrow('Stripe could not be reached');
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'RefundStarted']);
  });

  it('is made once by two workers at once', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    const other = new RefundFees(bench.commands, bench.get(StripeGateway), () => bench.now, new Holders(false));
    const [row] = await bench.due();
    if (!row) throw new Error('nothing due');
    await Promise.all([bench.get(RefundFees).work(row), other.work(row)]);
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'RefundStarted', 'FeeRefunded']);
    expect(await given()).toEqual([[500, 'succeeded']]);
  });

  it('whose process has ended is made at once by one that has the stores alone, after it has asked', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    const worker = (isAlone: boolean) =>
      new RefundFees(bench.commands, bench.get(StripeGateway), () => bench.now, new Holders(isAlone));
    const [row] = await bench.due();
    if (!row) throw new Error('nothing due');
    await bench.fault('error-before', '/refunds');
    await worker(false).work(row);
    await bench.noFaults();
    expect(await worker(false).work(row)).toMatchObject({ rescheduleAt: expect.any(Number) });
    await worker(true).work(row);
    expect(await refundEvents(orderId)).toEqual([
      ...['RefundRequested', 'RefundStarted', 'RefundStarted', 'FeeRefunded'],
    ]);
    expect(await given()).toEqual([[500, 'succeeded']]);
  });

  it('that Stripe refuses is recorded as failed', async () => {
    const orderId = await paidOrder(CARDS.isDisputed);
    await requestRefund(orderId, 'r1', 500);
    await bench.work();
    expect((await bench.events(`order-${orderId}`)).at(-1)).toEqual({
      type: 'RefundFailed',
      data: { refundId: 'r1', reason: 'charge_disputed' },
    });
    expect(await statusNow(orderId)).toBe('refund_pending');
  });

  it('that fails later goes back to refund_pending, and can be made good for', async () => {
    const orderId = await paidOrder(CARDS.refundFails);
    await requestRefund(orderId, 'r1', null);
    await bench.work();
    expect(await statusNow(orderId)).toBe('refunded');
    bench.hearWebhooks();
    await bench.settle();
    expect(await statusNow(orderId)).toBe('refund_pending');
    await requestRefund(orderId, 'r2', null);
    expect((await bench.state(orderId)).owed).toBe(0);
  });
});

describe('a refund that pends', () => {
  it('is asked after each hour, without a trace in the log', async () => {
    const slow = await PaymentsBench.open({ refundDelay: 600_000 });
    const orderId = await slow.order(CARDS.refundPends);
    await slow.work();
    await requestRefund(orderId, 'r1', null, slow);
    await slow.work();
    slow.now += LEASE;
    const [row] = await slow.due();
    const later = row && (await slow.get(RefundFees).work(row));
    expect(later).toEqual({ rescheduleAt: slow.now + 3_600_000 });
    expect((await slow.types(orderId)).slice(-2)).toEqual(['RefundRequested', 'RefundStarted']);
    await slow.close();
  });

  it('is found by the look-up when the webhook is lost', async () => {
    const orderId = await paidOrder(CARDS.refundPends);
    await requestRefund(orderId, 'r1', null);
    await bench.work();
    await bench.emulator.settled();
    expect((await given())[0]?.[1]).toBe('succeeded');
    bench.now += LEASE;
    await bench.work();
    expect(await refundEvents(orderId)).toEqual(['RefundRequested', 'RefundStarted', 'FeeRefunded']);
    expect(await statusNow(orderId)).toBe('refunded');
  });
});

describe('two refunds of one order at once', () => {
  const look = async (orderId: string) => bench.get(RefundFees).look(orderId, await bench.state(orderId));
  /** Made at Stripe or not, and nothing is known of either. */
  async function unheard(orderId: string, refundId: string, amount: number, isMade: boolean): Promise<void> {
    await requestRefund(orderId, refundId, amount);
    await bench.fault(isMade ? 'lose-answer' : 'error-before', '/refunds');
    await bench.work();
    await bench.noFaults();
  }
  const ended = async (orderId: string) =>
    (await bench.events(`order-${orderId}`)).flatMap((event) =>
      event.type === 'FeeRefunded' || event.type === 'RefundFailed' ? [[event.type, event.data.refundId]] : [],
    );

  it('are both recorded when Stripe is asked after them, which is news once', async () => {
    const orderId = await paidOrder();
    await unheard(orderId, 'r1', 500, true);
    await unheard(orderId, 'r2', 700, true);
    expect(await look(orderId)).toBe(true);
    expect(await ended(orderId)).toEqual([
      ['FeeRefunded', 'r1'],
      ['FeeRefunded', 'r2'],
    ]);
    expect(await look(orderId)).toBe(false);
    const mails = (await bench.mailsDue(orderId)).filter((mailId) => mailId.startsWith('refund'));
    expect(mails.sort()).toEqual(['refund:r1', 'refund:r2']);
  });

  it.each([
    ['first', true, false, 'r1'],
    ['second', false, true, 'r2'],
  ])('are news when Stripe made the %s of them alone, and the other stays open', async (_, one, other, made) => {
    const orderId = await paidOrder();
    await unheard(orderId, 'r1', 500, one);
    await unheard(orderId, 'r2', 700, other);
    expect(await look(orderId)).toBe(true);
    expect(await ended(orderId)).toEqual([['FeeRefunded', made]]);
    expect(await statusNow(orderId)).toBe('refund_pending');
    expect(await look(orderId)).toBe(false);
    bench.now += LEASE;
    await bench.work();
    expect((await given()).sort()).toEqual([
      [500, 'succeeded'],
      [700, 'succeeded'],
    ]);
  });

  it('of which one has ended before are asked after all the same', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 500);
    await bench.work();
    await unheard(orderId, 'r2', 700, true);
    expect(await look(orderId)).toBe(true);
    expect(await statusNow(orderId)).toBe('success');
  });

  it('are asked after later where Stripe cannot say now, and what was received is kept', async () => {
    const orderId = await paidOrder();
    await unheard(orderId, 'r1', 500, true);
    await unheard(orderId, 'r2', 700, true);
    const gateway = bench.get(StripeGateway);
    const away = { kind: 'unknown', cause: 'away' } as const;
    const lookup = gateway.lookupRefund.bind(gateway);
    gateway.lookupRefund = async (intentId, refundId) => (refundId === 'r2' ? away : lookup(intentId, refundId));
    await expect(look(orderId)).rejects.toThrow('Stripe could not be reached');
    expect(await ended(orderId)).toEqual([['FeeRefunded', 'r1']]);
    gateway.lookupRefund = lookup;
    expect(await look(orderId)).toBe(true);
    expect(await statusNow(orderId)).toBe('success');
  });

  it('go back beyond the fee only as far as it goes: the second waits for what the first came to', async () => {
    const orderId = await paidOrder();
    await requestRefund(orderId, 'r1', 1_500);
    await expect(requestRefund(orderId, 'r2', 501)).rejects.toMatchObject({ code: 'refund-too-large' });
    await requestRefund(orderId, 'r2', 500);
    await bench.work();
    expect(await statusNow(orderId)).toBe('refunded');
    expect((await given()).sort()).toEqual([
      [1_500, 'succeeded'],
      [500, 'succeeded'],
    ]);
  });
});

it('is not asked for while the bank decides about a dispute', async () => {
  const orderId = await paidOrder();
  const dispute = new DisputeFee(orderId, { disputeId: 'dp_1', amount: 2_000 }, workerMetadata('spec'));
  await bench.commands.execute(order, dispute);
  await expect(requestRefund(orderId, 'r1', 500)).rejects.toMatchObject({ code: 'fee-disputed' });
  expect(await ask(bench.emulator.url, 'GET', '/v1/refunds')).toMatchObject({ data: [] });
});
