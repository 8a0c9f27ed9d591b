import { CheckoutBench } from '@supreme-access/test/fixtures/checkout-bench.js';
import { never, type Process } from '@supreme-access/test/fixtures/checkout-process.js';
import { pino } from 'pino';
import { Holders } from '../event-sourcing/claims.js';
import { derivedMetadata, workerMetadata } from '../event-sourcing/command-metadata.js';
import { Refused } from '../event-sourcing/decider.js';
import { JobRunner } from '../jobs/job-runner.js';
import { jobsProjection } from '../jobs/jobs.projection.js';
import { orderJobs } from '../orders/order.jobs.js';
import { order } from '../orders/order.js';
import { StartCheckout } from '../orders/order-checkout.js';
import { LEASE } from './checkouts.js';
import { releaseDue } from './release.jobs.js';

let bench: CheckoutBench;
beforeEach(async () => {
  bench = await CheckoutBench.open();
});
afterEach(() => bench.close());

/** A process, or a thread of one, that has the stores alone. */
const alone = (here?: string, part?: string) => bench.process(true, new Holders(true, here, part));

const count = async (orderId: string, type: string) =>
  (await bench.types(orderId)).filter((one) => one === type).length;

/** A process that claims the order and is killed before it asks the retailer for anything. */
async function killedAfterClaiming(orderId: string): Promise<void> {
  const { commands, orders, attempt, checkouts } = bench.process();
  const metadata = workerMetadata('checkout');
  await orders.place(orderId, derivedMetadata(metadata));
  const claim = { by: checkouts.by, leaseUntil: bench.now + LEASE, size: 'm', style: 'Ink' } as const;
  const { closesAt } = await attempt.drop((await bench.slotOf(orderId)).productId);
  await commands.execute(order, new StartCheckout(orderId, { ...claim, closesAt: closesAt ?? 0 }, metadata));
}

/** A process that has bought and is killed before it can say so. */
async function killedAfterBuying(orderId: string): Promise<void> {
  const dying = bench.process();
  const record = dying.commands.execute.bind(dying.commands);
  dying.commands.execute = async (decider, command) => {
    if (command.type === 'RecordCheckout') throw new Error('killed');
    return record(decider, command);
  };
  await expect(dying.step(orderId)).rejects.toThrow('killed');
  expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted']);
}

/** A process whose submission waits until it is let go on. */
function heldBack(hungUp = bench.process()): { hungUp: Process; reached: Promise<void>; letGo: () => void } {
  let letGo = (): void => undefined;
  let arrive = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let isFirst = true;
  bench.retailer.beforeCall = ({ method, path }) => {
    if (!isFirst || method !== 'PUT' || !path.startsWith('/checkouts/')) return undefined;
    isFirst = false;
    arrive();
    return gate;
  };
  return { hungUp, reached, letGo: () => letGo() };
}

describe('two workers on one order', () => {
  it('make one claim and one sale, whoever is faster', async () => {
    const productId = await bench.drop();
    const orders = await bench.reserveMany(productId, 12);
    await bench.release(productId);
    const processes = [bench.process(), bench.process(), bench.process()];
    await Promise.all(orders.flatMap((orderId) => processes.map((process) => process.step(orderId))));
    for (const orderId of orders) {
      expect([await count(orderId, 'CheckoutStarted'), await count(orderId, 'CheckoutSucceeded')]).toEqual([1, 1]);
      expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'PUT checkouts :1']);
    }
    expect(await bench.retailer.sales()).toHaveLength(orders.length);
  });

  it('do not both submit while a claim holds: the other one only asks what came of it', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    bench.now += LEASE - 1;
    expect(await bench.process().step(orderId)).toEqual({ rescheduleAt: bench.now + 1 });
    expect(bench.retailer.callsOf(orderId)).toEqual(['GET checkouts :1']);
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted']);
  });
});

describe('a claim whose holder was killed', () => {
  it('is settled without its lease by whoever asks the retailer, where that has sold', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterBuying(orderId);
    await bench.process().step(orderId);
    expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'PUT checkouts :1', 'GET checkouts :1']);
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted', 'CheckoutSucceeded']);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('is taken over at once by a process that has the stores alone, after the retailer has answered', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    await alone().step(orderId);
    const calls = ['GET checkouts :1', 'PUT carts :1', 'PUT checkouts :1'];
    expect(bench.retailer.callsOf(orderId)).toEqual(calls);
    const events = await bench.events(orderId);
    expect(events.map(({ type }) => type).slice(1)).toEqual([
      ...['CheckoutStarted', 'CheckoutOutcomeUnknown', 'CheckoutSucceeded'],
    ]);
    expect(events[2]?.data).toMatchObject({ reason: 'holder-ended', reference: `${orderId}:1` });
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('is left to its lease where the holder is the other thread of the process, and is at work', async () => {
    const orderId = await bench.dueOrder();
    const { hungUp, reached, letGo } = heldBack(alone('one', 'follows'));
    const submitting = hungUp.step(orderId);
    await reached;
    expect(await alone('one', 'answers').step(orderId)).toEqual({ rescheduleAt: bench.now + LEASE });
    letGo();
    await submitting;
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted', 'CheckoutSucceeded']);
    expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'PUT checkouts :1', 'GET checkouts :1']);
  });

  it('is not taken over while the retailer does not answer', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    await bench.retailer.fault('error500', 'lookup');
    await expect(alone().step(orderId)).rejects.toThrow('the retailer does not say');
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted']);
  });

  it('is marked in the due rows, so that a process that begins to work finds it', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    const claim = (await bench.due()).find(({ kind }) => kind === 'checkout');
    expect(claim).toMatchObject({ claimed: true, dueAt: bench.now + LEASE });
    await alone().step(orderId);
    expect((await bench.due()).filter(({ kind }) => kind === 'checkout')).toEqual([]);
  });

  it('is settled with all others as work begins, though no time has passed', async () => {
    const productId = await bench.drop();
    const orders = await bench.reserveMany(productId, 9);
    await bench.release(productId);
    for (const [index, orderId] of orders.entries()) {
      await (index % 2 === 0 ? killedAfterClaiming(orderId) : killedAfterBuying(orderId));
    }
    const due = jobsProjection([orderJobs, releaseDue]);
    const jobRunner = new JobRunner(bench.models, bench.projector, due, bench.clock, pino({ level: 'silent' }));
    for (const worker of alone().workers) jobRunner.register(worker);
    await jobRunner.settle();
    await jobRunner.stop(0);
    for (const orderId of orders) {
      expect((await bench.state(orderId)).bought).not.toBeNull();
      expect(await count(orderId, 'CheckoutStarted')).toBe(1);
    }
    expect(await bench.retailer.sales()).toHaveLength(orders.length);
  });
});

