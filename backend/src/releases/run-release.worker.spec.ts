import { jest } from '@jest/globals';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { never } from '@supreme-access/test/fixtures/checkout-process.js';
import { Holders } from '../event-sourcing/claims.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { order, WithdrawOrder } from '../orders/order.js';
import { statusOf } from '../orders/order-status.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';

afterAll(() => void jest.restoreAllMocks());

/** what one release may have under way at the retailer */
const BOUND = 64;
const row = (id: string) => ({ kind: 'run-release', id, dueAt: 0, attempt: 0, cause: 'e-1' });

let bench: CheckoutBench;
beforeEach(async () => {
  bench = await CheckoutBench.open({ latency: { min: 5, max: 15 } });
});
afterEach(() => bench.close());

async function released(count: number): Promise<{ productId: string; orders: string[] }> {
  const productId = await bench.drop();
  const orders: string[] = [];
  for (let index = 0; index < count; index += 1) {
    orders.push(await bench.reserve(productId));
    bench.now += 1;
  }
  await bench.release(productId);
  return { productId, orders };
}
const run = (productId: string, process = bench.process(), signal = never) =>
  process.run.work(row(productId), signal, signal);
const startedOf = async (orderId: string) =>
  (await bench.types(orderId)).filter((type) => type === 'CheckoutStarted').length;

