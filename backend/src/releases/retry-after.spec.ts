import { jest } from '@jest/globals';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { KEY } from '@supreme-access/test/fixtures/retailer.js';
import { Breakers } from '../jobs/breakers.js';
import type { OnAnswer } from '../jobs/partner-limit.js';
import { RetryableError } from '../jobs/retries.js';
import { OwnRetailer } from '../retailers/own/own-retailer.js';
import type { UnknownAnswer } from '../retailers/retailer.js';

const [SECOND, MINUTE] = [1_000, 60_000];

describe('a retailer that says when to come again', () => {
  let bench: CheckoutBench;
  beforeEach(async () => {
    bench = await CheckoutBench.open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await bench.close();
  });

  const busy = (retryAfterMs?: number): UnknownAnswer => ({
    kind: 'unknown',
    cause: 'busy',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  const dueOf = async (kind: string, orderId: string) =>
    (await bench.due()).find((row) => row.kind === kind && row.id === orderId)?.dueAt;
  const retryableErrorOf = async (work: Promise<unknown>): Promise<RetryableError> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof RetryableError) return error;
    throw new Error('no retryable error was thrown');
  };

  it('to a submission is asked no sooner, and is sold under the same reference then', async () => {
    const orderId = await bench.dueOrder();
    jest.spyOn(bench.retailer.client, 'buy').mockResolvedValueOnce(busy(10 * MINUTE));
    await bench.work();
    expect((await bench.events(orderId)).at(-1)).toMatchObject({
      type: 'CheckoutOutcomeUnknown',
      data: { reason: 'busy', retryAt: bench.now + 10 * MINUTE },
    });
    expect(await dueOf('checkout', orderId)).toBe(bench.now + 10 * MINUTE);
    const calls = bench.retailer.callsOf(orderId).length;
    bench.now += 10 * MINUTE - 1;
    await bench.work();
    expect(bench.retailer.callsOf(orderId)).toHaveLength(calls);
    bench.now += 1;
    await bench.work();
    expect(await bench.retailer.sales()).toMatchObject([{ orderId, reference: `${orderId}:1` }]);
  });

  it('to the next one as well, which is no news for the log, is asked no sooner', async () => {
    const orderId = await bench.dueOrder();
    jest.spyOn(bench.retailer.client, 'buy').mockResolvedValue(busy());
    await bench.work();
    bench.now += MINUTE;
    jest.spyOn(bench.retailer.client, 'lookUp').mockResolvedValueOnce(busy(7 * MINUTE));
    const looked = await retryableErrorOf(bench.step(orderId));
    expect([looked.notBefore, looked.partner]).toEqual([bench.now + 7 * MINUTE, 'retailer']);
    jest.spyOn(bench.retailer.client, 'buy').mockResolvedValue(busy(8 * MINUTE));
    const sent = await retryableErrorOf(bench.step(orderId));
    expect(sent.notBefore).toBe(bench.now + 8 * MINUTE);
  });

  it('and asks for less than a second, or for nothing, is given a second', async () => {
    for (const retryAfterMs of [0, 999, undefined]) {
      const orderId = await bench.dueOrder();
      jest.spyOn(bench.retailer.client, 'buy').mockResolvedValueOnce(busy(retryAfterMs));
      await bench.step(orderId);
      expect(await dueOf('checkout', orderId)).toBe(bench.now + SECOND);
    }
  });

  it('to the end of a reference is asked no sooner either, and the order stays open until then', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += PROMISE_MS;
    jest.spyOn(bench.retailer.client, 'close').mockResolvedValueOnce(busy(10 * MINUTE));
    const { notBefore, partner } = await retryableErrorOf(bench.work());
    expect([notBefore, partner]).toEqual([bench.now + 10 * MINUTE, 'retailer']);
    expect((await bench.state(orderId)).closed).toBeNull();
    bench.now += 10 * MINUTE;
    await bench.work();
    expect((await bench.state(orderId)).closed).toBe('no-evidence');
  });
});

describe('what is made of Retry-After', () => {
  const signal = new AbortController().signal;
  const answering = (status: number, retryAfter?: string, recordResult: OnAnswer = () => undefined) =>
    new OwnRetailer({
      url: 'https://retailer.example',
      key: KEY,
      recordResult,
      send: async () => ({ status, retryAfter, text: '{}' }),
    });

  it.each([
    [429, '0', 0],
    [429, '1', 1_000],
    [503, '7', 7_000],
    [503, '3600', 3_600_000],
    [429, '3601', 3_600_000],
    [429, '999999999', 3_600_000],
  ])('with %i and "%s" is a wait of %i ms, an hour at most', async (status, header, retryAfterMs) => {
    const results: unknown[] = [];
    const client = answering(status, header, (...result) => results.push(result));
    const responses = [client.lookUp({ reference: 'a:1' }, signal), client.close({ reference: 'a:1' }, signal)];
    const answer = { kind: 'unknown', cause: 'busy', retryAfterMs };
    expect(await Promise.all(responses)).toEqual([answer, answer]);
    const expected = [status === 429 ? 'busy' : 'server-error', retryAfterMs];
    expect(results).toEqual([expected, expected]);
  });

  it.each(['9999999999', '-1', '1.5', ' 7', '', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'is nothing where it is no number of seconds: "%s"',
    async (header) => {
      expect(await answering(429, header).lookUp({ reference: 'a:1' }, signal)).toEqual({
        kind: 'unknown',
        cause: 'busy',
      });
    },
  );

  it.each([429, 503])('lets nobody else go there meanwhile, with %i', async (status) => {
    jest.useFakeTimers({ now: 1_000_000 });
    const breaker = new Breakers(() => 0.5).of('retailer');
    await answering(status, '30', breaker.recordResult).lookUp({ reference: 'a:1' }, signal);
    expect(breaker.limit.isClosed).toBe(true);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(breaker.limit.isClosed).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    expect(breaker.limit.isClosed).toBe(false);
    jest.useRealTimers();
  });
});
