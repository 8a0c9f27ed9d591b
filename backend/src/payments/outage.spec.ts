import { jest } from '@jest/globals';
import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { Holders } from '../event-sourcing/claims.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { order } from '../orders/order.js';
import { RefundOrder } from '../orders/order-refund.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { LEASE } from './fee-attempt.js';
import { RefundFees } from './refund.worker.js';

const HOUR = 3_600_000;
const AWAY = { kind: 'unknown', cause: 'connection' } as const;
/** events that an order may have after 72 hours of trouble */
const BOUND = 20;

let bench: PaymentsBench;
beforeAll(async () => {
  bench = await PaymentsBench.open();
});
afterAll(() => bench.close());
afterEach(() => jest.restoreAllMocks());

const gateway = () => bench.get(StripeGateway);
const count = async (orderId: string, type: string) =>
  (await bench.types(orderId)).filter((one) => one === type).length;

/** Tries in pauses that grow to an hour; Stripe's silence is no surprise. */
async function goOn(hours: number, ...tries: (() => Promise<unknown>)[]): Promise<void> {
  const until = bench.now + hours * HOUR;
  for (let pause = HOUR / 64; bench.now < until; pause = Math.min(2 * pause, HOUR)) {
    await Promise.allSettled(tries.map((attempt) => attempt()));
    bench.now += pause;
  }
}

async function charges(orderId: string): Promise<string[]> {
  const { intents, charges: all } = await bench.ledger();
  const own = intents.filter(({ metadata }) => metadata.orderId === orderId).map(({ id }) => id);
  return all.filter((charge) => own.includes(charge.payment_intent)).map(({ status }) => status);
}

describe('the fee while Stripe is away', () => {
  it('is asked after all the time, and the log grows by nothing', async () => {
    const orderId = await bench.order(CARDS.pays);
    jest.spyOn(gateway(), 'confirm').mockResolvedValueOnce(AWAY);
    await bench.fees.charge(orderId);
    const lookups = jest.spyOn(gateway(), 'lookup').mockResolvedValue(AWAY);
    const before = await bench.types(orderId);
    const other = bench.otherProcess();

    await goOn(
      70,
      () => bench.fees.charge(orderId),
      () => other.charge(orderId),
    );

    expect(await bench.types(orderId)).toEqual(before);
    expect(lookups.mock.calls.length).toBeGreaterThan(50);
    jest.restoreAllMocks();
    await other.charge(orderId);
    expect(await charges(orderId)).toEqual(['succeeded']);
  });

  it('that Stripe shows and does not charge is confirmed over and over under a claim that holds ever longer', async () => {
    const orderId = await bench.order(CARDS.pays);
    const confirms = jest.spyOn(gateway(), 'confirm').mockResolvedValue(AWAY);
    const other = bench.otherProcess();

    await goOn(
      71,
      () => bench.fees.charge(orderId),
      () => other.charge(orderId),
    );

    expect((await bench.types(orderId)).length).toBeLessThanOrEqual(BOUND);
    expect(confirms.mock.calls.length).toBeGreaterThan(40);
    expect(new Set(confirms.mock.calls.map(([{ attempt }]) => attempt))).toEqual(new Set([1]));
    jest.restoreAllMocks();
    await goOn(
      0.5,
      () => bench.fees.charge(orderId),
      () => other.charge(orderId),
    );
    expect(await charges(orderId)).toEqual(['succeeded']);
    expect(await count(orderId, 'FeeCharged')).toBe(1);
  });

  it('and its worker is killed every six hours costs no more events', async () => {
    const orderId = await bench.order(CARDS.pays);
    jest.spyOn(gateway(), 'confirm').mockResolvedValue(AWAY);

    for (let life = 0; life < 11; life += 1) {
      const worker = bench.otherProcess();
      await goOn(6, () => worker.charge(orderId));
    }

    expect((await bench.types(orderId)).length).toBeLessThanOrEqual(BOUND);
    jest.restoreAllMocks();
    bench.now += 12 * HOUR;
    await bench.fees.charge(orderId);
    expect(await charges(orderId)).toEqual(['succeeded']);
  });

  it('is only asked after by others for as long as a claim holds, and left alone by its own worker until its time', async () => {
    const orderId = await bench.order(CARDS.pays);
    const confirms = jest.spyOn(gateway(), 'confirm').mockResolvedValue(AWAY);
    const lookups = jest.spyOn(gateway(), 'lookup');
    await bench.fees.charge(orderId);
    bench.now += LEASE - 1;

    const later = { rescheduleAt: bench.now + 1 };
    expect(await bench.otherProcess().charge(orderId)).toEqual(later);
    expect(await bench.fees.charge(orderId)).toEqual(later);

    expect([confirms.mock.calls.length, lookups.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('a refund while Stripe is away', () => {
  async function refundRequested(): Promise<string> {
    const orderId = await bench.order(CARDS.pays);
    await bench.fees.charge(orderId);
    const input = { refundId: 'r1', amount: 500, reason: 'wrong size' };
    await bench.commands.execute(order, new RefundOrder(orderId, input, workerMetadata('spec')));
    return orderId;
  }
  const worker = () => new RefundFees(bench.commands, gateway(), () => bench.now, new Holders(false));
  const refund = (refunds: RefundFees, orderId: string) => () =>
    refunds.work({ kind: 'refund', id: `${orderId}:r1`, dueAt: 0, attempt: 0, cause: 'e-1' });
  const given = async () => (await bench.ledger()).refunds.length;

  it('is asked after all the time, and the log grows by nothing', async () => {
    const orderId = await refundRequested();
    jest.spyOn(gateway(), 'refund').mockResolvedValueOnce(AWAY);
    await refund(worker(), orderId)();
    const before = await bench.types(orderId);
    const lookups = jest.spyOn(gateway(), 'lookupRefund').mockResolvedValue(AWAY);

    await goOn(72, refund(worker(), orderId), refund(worker(), orderId));

    expect(await bench.types(orderId)).toEqual(before);
    expect(lookups.mock.calls.length).toBeGreaterThan(50);
  });

  it('that Stripe does not make is asked for over and over under a claim that holds ever longer', async () => {
    const orderId = await refundRequested();
    const madeBefore = await given();
    const made = jest.spyOn(gateway(), 'refund').mockResolvedValue(AWAY);
    const [one, other] = [refund(worker(), orderId), refund(worker(), orderId)];

    await goOn(72, one, other);

    expect((await bench.types(orderId)).length).toBeLessThanOrEqual(BOUND);
    expect(made.mock.calls.length).toBeGreaterThan(40);
    jest.restoreAllMocks();
    await goOn(0.5, one, other);
    expect((await given()) - madeBefore).toBe(1);
    expect(await count(orderId, 'FeeRefunded')).toBe(1);
  });
});
