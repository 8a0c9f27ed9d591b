import { answerBank, sdk } from '@supreme-access/test/fixtures/emulator.js';
import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { derivedMetadata, workerMetadata } from '../event-sourcing/command-metadata.js';
import { statusOf } from '../orders/order-status.js';
import { LEASE } from './fee-attempt.js';

let bench: PaymentsBench;
beforeAll(async () => {
  bench = await PaymentsBench.open();
});
afterAll(() => bench.close());
afterEach(() => bench.noFaults());

const shopper = () => workerMetadata('shopper');
const statusNow = async (orderId: string) => statusOf(await bench.state(orderId));

/** The order's own part of Stripe's ledger: one intent, and how each try at it ended. */
async function tries(orderId: string): Promise<string[]> {
  const { intents, charges } = await bench.ledger();
  const own = intents.filter(({ metadata }) => metadata.orderId === orderId).map(({ id }) => id);
  expect(own.length).toBeLessThanOrEqual(1);
  return charges.filter((charge) => own.includes(charge.payment_intent)).map(({ status }) => status);
}
const feeEvents = async (orderId: string) => (await bench.types(orderId)).filter((type) => type.startsWith('Fee'));

async function declinedOrder(card: string): Promise<string> {
  const orderId = await bench.order(card);
  await bench.work();
  expect(await statusNow(orderId)).toBe('action_required');
  return orderId;
}

describe('charging the fee of what was bought', () => {
  it('happens once, however often it is due', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.work();
    await bench.work();
    expect(await bench.fees.charge(orderId)).toBeUndefined();
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['succeeded']);
    expect((await bench.state(orderId)).charged?.amount).toBe(2_000);
  });

  it('does not happen before there is evidence', async () => {
    const orderId = await bench.order(CARDS.pays, {}, false);
    expect(await bench.fees.charge(orderId)).toBeUndefined();
    expect(await tries(orderId)).toEqual([]);
  });

  it.each([
    ['a free slot', { price: 0 }],
    ["a fee below Stripe's minimum", { price: 49 }],
    ['a test order', { livemode: false }],
  ])('is waived for %s', async (_, changes) => {
    const orderId = await bench.order(CARDS.pays, changes);
    await bench.work();
    expect(await feeEvents(orderId)).toEqual(['FeeWaived']);
    expect(await tries(orderId)).toEqual([]);
    expect(await statusNow(orderId)).toBe('success');
  });

  it('is tried again later, and claims nothing, while Stripe cannot be asked', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('error-before', '/payment_intents');
    await expect(bench.fees.charge(orderId)).rejects.toThrow('Stripe could not be reached');
    expect(await feeEvents(orderId)).toEqual([]);
    await bench.noFaults();
    await bench.work();
    expect(await tries(orderId)).toEqual(['succeeded']);
  });
});

describe('a log put back from a backup', () => {
  /** Stripe charged the order more than a day ago, and the log has lost that it did. */
  async function chargedBefore(): Promise<string> {
    const orderId = await bench.order(CARDS.pays, { reservedAt: bench.now - 25 * 3_600_000 });
    const { customerId: customer = '', paymentMethodId: payment_method } =
      (await bench.state(orderId)).placed?.payer ?? {};
    const stripe = sdk(bench.emulator.url);
    const owner = await stripe.customers.retrieve(customer);
    const metadata = { orderId, installation: 'metadata' in owner ? (owner.metadata.installation ?? '') : '' };
    const intent = { amount: 2_000, currency: 'usd', customer, payment_method, metadata, confirm: true };
    await stripe.paymentIntents.create(intent);
    return orderId;
  }

  it('charges nobody again for what Stripe has charged and forgotten the key of', async () => {
    const orderId = await chargedBefore();

    await bench.work();

    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['succeeded']);
  });

  it('is tried again later when Stripe cannot be asked what it has charged', async () => {
    const orderId = await chargedBefore();
    await bench.fault('error-before', '/payment_intents');

    await expect(bench.fees.charge(orderId)).rejects.toThrow('Stripe could not be reached');

    await bench.noFaults();
    await bench.work();
    expect(await tries(orderId)).toEqual(['succeeded']);
  });
});

