import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { statusOf } from '../orders/order-status.js';
import { LEASE } from './fee-attempt.js';

const PROMISE = 72 * 3_600_000;

let bench: PaymentsBench;
beforeEach(async () => {
  bench = await PaymentsBench.open();
});
afterEach(() => bench.close());

const ended = async (orderId: string) => (await bench.events(`order-${orderId}`)).at(-1);
const intentOf = async () => (await bench.ledger()).intents.map(({ status }) => status);

async function declinedOrder(): Promise<string> {
  const orderId = await bench.order(CARDS.declines);
  await bench.work();
  return orderId;
}

describe('72 hours after the release', () => {
  it('a fee that was never paid lapses, and its intent can never be charged any more', async () => {
    const orderId = await declinedOrder();
    bench.now += PROMISE - 1;
    await bench.work();
    expect(statusOf(await bench.state(orderId))).toBe('action_required');
    bench.now += 1;
    await bench.work();
    expect(await ended(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'fee-lapsed' } });
    expect(await intentOf()).toEqual(['canceled']);
    const late = bench.fees.payAgain(orderId, await bench.token(CARDS.pays), workerMetadata('shopper'));
    await expect(late).rejects.toMatchObject({ code: 'fee-settled' });
    expect(await bench.due()).toEqual([]);
  });

  it('an open intent that Stripe says succeeded is a success, and nothing is closed', async () => {
    const orderId = await declinedOrder();
    await bench.fault('lose-answer', '/confirm');
    const lost = bench.fees.payAgain(orderId, await bench.token(CARDS.pays), workerMetadata('shopper'));
    await expect(lost).rejects.toThrow('do not know yet');
    bench.now += PROMISE;
    await bench.closeOnly(orderId);
    expect(await ended(orderId)).toMatchObject({ type: 'FeeCharged', data: { amount: 2_000 } });
    await bench.work();
    expect(statusOf(await bench.state(orderId))).toBe('success');
  });

  it('an attempt that never arrived is cancelled before the order is closed', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('error-before', '/confirm');
    await bench.work();
    bench.now += PROMISE;
    await bench.closeOnly(orderId);
    expect((await bench.types(orderId)).slice(-2)).toEqual(['FeeDeclined', 'OrderClosed']);
    await bench.work();
    expect(await intentOf()).toEqual(['canceled']);
    expect((await bench.state(orderId)).charged).toBeNull();
  });

  it('closing waits while Stripe cannot be asked', async () => {
    const orderId = await declinedOrder();
    bench.now += PROMISE;
    await bench.fault('error-before', '/cancel');
    await expect(bench.closeOnly(orderId)).rejects.toThrow('Stripe could not be reached');
    expect((await bench.state(orderId)).closed).toBeNull();
    await bench.closeOnly(orderId);
    expect((await bench.state(orderId)).closed).toBe('fee-lapsed');
  });

  it('what was bought but could never be charged is closed as well', async () => {
    const orderId = await bench.order(CARDS.pays);
    bench.now += PROMISE;
    await bench.closeOnly(orderId);
    expect(await ended(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'fee-lapsed' } });
    expect(await intentOf()).toEqual([]);
  });

  it('what has ended is left alone', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.work();
    bench.now += PROMISE;
    expect(await bench.closeOnly(orderId)).toBeUndefined();
    expect(await ended(orderId)).toMatchObject({ type: 'FeeCharged' });
  });
});

describe('an open checkout reference', () => {
  it('is settled at the retailer first; until then closing waits', async () => {
    const orderId = await bench.order(CARDS.pays, {}, false);
    bench.now += PROMISE;
    await expect(bench.closeOnly(orderId)).rejects.toThrow('the retailer has not said');
    expect((await bench.state(orderId)).closed).toBeNull();
    bench.retailer.answer = async () => {
      await bench.refuse(orderId);
      return null;
    };
    await bench.closeOnly(orderId);
    expect(await ended(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'no-evidence' } });
  });

  it('that turns out to be bought is closed uncharged: the time is up', async () => {
    const orderId = await bench.order(CARDS.pays, {}, false);
    bench.now += PROMISE;
    bench.retailer.answer = async () => {
      await bench.buy(orderId);
      return null;
    };
    await bench.closeOnly(orderId);
    expect(await ended(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'fee-lapsed' } });
    bench.now += LEASE;
    await bench.work();
    expect(await intentOf()).toEqual([]);
  });
});