/** A process whose cached state of the order is from before a claim, as while that append is not answered. */
async function behind(orderId: string): Promise<Process> {
  const process = bench.process();
  const { commands, orders } = process;
  await orders.place(orderId, workerMetadata('checkout'));
  const [before, cached] = [await commands.cached(order, orderId), commands.cached.bind(commands)];
  commands.cached = async (decider, id) =>
    (decider.category === order.category ? before : cached(decider, id)) as never;
  return process;
}

const first = ({ checkouts }: Process, orderId: string) => checkouts.step(orderId, never, { isFirst: true });

/** Its claim is written, and it hears of that too late. */
async function heardTooLate(orderId: string): Promise<Process> {
  const holder = await behind(orderId);
  const execute = holder.commands.execute.bind(holder.commands);
  holder.commands.execute = async (decider, command) => {
    const handled = await execute(decider, command);
    if (command.type !== 'StartCheckout') return handled;
    throw new Refused('outcome-unknown', 'unavailable', 'The claim was not answered in time.');
  };
  await expect(first(holder, orderId)).rejects.toThrow('not answered in time');
  holder.commands.execute = execute;
  return holder;
}

describe('a claim whose append was answered too late', () => {
  it('is continued by its holder within the lease, after the retailer has answered', async () => {
    const orderId = await bench.dueOrder();
    const holder = await heardTooLate(orderId);
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted']);
    await first(holder, orderId);
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted', 'CheckoutSucceeded']);
    expect(bench.retailer.callsOf(orderId)).toEqual(['GET checkouts :1', 'PUT carts :1', 'PUT checkouts :1']);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('is left to its holder by another process that has not heard of it either', async () => {
    const orderId = await bench.dueOrder();
    const other = await behind(orderId);
    await heardTooLate(orderId);
    expect(await first(other, orderId)).toBeUndefined();
    expect(await bench.types(orderId)).toEqual(['OrderPlaced', 'CheckoutStarted']);
    expect(await bench.retailer.sales()).toHaveLength(0);
  });
});

describe('past its lease a claim', () => {
  it('is taken over: both ask the retailer first, one of them sends the same reference, once', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    bench.now += LEASE;
    await bench.work([bench.process(), bench.process()]);
    const lookups = ['GET checkouts :1', 'GET checkouts :1'];
    expect(bench.retailer.callsOf(orderId)).toEqual([...lookups, 'PUT carts :1', 'PUT checkouts :1']);
    expect(await bench.types(orderId)).toEqual([
      ...['OrderPlaced', 'CheckoutStarted'],
      ...['CheckoutOutcomeUnknown', 'CheckoutSucceeded'],
    ]);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('is due again by itself, with nobody left who remembers it', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    const claim = (await bench.due()).find(({ kind }) => kind === 'checkout');
    expect(claim).toMatchObject({ id: orderId, dueAt: bench.now + LEASE });
  });

  it('of a worker that bought and died leaves a sale that is found, not repeated', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterBuying(orderId);
    bench.now += LEASE;
    await bench.process().step(orderId);
    expect(bench.retailer.callsOf(orderId)).toEqual(['PUT carts :1', 'PUT checkouts :1', 'GET checkouts :1']);
    expect(await count(orderId, 'CheckoutSucceeded')).toBe(1);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('of a worker that only slept is taken over; when it wakes it buys nothing more', async () => {
    const orderId = await bench.dueOrder();
    const { hungUp, reached, letGo } = heldBack();
    const sleeping = hungUp.step(orderId);
    await reached;
    bench.now += LEASE;
    await bench.process().step(orderId);
    expect(await count(orderId, 'CheckoutSucceeded')).toBe(1);
    letGo();
    await sleeping;
    expect(await count(orderId, 'CheckoutSucceeded')).toBe(1);
    expect(bench.retailer.callsOf(orderId).filter((call) => call === 'PUT checkouts :1')).toHaveLength(2);
    expect(await bench.retailer.sales()).toHaveLength(1);
  });

  it('that cannot be looked up stays open under its reference', async () => {
    const orderId = await bench.dueOrder();
    await killedAfterClaiming(orderId);
    bench.now += LEASE;
    await bench.retailer.fault('error500', 'lookup');
    await expect(bench.step(orderId)).rejects.toThrow('the retailer does not say');
    expect(bench.retailer.callsOf(orderId)).toEqual(['GET checkouts :1']);
    expect((await bench.state(orderId)).checkout).toMatchObject({ reference: `${orderId}:1` });
  });
});