describe('a charge whose process has ended', () => {
  /** As a kill leaves it: confirmed at Stripe, and the answer received by nobody. */
  async function killedAfterConfirming(number: string): Promise<string> {
    const orderId = await bench.order(number);
    await bench.fault('lose-answer', '/confirm');
    await bench.otherProcess().charge(orderId);
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted']);
    return orderId;
  }

  it('is settled by whoever asks Stripe, without its lease', async () => {
    const orderId = await killedAfterConfirming(CARDS.pays);
    await bench.fees.charge(orderId);
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['succeeded']);
  });

  it('that Stripe never saw waits for the lease where processes share the stores', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('error-before', '/confirm');
    await bench.otherProcess().charge(orderId);
    expect(await bench.fees.charge(orderId)).toEqual({ rescheduleAt: bench.now + LEASE });
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted']);
  });

  it('that Stripe never saw is confirmed at once by a process that has the stores alone', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('error-before', '/confirm');
    await bench.otherProcess().charge(orderId);
    await bench.noFaults();
    await bench.otherProcess(true).charge(orderId);
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['succeeded']);
  });
});

describe('an answer that was lost', () => {
  it('is asked for once the lease has passed: one charge', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('lose-answer', '/confirm');
    await bench.work();
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted']);
    bench.now += LEASE - 1;
    await bench.work();
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted']);
    bench.now += 1;
    await bench.work();
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['succeeded']);
  });

  it('of a decline is not a second try at the bank', async () => {
    const orderId = await bench.order(CARDS.declines);
    await bench.fault('lose-answer', '/confirm');
    await bench.work();
    bench.now += LEASE;
    await bench.work();
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeDeclined']);
    expect(await tries(orderId)).toEqual(['failed']);
  });

  it('to a request that never arrived is had by confirming the same attempt', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('error-before', '/confirm');
    await bench.work();
    bench.now += LEASE;
    await bench.work();
    const [claim, takeover] = (await bench.events(`order-${orderId}`)).filter(
      ({ type }) => type === 'FeeChargeStarted',
    );
    expect([claim?.data, takeover?.data]).toMatchObject([{ attempt: 1 }, { attempt: 1 }]);
    expect(await tries(orderId)).toEqual(['succeeded']);
    expect(await statusNow(orderId)).toBe('success');
  });
});

describe('two workers', () => {
  it('in two processes at once: one claims, one charge', async () => {
    const orderId = await bench.order(CARDS.pays);
    const other = bench.otherProcess();
    const answers = await Promise.all([bench.fees.charge(orderId), other.charge(orderId), bench.fees.charge(orderId)]);
    expect(answers.filter((position) => position !== undefined)).toHaveLength(1);
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['succeeded']);
  });

  it('one slow, one taking over: one charge', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('delay', '/confirm', 1, { delayMs: 300 });
    const slow = bench.fees.charge(orderId);
    await bench.appended(orderId, 'FeeChargeStarted');
    bench.now += LEASE;
    await Promise.all([slow, bench.otherProcess().charge(orderId)]);
    bench.now += LEASE;
    await bench.work();
    expect((await feeEvents(orderId)).filter((type) => type === 'FeeCharged')).toHaveLength(1);
    expect(await tries(orderId)).toEqual(['succeeded']);
  });
});