describe('a release that runs', () => {
  it('attempts every order once, in the order of their slots, and never more than its bound at once', async () => {
    const { productId, orders } = await released(BOUND + 40);
    await run(productId);
    const sales = await bench.retailer.sales();
    expect(sales.map(({ reference }) => reference).sort()).toEqual(orders.map((id) => `${id}:1`).sort());
    expect(bench.retailer.busiest).toBeLessThanOrEqual(BOUND);
    expect(bench.retailer.busiest).toBeGreaterThan(BOUND / 2);
    const carts = bench.retailer.calls.filter(({ path }) => path.startsWith('/carts/'));
    const first = carts.slice(0, BOUND).map(({ path }) => decodeURIComponent(path).split(/[/:]/)[2]);
    expect([...first].sort()).toEqual(orders.slice(0, BOUND).sort());
  });

  it('asks the retailer only about orders that still hold a slot', async () => {
    const { productId, orders: held } = await released(2);
    const [given = '', kept = ''] = held;
    const { commands, orders } = bench.process();
    const input = { by: 'holder', reason: 'changed my mind' } as const;
    await commands.execute(order, new WithdrawOrder(given, input, workerMetadata('spec')));
    await orders.giveBack(given, workerMetadata('spec'));
    await bench.settled();
    await run(productId);
    expect(bench.retailer.callsOf(given)).toEqual([]);
    expect(await bench.retailer.sales()).toMatchObject([{ orderId: kept }]);
  });

  it('buys nothing twice when it is run again', async () => {
    const { productId, orders } = await released(10);
    await run(productId);
    await run(productId);
    expect(await bench.retailer.sales()).toHaveLength(10);
    expect(await Promise.all(orders.map(startedOf))).toEqual(orders.map(() => 1));
  });

  it('buys nothing twice when two processes run it at once', async () => {
    const { productId, orders } = await released(30);
    await Promise.all([run(productId), run(productId), run(productId)]);
    expect(await bench.retailer.sales()).toHaveLength(30);
    expect(await Promise.all(orders.map(startedOf))).toEqual(orders.map(() => 1));
  });

  it('is shared by processes that run it at once, who hardly meet, and ended by the one that is left', async () => {
    const { productId, orders } = await released(180);
    const all = ['one', 'two'].map((here) => ({ holders: new Holders(false, here), claims: 0 }));
    bench.projector.onBatch((events) => {
      for (const { holders } of all) for (const event of events) holders.hear(event, bench.now);
    });
    const [one, two] = all.map((each) => {
      const process = bench.process(true, each.holders);
      const execute = process.commands.execute.bind(process.commands);
      process.commands.execute = (decider, command) => {
        if (command.type === 'StartCheckout') each.claims += 1;
        return execute(decider, command);
      };
      return process;
    });
    const hold = new AbortController();
    const running = run(productId, two, hold.signal);
    await run(productId, one);
    hold.abort();
    await running;
    const claims = all.map((each) => each.claims);
    expect(Math.min(...claims)).toBeGreaterThan(60);
    // Until they know of each other they begin with the same ones.
    expect(claims.reduce((sum, each) => sum + each) - orders.length).toBeLessThan(2 * BOUND);
    bench.now += 5_001;
    while ((await bench.retailer.sales()).length < orders.length) await run(productId, one);
    expect(await Promise.all(orders.map(startedOf))).toEqual(orders.map(() => 1));
  });

  it('goes on with those it has begun before it knew that another process works, too', async () => {
    const { productId, orders } = await released(24);
    const holders = new Holders(false, 'one');
    const process = bench.process(true, holders);
    const choose = process.attempt.choose.bind(process.attempt);
    process.attempt.choose = async () => {
      throw new Error('the vault is away');
    };
    await expect(run(productId, process)).rejects.toThrow('the vault is away');
    process.attempt.choose = choose;
    const data = { by: 'checkout-two.all', leaseUntil: bench.now + 1 };
    for (const _ of orders) holders.hear({ data }, bench.now);
    expect(orders.filter((orderId) => holders.isInShare(orderId, bench.now)).length).toBeLessThan(24);
    await run(productId, process);
    expect(await bench.retailer.sales()).toHaveLength(24);
  });

  it('leaves whoever waits for another attempt to their own time, when two processes run it at once', async () => {
    const { productId, orders } = await released(3);
    for (const orderId of orders) await bench.vault.erase('code', (await bench.slotOf(orderId)).codeRecord ?? '');
    const [one, other] = [bench.process(), bench.process()];
    const step = other.checkouts.step.bind(other.checkouts);
    other.checkouts.step = async (...input) => {
      await run(productId, one);
      return step(...input);
    };
    await run(productId, other);
    expect(await Promise.all(orders.map(startedOf))).toEqual(orders.map(() => 1));
  });

  it('leaves nobody out because of somebody whose attempt fails in an unforeseen way', async () => {
    const { productId, orders } = await released(BOUND + 10);
    const strange = orders.slice(0, BOUND + 5);
    const process = bench.process();
    const choose = process.attempt.choose.bind(process.attempt);
    process.attempt.choose = async (placed, ...rest) => {
      if (strange.includes(placed.orderId)) throw new Error('a bug');
      return choose(placed, ...rest);
    };
    await expect(run(productId, process)).rejects.toThrow('a bug');
    expect(await bench.retailer.sales()).toHaveLength(5);
    await run(productId);
    expect(await bench.retailer.sales()).toHaveLength(orders.length);
  });

  describe('with an order whose stream is locked', () => {
    const locked = (orderId: string) => new StreamDamaged({ stream: `order-${orderId}`, revision: 0, reason: 'hash' });
    const failing = (process: ReturnType<typeof bench.process>, errorOf: (orderId: string) => Error | undefined) => {
      const choose = process.attempt.choose.bind(process.attempt);
      process.attempt.choose = async (placed, ...rest) => {
        const error = errorOf(placed.orderId);
        if (error) throw error;
        return choose(placed, ...rest);
      };
      return process;
    };

    it('is tried again for the others, and set aside for that one alone', async () => {
      const { productId, orders } = await released(3);
      const [damaged = '', late] = orders;
      let isAway = true;
      const process = failing(bench.process(), (orderId) => {
        if (orderId === damaged) return locked(orderId);
        return isAway && orderId === late ? new Error('the vault is away') : undefined;
      });
      await expect(run(productId, process)).rejects.toThrow('the vault is away');
      isAway = false;
      await expect(run(productId, process)).rejects.toThrow(`order-${damaged} is locked`);
      expect(await bench.retailer.sales()).toHaveLength(2);
    });

    it('goes on with those that wait for their turn', async () => {
      const { productId, orders } = await released(BOUND + 10);
      const process = bench.process();
      const retailer = process.breakers.of('retailer');
      failing(process, (orderId) => {
        if (orderId !== orders[0]) return undefined;
        for (let troubles = 0; troubles < 10; troubles += 1) retailer.recordResult('connection');
        return locked(orderId);
      });
      expect(await run(productId, process)).toEqual({ rescheduleAt: expect.any(Number) });
    });
  });

  it('lets another probe go where the first one had nothing to ask, while the retailer is thought to be away', async () => {
    const { productId, orders } = await released(2);
    const [taken = ''] = orders;
    const process = bench.process();
    const retailer = process.breakers.of('retailer');
    for (let troubles = 0; troubles < 10; troubles += 1) retailer.recordResult('connection');
    // It finds nobody to ask, and has both in mind.
    await run(productId, process);
    await bench.process().step(taken);
    const later = Date.now() + 10_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);

    await run(productId, process);
    await run(productId, process);

    clock.mockRestore();
    expect(await bench.retailer.sales()).toHaveLength(2);
  });

  it('reads the whole drop once, however often it looks at the last ones again', async () => {
    const { productId } = await released(20);
    await bench.retailer.fault('lostAnswer', 'submit', 3);
    const process = bench.process();
    expect(await run(productId, process)).toEqual({ rescheduleAt: expect.any(Number) });
    await bench.settled();
    const find = jest.spyOn(bench.models, 'find');
    const callsBefore = bench.retailer.calls.length;
    for (let look = 0; look < 3; look += 1)
      expect(await run(productId, process)).toEqual({ rescheduleAt: expect.any(Number) });
    expect(find).not.toHaveBeenCalled();
    expect(bench.retailer.calls).toHaveLength(callsBefore);
  });

  it('closes whoever was still waiting when the promise ran out between two looks', async () => {
    const { productId, orders } = await released(2);
    const process = bench.process();
    const choose = process.attempt.choose;
    process.attempt.choose = async () => {
      throw new Error('nobody knows the stock');
    };
    await expect(run(productId, process)).rejects.toThrow('nobody knows the stock');
    process.attempt.choose = choose;
    bench.now += PROMISE_MS;
    await run(productId, process);
    for (const orderId of orders) expect((await bench.state(orderId)).closed).toBe('no-evidence');
  });

  it('takes up nothing new once it is told to stop, and is to be looked at again', async () => {
    const { productId, orders } = await released(BOUND + 10);
    const stop = new AbortController();
    bench.retailer.beforeCall = () => stop.abort();
    expect(await run(productId, bench.process(), stop.signal)).toEqual({ rescheduleAt: expect.any(Number) });
    const started = (await Promise.all(orders.map(startedOf))).reduce((sum, one) => sum + one, 0);
    expect(started).toBeLessThanOrEqual(BOUND);
    bench.retailer.beforeCall = () => undefined;
    bench.now += 60_000;
    await bench.work();
    expect(await bench.retailer.sales()).toHaveLength(orders.length);
  });
});

