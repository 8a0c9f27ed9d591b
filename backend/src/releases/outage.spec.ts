import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { never, type Process } from '@supreme-access/test/fixtures/checkout-process.js';
import type { Job } from '../jobs/jobs.projection.js';

const HOUR = 3_600_000;
/** events that an order may have after 72 hours of trouble */
const BOUND = 20;

let bench: CheckoutBench;
beforeEach(async () => {
  bench = await CheckoutBench.open();
});
afterEach(() => bench.close());

const count = async (orderId: string, type: string) =>
  (await bench.types(orderId)).filter((one) => one === type).length;

/** Each process tries the order's checkout in pauses that grow to an hour. */
async function goOn(orderId: string, hours: number, processes: readonly Process[]): Promise<void> {
  const row: Job = { kind: 'checkout', id: orderId, dueAt: 0, attempt: 1, cause: 'e-1' };
  const until = bench.now + hours * HOUR;
  for (let pause = HOUR / 64; bench.now < until; pause = Math.min(2 * pause, HOUR)) {
    const checkouts = processes.map(({ workers }) => workers.find(({ kind }) => kind === row.kind));
    await Promise.allSettled(checkouts.map((worker) => worker?.work(row, never, never)));
    bench.now += pause;
  }
}

describe('a retailer that is away for 60 hours', () => {
  it('is asked all the time, and the log says once that it does not answer', async () => {
    const orderId = await bench.dueOrder();
    const processes = [bench.process(), bench.process()];
    await bench.retailer.shut();
    await processes[0]?.step(orderId);

    await goOn(orderId, 60, processes);

    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted', 'CheckoutOutcomeUnknown']);
    expect(bench.retailer.callsOf(orderId).length).toBeGreaterThan(50);
    await bench.retailer.reopen();
    await goOn(orderId, 1, processes);
    expect(await bench.types(orderId)).toEqual([
      ...['OrderPlaced', 'CheckoutStarted', 'CheckoutOutcomeUnknown'],
      ...['CheckoutOutcomeUnknown', 'CheckoutSucceeded'],
    ]);
    expect(await bench.retailer.sales()).toMatchObject([{ reference: `${orderId}:1` }]);
  });

  it('whose answer was lost before is asked for it, and no claim is made for that', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('lostAnswer');
    await bench.step(orderId);
    await bench.retailer.shut();
    await goOn(orderId, 60, [bench.process()]);
    await bench.retailer.reopen();

    await goOn(orderId, 1, [bench.process()]);

    expect(await bench.types(orderId)).toEqual([
      ...['OrderPlaced', 'CheckoutStarted'],
      ...['CheckoutOutcomeUnknown', 'CheckoutSucceeded'],
    ]);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });
});

describe('a retailer that says what it has sold and sells nothing for 72 hours', () => {
  const submissions = (orderId: string) =>
    bench.retailer.callsOf(orderId).filter((call) => call === 'PUT checkouts :1');

  it('is sent the same reference over and over under a claim that holds ever longer', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('error500', 'submit', 100_000);
    const worker = bench.process();
    await worker.step(orderId);

    await goOn(orderId, 71, [worker, bench.process()]);

    expect((await bench.types(orderId)).length).toBeLessThanOrEqual(BOUND);
    expect(submissions(orderId).length).toBeGreaterThan(50);
    expect(await count(orderId, 'CheckoutStarted')).toBe(1);
  });

  it('is sent it again soon after it sells again', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('error500', 'submit', 100_000);
    const worker = bench.process();
    await worker.step(orderId);
    await goOn(orderId, 60, [worker]);
    const before = await bench.types(orderId);
    await bench.retailer.noFaults();

    await goOn(orderId, 0.5, [worker]);

    expect(await bench.types(orderId)).toEqual([...before, 'CheckoutSucceeded']);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('and whose buyer is killed every six hours costs no more events', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('error500', 'submit', 100_000);
    await bench.process().step(orderId);

    for (let life = 0; life < 7; life += 1) await goOn(orderId, 6, [bench.process()]);

    expect((await bench.types(orderId)).length).toBeLessThanOrEqual(BOUND);
    await bench.retailer.noFaults();
    bench.now += 12 * HOUR;
    await bench.process().step(orderId);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });
});

describe('a retailer that says it opens in ten hours', () => {
  it('is tried once, asked when it opens, and tried again from shortly before', async () => {
    const orderId = await bench.dueOrder();
    const worker = bench.process();
    const opensAt = bench.now + 10 * HOUR;
    await bench.retailer.opens((await bench.slotOf(orderId)).productId, opensAt);
    await worker.step(orderId);

    await goOn(orderId, 9, [worker, bench.process()]);

    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted', 'CheckoutRefused']);
    bench.now = opensAt - 29_000;
    await worker.step(orderId);
    expect((await bench.state(orderId)).attempts).toBe(2);
    bench.now = opensAt;
    await worker.step(orderId);
    expect(await bench.retailer.sales()).toMatchObject([{ reference: `${orderId}:3` }]);
  });
});

describe('a claim', () => {
  it('is taken over only once the retailer has said that it saw nothing', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    bench.now += HOUR;
    await bench.retailer.fault('error500', 'lookup');
    const before = await bench.types(orderId);
    const other = bench.process();

    await expect(other.step(orderId)).rejects.toThrow('the retailer does not say');
    expect(await bench.types(orderId)).toEqual(before);

    await other.step(orderId);
    expect((await bench.types(orderId)).slice(before.length)).toEqual(['CheckoutOutcomeUnknown', 'CheckoutSucceeded']);
  });

  it('is only asked after by others for as long as it holds', async () => {
    const orderId = await bench.dueOrder();
    await bench.retailer.fault('droppedConnection');
    await bench.step(orderId);
    const { leaseUntil } = (await bench.state(orderId)).checkout ?? { leaseUntil: 0 };
    const calls = bench.retailer.callsOf(orderId);
    bench.now = leaseUntil - 1;

    expect(await bench.process().step(orderId)).toEqual({ rescheduleAt: leaseUntil });

    expect(bench.retailer.callsOf(orderId)).toEqual([...calls, 'GET checkouts :1']);
  });

  it('is not used when it may run out before the retailer has answered', async () => {
    const orderId = await bench.dueOrder();
    const worker = bench.process();
    await bench.retailer.fault('droppedConnection');
    await worker.step(orderId);
    const { leaseUntil } = (await bench.state(orderId)).checkout ?? { leaseUntil: 0 };
    bench.now = leaseUntil - 19_999;

    expect(await worker.step(orderId)).toEqual({ rescheduleAt: leaseUntil });

    expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'PUT checkouts :1', 'GET checkouts :1']);
  });
});
