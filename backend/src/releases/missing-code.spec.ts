import { jest } from '@jest/globals';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { CODE_GONE, usableCode } from '../orders/checkout-facts.js';
import { statusOf } from '../orders/order-status.js';

const [SECOND, HOUR] = [1_000, 3_600_000];

let bench: CheckoutBench;
beforeEach(async () => {
  bench = await CheckoutBench.open();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await bench.close();
});

const forget = async (orderId: string) => bench.vault.erase('code', (await bench.slotOf(orderId)).codeRecord ?? '');
const checkoutDue = async (orderId: string) =>
  (await bench.due()).find(({ kind, id }) => kind === 'checkout' && id === orderId)?.dueAt;

/** An order whose release has started, whose code is gone, and that was attempted. */
async function waiting(): Promise<string> {
  const orderId = await bench.dueOrder();
  await forget(orderId);
  await bench.work();
  return orderId;
}

describe('a checkout whose security code is gone', () => {
  it('ends its reference, waits, and asks the shopper', async () => {
    const orderId = await waiting();
    expect(bench.retailer.callsOf(orderId)).toEqual(['POST close :1']);
    const [refused] = (await bench.events(orderId)).slice(-1);
    expect(refused).toMatchObject({ type: 'CheckoutRefused', data: { attempt: 1, reason: CODE_GONE } });
    expect(statusOf(await bench.state(orderId))).toBe('processing');
    const mails = (await bench.allDue()).filter(({ kind }) => kind === 'mail').map(({ id }) => id);
    expect(mails).toContain(`order-${orderId}:code-needed:1`);
    bench.now += 24 * HOUR;
    await bench.work();
    expect(bench.retailer.callsOf(orderId)).toEqual(['POST close :1']);
  });

  it('goes on at once when it is given, under a new reference', async () => {
    const orderId = await waiting();
    bench.now += 30 * HOUR;
    await bench.giveCode(orderId, '987');
    expect(await checkoutDue(orderId)).toBe(bench.now);
    await bench.work();
    expect(await bench.retailer.sales()).toMatchObject([{ orderId, reference: `${orderId}:2` }]);
  });

  it('does not wait for a code that was given while the attempt found none', async () => {
    const orderId = await bench.dueOrder();
    await forget(orderId);
    bench.retailer.beforeCall = async ({ path }) => {
      if (path.endsWith('/close')) await bench.giveCode(orderId, '987');
    };
    await bench.step(orderId);
    bench.retailer.beforeCall = () => undefined;
    expect(await checkoutDue(orderId)).toBe(bench.now);
    await bench.work();
    expect((await bench.state(orderId)).bought).toMatchObject({ size: 'm', style: 'Ink' });
  });

  it('is closed without a charge when none comes in 72 hours', async () => {
    const orderId = await waiting();
    bench.now += 72 * HOUR + SECOND;
    await bench.work();
    expect((await bench.events(orderId)).at(-1)).toEqual({ type: 'OrderClosed', data: { reason: 'card-data-gone' } });
  });

  it('is asked nothing about when the vault knows nothing of the code: it is another vault', async () => {
    const orderId = await bench.dueOrder({ codeRecord: 'of-another-vault' });
    await expect(bench.step(orderId)).rejects.toThrow('the vault knows nothing of code');
    expect((await bench.events(orderId)).at(-1)).toMatchObject({ type: 'CheckoutStarted' });
  });
});

describe('a security code', () => {
  it('is not submitted again once the card was declined with it, even while it is still there', async () => {
    const orderId = await bench.dueOrder();
    const no = { kind: 'refused', reason: 'declined', retryable: true } as const;
    const submit = jest.spyOn(bench.retailer.client, 'buy').mockResolvedValueOnce(no);
    await bench.work();
    const state = await bench.state(orderId);
    expect([state.codeWanted, usableCode(state)]).toEqual([true, null]);
    bench.now += 60 * SECOND;
    await bench.work();
    expect(submit).toHaveBeenCalledTimes(1);
    await bench.giveCode(orderId, '987');
    await bench.work();
    expect((await bench.state(orderId)).bought).not.toBeNull();
  });
});
