import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { never } from '@supreme-access/test/fixtures/checkout-process.js';
import { aPurchase } from '@supreme-access/test/fixtures/retailer.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { CloseOrder, order } from '../orders/order.js';
import { RecordCheckout, RecordEvidence } from '../orders/order-checkout.js';
import { statusOf } from '../orders/order-status.js';

let bench: CheckoutBench;
beforeEach(async () => {
  bench = await CheckoutBench.open();
});
afterEach(() => bench.close());

const kindsDue = async () => (await bench.allDue()).map(({ kind }) => kind);
const last = async (orderId: string) => (await bench.events(orderId)).at(-1);

describe('72 hours after the release an open reference', () => {
  it('that the retailer never saw is ended there, and the order with it', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect(await last(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'no-evidence' } });
    const late = await bench.retailer.client.buy(aPurchase(`${orderId}:1`), never);
    expect(late).toMatchObject({ kind: 'refused', reason: 'closed' });
    expect(await bench.retailer.sales()).toEqual([]);
    bench.now += 30_000;
    await bench.work();
    expect(await bench.due()).toEqual([]);
  });

  it('under which it was bought is recorded, and never charged', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('lostAnswer');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect((await bench.events(orderId)).slice(-2)).toMatchObject([
      { type: 'CheckoutSucceeded', data: { reference: `${orderId}:1`, size: 'm', style: 'Ink' } },
      { type: 'OrderClosed', data: { reason: 'fee-lapsed' } },
    ]);
    expect(statusOf(await bench.state(orderId))).toBe('fail');
    expect(await kindsDue()).not.toContain('charge');
  });

  it('waits for a retailer that cannot be asked, and nothing is tried meanwhile', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.retailer.shut();
    await expect(bench.work()).rejects.toThrow('the retailer has not said yet');
    const calls = bench.retailer.callsOf(orderId);
    expect(calls.slice(2)).toEqual(['POST close :1']);
    expect(await bench.step(orderId)).toEqual({ rescheduleAt: expect.any(Number) });
    expect(bench.retailer.callsOf(orderId)).toEqual(calls);
    expect((await bench.state(orderId)).closed).toBeNull();
    await bench.retailer.reopen();
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
  });

  it('waits for a configured retailer whose client cannot be made, as for one that is away', async () => {
    bench.sellsAt(bench.retailer.client, undefined as never);
    const orderId = await bench.dueOrder({}, { retailerId: 'partner' });
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.settled();
    const keyless = bench.process();
    keyless.attempt.retailer = async () => Promise.reject(new Error('its key is gone'));
    expect(await keyless.checkouts.settle(orderId)).toBeGreaterThan(bench.now);
    expect((await bench.state(orderId)).closed).toBeNull();
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
  });

  it('is not taken over any more: nothing is bought after the time is up', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += PROMISE_MS - 1;
    const before = bench.retailer.calls.length;
    bench.now += 1;
    await bench.step(orderId);
    expect(bench.retailer.calls).toHaveLength(before);
  });
});

describe('72 hours after the release an order', () => {
  it('that nobody came to attempt is closed, and its release is over', async () => {
    const productId = await bench.drop();
    const orders = await bench.reserveMany(productId, 3);
    await bench.release(productId);
    bench.now += PROMISE_MS;
    await bench.work();
    for (const orderId of orders) {
      expect(await last(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'no-evidence' } });
    }
    expect(bench.retailer.calls).toEqual([]);
    expect((await bench.dropState(productId)).finishedAt).toBe(bench.now);
  });

  it('that waited for another attempt is closed without one', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.opens((await bench.slotOf(orderId)).productId, bench.now + 2 * PROMISE_MS);
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    expect(await last(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'no-evidence' } });
    expect(await bench.retailer.sales()).toEqual([]);
  });

  it('can be attempted by hand no more', async () => {
    const orderId = await bench.dueOrder();
    bench.now += PROMISE_MS;
    expect(await bench.step(orderId)).toBeUndefined();
    expect(bench.retailer.calls).toEqual([]);
  });
});

describe('news of an order that was closed', () => {
  async function closedOrder(): Promise<string> {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    await bench.work();
    return orderId;
  }
  const evidence = { kind: 'retailer', reference: 'R-1', sha256: 'ab' } as const;

  it('that it was bought after all is recorded as late, and makes no charge due', async () => {
    const orderId = await closedOrder();
    const { commands } = bench.process();
    const outcome = { kind: 'succeeded', evidence } as const;
    await commands.execute(
      order,
      new RecordCheckout(orderId, { reference: `${orderId}:1`, outcome }, workerMetadata('checkout')),
    );
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutSucceeded', data: { late: true } });
    expect(statusOf(await bench.state(orderId))).toBe('fail');
    expect(await kindsDue()).not.toContain('charge');
  });

  it('does not undo what was proved in the same moment', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    const { commands } = bench.process();
    await commands.execute(order, new RecordEvidence(orderId, { evidence }, workerMetadata('spec')));
    await commands.execute(order, new CloseOrder(orderId, { reason: 'no-evidence' }, workerMetadata('close-order')));
    expect(statusOf(await bench.state(orderId))).toBe('processing');
  });

  it('from anybody but the retailer is none', async () => {
    const orderId = await closedOrder();
    const before = await bench.types(orderId);
    const proof = { evidence: { ...evidence, kind: 'reviewed' as const } };
    const pending = bench.process().commands.execute(order, new RecordEvidence(orderId, proof, workerMetadata('spec')));
    await expect(pending).rejects.toMatchObject({ code: 'refused-reference' });
    expect(await bench.types(orderId)).toEqual(before);
  });

  it('that it was refused is no news', async () => {
    const orderId = await closedOrder();
    const before = await bench.types(orderId);
    const outcome = { kind: 'refused', reason: 'sold-out', retryAt: null } as const;
    const data = { reference: `${orderId}:1`, outcome };
    await bench.process().commands.execute(order, new RecordCheckout(orderId, data, workerMetadata('checkout')));
    expect(await bench.types(orderId)).toEqual(before);
  });
});
