import { jest } from '@jest/globals';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { never } from '@supreme-access/test/fixtures/checkout-process.js';
import { statusOf } from '../orders/order-status.js';

const SECOND = 1_000;

let bench: CheckoutBench;
beforeEach(async () => {
  bench = await CheckoutBench.open();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await bench.close();
});

const tried = async (orderId: string) => (await bench.retailer.ledger()).filter((one) => one.orderId === orderId);
const last = async (orderId: string) => (await bench.events(orderId)).at(-1);
/** Our clock at the moment the order is to be tried again. */
async function whenDue(orderId: string): Promise<void> {
  const row = (await bench.due()).find(({ kind, id }) => kind === 'checkout' && id === orderId);
  bench.now = Math.max(bench.now, row?.dueAt ?? bench.now);
}

describe('an attempt at the retailer', () => {
  it('buys the first choice under the first reference and records the proof', async () => {
    const orderId = await bench.dueOrder();
    await bench.step(orderId);
    const [sale] = await bench.retailer.sales();
    expect(sale).toMatchObject({ reference: `${orderId}:1`, size: 'm', style: 'Ink' });
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted', 'CheckoutSucceeded']);
    const { bought } = await bench.state(orderId);
    expect(bought).toMatchObject({ size: 'm', style: 'Ink', evidence: { kind: 'retailer' } });
    expect(bought?.evidence.reference).toMatch(/^SBX-/);
    expect(bought?.evidence.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is not made twice, and the last piece gone since then takes nothing back', async () => {
    const orderId = await bench.dueOrder();
    await bench.step(orderId);
    await bench.retailer.stock((await bench.slotOf(orderId)).productId, {});
    bench.now += 2 * SECOND;
    expect(await bench.step(orderId)).toBeUndefined();
    expect(statusOf(await bench.state(orderId))).toBe('processing');
    expect(await tried(orderId)).toHaveLength(1);
  });

  it('tries the first choice when nobody can say what is left', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('error500', 'availability');
    await bench.step(orderId);
    expect(await bench.retailer.sales()).toMatchObject([{ orderId, size: 'm', style: 'Ink' }]);
  });
});

describe('an answer that says nothing', () => {
  it.each([['error500'], ['error429'], ['droppedConnection']] as const)(
    'after %s is followed by the same reference, once the pause is over',
    async (fault) => {
      const orderId = await bench.dueOrder();
      await bench.retailer.fault(fault);
      await bench.step(orderId);
      const unknown = await last(orderId);
      expect(unknown).toMatchObject({
        type: 'CheckoutOutcomeUnknown',
        data: { attempt: 1, retryAt: bench.now + SECOND },
      });
      expect((await bench.due()).map(({ kind, dueAt }) => [kind, dueAt])).toContainEqual([
        'checkout',
        bench.now + SECOND,
      ]);

      await whenDue(orderId);
      await bench.work();
      expect(await tried(orderId)).toMatchObject([{ reference: `${orderId}:1`, outcome: 'succeeded' }]);
      expect((await bench.types(orderId)).filter((type) => type === 'CheckoutStarted')).toHaveLength(1);
    },
  );

  it('was lost on its way: looking it up finds the sale, and nothing is sent again', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('lostAnswer');
    await bench.step(orderId);
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutOutcomeUnknown', data: { reason: 'connection' } });
    await whenDue(orderId);
    await bench.work();
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutSucceeded', data: { reference: `${orderId}:1` } });
    expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'PUT checkouts :1', 'GET checkouts :1']);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('is held back: after 20 seconds we hang up, and the sale is found by looking it up', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('timeoutAfterAccepting');
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const attempt = bench.step(orderId);
    await bench.retailer.hasSold(orderId);
    for (const [over, ms] of timers.mock.calls) if (ms === 20_000) over();
    timers.mockRestore();
    await attempt;
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutOutcomeUnknown', data: { reason: 'aborted' } });

    await whenDue(orderId);
    await bench.work();
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutSucceeded' });
    expect(await bench.retailer.sales()).toHaveLength(1);
  });
});