describe('a release is finished', () => {
  it('only once nothing of it is pending or processing', async () => {
    const { productId, orders } = await released(3);
    const [lost = ''] = orders;
    await bench.retailer.fault('lostAnswer', 'submit', 3);
    expect(await run(productId)).toEqual({ rescheduleAt: bench.now + 1_000 });
    bench.now += 60_000;
    await bench.work();
    expect(statusOf(await bench.state(lost))).toBe('processing');
    for (const orderId of orders) {
      await bench.settled();
      expect(await run(productId)).toEqual({ rescheduleAt: bench.now + 1_000 });
      expect((await bench.dropState(productId)).finishedAt).toBeNull();
      await bench.waive(orderId);
    }
    await bench.settled();
    await run(productId);
    expect((await bench.dropState(productId)).finishedAt).toBe(bench.now);
    expect(await bench.due()).toEqual([]);
  });

  it('only once its orders are in the read model, however quickly they were attempted', async () => {
    const productId = await bench.drop();
    await bench.settled();
    await bench.projector.stop();
    bench.settled = async () => undefined;
    const orderId = await bench.reserve(productId);
    await bench.release(productId);
    await bench.retailer.fault('error500', 'submit', 3);
    expect(await run(productId)).toEqual({ rescheduleAt: bench.now + 1_000 });
    expect(statusOf(await bench.state(orderId))).toBe('processing');
    expect((await bench.dropState(productId)).finishedAt).toBeNull();
  });

  it('at once when it had no orders, and once only', async () => {
    const { productId } = await released(0);
    const finished = await run(productId);
    expect(finished).toEqual(expect.any(Number));
    expect(await run(productId)).toBeUndefined();
  });

  it('never before it has started', async () => {
    const productId = await bench.drop();
    await bench.reserve(productId);
    expect(await run(productId)).toBeUndefined();
    expect(bench.retailer.calls).toEqual([]);
  });
});