it('a decline that is read late is not one of the card that the shopper pays with meanwhile', async () => {
  const orderId = await bench.order(CARDS.declines);
  await bench.fault('lose-answer', '/confirm');
  await bench.work();
  bench.now += LEASE;
  await bench.fault('delay', '/payment_intents', 1, { delayMs: 1_000 });
  const late = bench.otherProcess().charge(orderId);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await bench.fees.charge(orderId);
  expect(await statusNow(orderId)).toBe('action_required');
  await bench.fault('error-before', '/confirm');
  await expect(bench.fees.payAgain(orderId, await bench.token(CARDS.pays), shopper())).rejects.toThrow('do not know');
  await late;
  expect((await bench.state(orderId)).charge).toMatchObject({ attempt: 2 });
  expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeDeclined', 'FeeChargeStarted']);
});

describe('a fee that needs the shopper', () => {
  it('is left to them: the worker does not try again', async () => {
    const orderId = await declinedOrder(CARDS.hasNoFunds);
    bench.now += 3_600_000;
    await bench.work();
    expect((await bench.state(orderId)).declined).toBe('insufficient_funds');
    expect(await tries(orderId)).toEqual(['failed']);
  });

  it('is paid with another card, on the same intent', async () => {
    const orderId = await declinedOrder(CARDS.declines);
    await bench.fees.payAgain(orderId, await bench.token(CARDS.paysToo), shopper());
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeDeclined', 'FeeChargeStarted', 'FeeCharged']);
    expect(await tries(orderId)).toEqual(['failed', 'succeeded']);
    expect(await statusNow(orderId)).toBe('success');
  });

  it('says why the card was declined again', async () => {
    const orderId = await declinedOrder(CARDS.declines);
    const again = bench.fees.payAgain(orderId, null, shopper());
    await expect(again).rejects.toMatchObject({ code: 'card-declined', kind: 'conflict' });
    const poor = bench.fees.payAgain(orderId, await bench.token(CARDS.hasNoFunds), shopper());
    await expect(poor).rejects.toThrow('insufficient funds');
    await expect(bench.fees.payAgain(orderId, 'tok_unheard', shopper())).rejects.toMatchObject({
      code: 'card-declined',
    });
    expect(await tries(orderId)).toEqual(['failed', 'failed', 'failed']);
    expect(await statusNow(orderId)).toBe('action_required');
  });

  it('is no place to try out cards: twenty are looked at, then none for a while', async () => {
    const [orderId, another] = [await declinedOrder(CARDS.declines), await declinedOrder(CARDS.declines)];
    const pay = (order: string, token: string) => bench.fees.payAgain(order, token, shopper());
    for (let tried = 0; tried < 20; tried += 1)
      await expect(pay(orderId, 'tok_unheard')).rejects.toMatchObject({ code: 'card-declined' });
    const token = await bench.token(CARDS.pays);
    await expect(pay(orderId, token)).rejects.toMatchObject({ code: 'too-many', kind: 'too-many' });
    expect(await pay(another, await bench.token(CARDS.pays))).toBeNull();
  });

  it('is refused when nothing is to be paid', async () => {
    const paid = await bench.order(CARDS.pays);
    await bench.work();
    const pending = await bench.order(CARDS.pays, {}, false);
    for (const orderId of [paid, pending]) {
      const refused = bench.fees.payAgain(orderId, null, shopper());
      await expect(refused).rejects.toMatchObject({ code: 'fee-settled', kind: 'conflict' });
    }
  });

  it('sends a shopper whose bank asks for them there, and records it', async () => {
    const orderId = await declinedOrder(CARDS.asksItsHolder);
    expect((await bench.state(orderId)).declined).toBe('authentication_required');
    const url = await bench.fees.payAgain(orderId, null, shopper(), 'http://localhost/action/1');
    expect(await statusNow(orderId)).toBe('action_required');
    await answerBank(url ?? '', 'complete');
    bench.hearWebhooks();
    await bench.settle();
    expect(await tries(orderId)).toContain('succeeded');
    expect(await statusNow(orderId)).toBe('success');
  });

  it('answers copies of a request what came of it: paid, declined, or where the bank asks', async () => {
    const [declines, asks] = [await declinedOrder(CARDS.declines), await declinedOrder(CARDS.asksItsHolder)];
    const context = shopper();
    for (let copy = 0; copy < 2; copy += 1) {
      await expect(bench.fees.payAgain(declines, null, context)).rejects.toMatchObject({ code: 'card-declined' });
    }
    const back = 'http://localhost/action/1';
    const where = await bench.fees.payAgain(asks, null, context, back);
    expect([where, await bench.fees.payAgain(asks, null, context, back)]).toEqual([expect.any(String), where]);
    const paying = shopper();
    const token = await bench.token(CARDS.pays);
    for (let copy = 0; copy < 2; copy += 1) expect(await bench.fees.payAgain(declines, token, paying)).toBeNull();
    expect([await tries(declines), await tries(asks)]).toEqual([
      ['failed', 'failed', 'succeeded'],
      expect.not.arrayContaining(['succeeded']),
    ]);
  });

  it('can be saved when Stripe no longer knew the customer', async () => {
    const orderId = await bench.order(CARDS.pays, { payer: { customerId: 'cus_gone', paymentMethodId: 'pm_gone' } });
    await bench.work();
    expect(await bench.state(orderId)).toMatchObject({
      declined: 'resource_missing',
      intentId: null,
      chargeAttempts: 1,
    });
    await bench.fees.payAgain(orderId, await bench.token(CARDS.pays), shopper());
    expect(await tries(orderId)).toEqual(['succeeded']);
  });
});