describe('a definite no', () => {
  it('that the piece is sold out leads to the next size under a new reference', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('soldOut', 'submit', 2);
    await bench.work();
    expect(await tried(orderId)).toMatchObject([
      { reference: `${orderId}:1`, outcome: 'refused', reason: 'sold-out', size: 'm', style: 'Ink' },
      { reference: `${orderId}:2`, outcome: 'refused', reason: 'sold-out', size: 'l', style: 'Ink' },
      { reference: `${orderId}:3`, outcome: 'succeeded', size: 'xl', style: 'Ink' },
    ]);
    expect((await bench.state(orderId)).bought).toMatchObject({ size: 'xl', style: 'Ink' });
  });

  it('of the cart ends the reference before another one is used', async () => {
    const orderId = await bench.dueOrder();
    const { productId } = await bench.slotOf(orderId);
    await bench.retailer.stock(productId, { 'm/Ink': 0, 'm/Stone': 1 });
    await bench.retailer.fault('error500', 'availability', 1);
    await bench.step(orderId);
    expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'POST close :1']);
    bench.now += 2 * SECOND;
    await bench.work();
    expect(await tried(orderId)).toMatchObject([
      { reference: `${orderId}:1`, outcome: 'refused', reason: 'closed' },
      { outcome: 'succeeded', size: 'm', style: 'Stone' },
    ]);
  });

  it('of the cart whose closing went unheard does not end the order', async () => {
    const orderId = await bench.dueOrder();
    const { productId } = await bench.slotOf(orderId);
    await bench.retailer.stock(productId, { 'm/Ink': 0 }, 5);
    await bench.retailer.fault('error500', 'availability', 1);
    await bench.retailer.fault('lostAnswer', 'close');
    await bench.step(orderId);
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutOutcomeUnknown' });
    bench.now += 60 * SECOND;
    await bench.work();
    bench.now += 60 * SECOND;
    await bench.work();
    expect(await bench.retailer.sales()).toMatchObject([{ orderId, attempt: 2, size: 'l', style: 'Ink' }]);
  });

  it('ends the order at once when only the first choice was agreed to', async () => {
    const orderId = await bench.dueOrder({ fallback: false });
    await bench.retailer.fault('soldOut');
    await bench.work();
    expect(await last(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'sold-out' } });
    expect(await tried(orderId)).toHaveLength(1);
  });

  it('to the first choice ends the order when nothing else is left', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.stock((await bench.slotOf(orderId)).productId, {});
    await bench.work();
    expect(await last(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'sold-out' } });
    expect(await tried(orderId)).toMatchObject([{ reference: `${orderId}:1`, outcome: 'refused' }]);
  });

  it('to the card ends the order', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('declined');
    await bench.work();
    expect((await bench.events(orderId)).slice(-2)).toMatchObject([
      { type: 'CheckoutRefused', data: { reason: 'declined', retryAt: null } },
      { type: 'OrderClosed', data: { reason: 'retailer-refused' } },
    ]);
    expect(await bench.due()).toEqual([]);
  });

  it('because it does not sell yet is followed by another attempt until it does', async () => {
    const orderId = await bench.dueOrder();
    const opensAt = bench.now + 10 * SECOND;
    await bench.retailer.opens((await bench.slotOf(orderId)).productId, opensAt);
    for (let round = 0; round < 20 && (await bench.retailer.sales()).length === 0; round += 1) {
      await bench.work();
      await whenDue(orderId);
    }
    const { bought, attempts } = await bench.state(orderId);
    expect(bought).toMatchObject({ size: 'm', style: 'Ink' });
    expect(attempts).toBeGreaterThan(2);
    const refusals = (await tried(orderId)).filter(({ outcome }) => outcome === 'refused');
    expect(refusals.map(({ attempt }) => attempt)).toEqual(refusals.map((_, index) => index + 1));
  });
});

it('an order that waits for another attempt is not attempted before its time by a worker that comes late', async () => {
  const orderId = await bench.dueOrder();
  await bench.retailer.opens((await bench.slotOf(orderId)).productId, bench.now + 20 * SECOND);
  await bench.work();
  await whenDue(orderId);
  const row = (await bench.due()).find(({ kind }) => kind === 'checkout');
  if (!row) throw new Error('nothing is due');
  for (const { workers } of [bench.process(), bench.process()]) {
    await workers.find(({ kind }) => kind === 'checkout')?.work(row, never, never);
  }
  expect((await bench.state(orderId)).attempts).toBe(2);
  expect((await tried(orderId)).map(({ attempt }) => attempt)).toEqual([1, 2]);
});

describe('a shelf that is empty before it opens', () => {
  it('is not sold out', async () => {
    const orderId = await bench.dueOrder();
    const { productId } = await bench.slotOf(orderId);
    const opensAt = bench.now + 5 * SECOND;
    await bench.retailer.opens(productId, opensAt, 0);
    for (let round = 0; round < 3; round += 1) {
      await bench.work();
      await whenDue(orderId);
    }
    expect((await bench.state(orderId)).closed).toBeNull();
    bench.now = opensAt + 30 * SECOND;
    await bench.retailer.stock(productId, { 'm/Ink': 1 });
    await bench.work();
    expect(await bench.retailer.sales()).toMatchObject([{ orderId, size: 'm', style: 'Ink' }]);
  });
});

describe('card data that is gone', () => {
  const forget = async (orderId: string) => bench.vault.erase('card', (await bench.slotOf(orderId)).cardRecord);

  it('ends the order, and its reference first', async () => {
    const orderId = await bench.dueOrder();
    await forget(orderId);
    await bench.step(orderId);
    expect(bench.retailer.callsOf(orderId)).toEqual(['POST close :1']);
    expect(await last(orderId)).toEqual({ type: 'OrderClosed', data: { reason: 'card-data-gone' } });
  });

  it('cannot undo what was bought with it', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('lostAnswer');
    await bench.step(orderId);
    await bench.retailer.fault('error500', 'lookup');
    await forget(orderId);
    bench.now += 60 * SECOND;
    await expect(bench.work()).rejects.toThrow('the retailer does not say');
    await bench.work();
    expect(await last(orderId)).toMatchObject({ type: 'CheckoutSucceeded', data: { reference: `${orderId}:1` } });
  });

  it('waits for the retailer to say that nothing is on its way', async () => {
    const orderId = await bench.dueOrder();
    await forget(orderId);
    await bench.retailer.shut();
    await bench.step(orderId);
    expect((await bench.state(orderId)).closed).toBeNull();
    await bench.retailer.reopen();
    await whenDue(orderId);
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('card-data-gone');
  });
});