describe('a shopper whose answer was lost', () => {
  it('is told so, and the payment is found later', async () => {
    const orderId = await declinedOrder(CARDS.declines);
    await bench.fault('lose-answer', '/confirm');
    const lost = bench.fees.payAgain(orderId, await bench.token(CARDS.pays), shopper());
    await expect(lost).rejects.toMatchObject({ code: 'outcome-unknown', kind: 'unavailable' });
    const early = bench.fees.payAgain(orderId, null, shopper());
    await expect(early).rejects.toMatchObject({ code: 'outcome-unknown' });
    bench.now += LEASE;
    await bench.work();
    expect(await statusNow(orderId)).toBe('success');
    expect(await tries(orderId)).toEqual(['failed', 'succeeded']);
  });

  it('is asked again when the payment never arrived: nobody charges behind their back', async () => {
    const orderId = await declinedOrder(CARDS.declines);
    await bench.fault('error-before', '/confirm');
    await expect(bench.fees.payAgain(orderId, await bench.token(CARDS.pays), shopper())).rejects.toThrow(
      'do not know yet',
    );
    bench.now += LEASE;
    await bench.work();
    expect(await statusNow(orderId)).toBe('action_required');
    expect(await tries(orderId)).toEqual(['failed']);
  });

  it('is not interrupted by a worker before the lease has passed', async () => {
    const orderId = await declinedOrder(CARDS.declines);
    await bench.fault('error-before', '/confirm');
    await expect(bench.fees.payAgain(orderId, await bench.token(CARDS.pays), shopper())).rejects.toThrow(
      'do not know yet',
    );
    bench.now += LEASE - 1;
    expect(await bench.fees.charge(orderId)).toEqual({ rescheduleAt: bench.now + 1 });
    expect((await bench.state(orderId)).charge).toMatchObject({ attempt: 2 });
  });

  it('pays once when they repeat themselves or click twice', async () => {
    const orderId = await declinedOrder(CARDS.declines);
    const token = await bench.token(CARDS.pays);
    const context = shopper();
    const same = [context, context, derivedMetadata(context)].map((metadata) =>
      bench.fees.payAgain(orderId, token, metadata),
    );
    const answers = await Promise.allSettled(same);
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await feeEvents(orderId)).filter((type) => type === 'FeeCharged')).toHaveLength(1);
    expect(await tries(orderId)).toEqual(['failed', 'succeeded']);
  });
});
