import { answerBank, ask, SECRET } from '@supreme-access/test/fixtures/emulator.js';
import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import Stripe from 'stripe';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { PARKED } from '../jobs/jobs.projection.js';
import { Parking } from '../jobs/parking.js';
import { CloseOrder, order } from '../orders/order.js';
import { RefundOrder } from '../orders/order-refund.js';
import { statusOf } from '../orders/order-status.js';
import { LEASE } from './fee-attempt.js';
import { intentsProjection } from './intents.projection.js';

let bench: PaymentsBench;
beforeEach(async () => {
  bench = await PaymentsBench.open();
});
afterEach(() => bench.close());

type Event = {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  data: { object: Record<string, unknown> };
};

/** What Stripe has to tell, oldest first. */
async function eventsOf(...types: string[]): Promise<Event[]> {
  const { data } = await ask<{ data: Event[] }>(bench.emulator.url, 'GET', '/v1/events?limit=100');
  return data.filter(({ type }) => types.length === 0 || types.includes(type)).reverse();
}

async function tell(event: object, secret = SECRET): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const response = await fetch(`${bench.url}/api/webhooks/stripe`, { method: 'POST', body: payload, headers });
  return response.status;
}
async function tellAll(...events: Event[]): Promise<void> {
  for (const event of events) expect(await tell(event)).toBe(200);
  await bench.work();
}

const inboxOf = async ({ id }: Event) =>
  (await bench.events(`stripe-${id}`)) as unknown as { type: string; data: object }[];
const outcomeOf = async (event: Event) => (await inboxOf(event)).find(({ type }) => type === 'WebhookApplied')?.data;
const statusNow = async (orderId: string) => statusOf(await bench.state(orderId));
const feeEvents = async (orderId: string) => (await bench.types(orderId)).filter((type) => /Fee|Refund/.test(type));

async function paidOrder(card: string = CARDS.pays): Promise<string> {
  const orderId = await bench.order(card);
  await bench.work();
  return orderId;
}
async function refund(orderId: string, amount: number | null): Promise<void> {
  const data = { refundId: 'r1', amount, reason: 'wrong size' };
  await bench.commands.execute(order, new RefundOrder(orderId, data, workerMetadata('spec')));
}

describe('the webhook endpoint', () => {
  it('stores what Stripe signed before it answers, once, and nothing personal', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    event.data.object.receipt_email = 'ada@example.test';
    expect([await tell(event), await tell({ ...event, pending_webhooks: 0 })]).toEqual([200, 200]);
    const stored = await inboxOf(event);
    expect(stored.map(({ type }) => type)).toEqual(['WebhookReceived']);
    expect(stored[0]?.data).toMatchObject({ type: 'payment_intent.succeeded', amount: 2_000, livemode: false });
    expect(JSON.stringify(stored)).not.toContain('ada@example.test');
  });

  it('refuses what is not signed with our secret, and keeps nothing of it', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    expect(await tell(event, 'whsec_of_someone_else')).toBe(400);
    const unsigned = await fetch(`${bench.url}/api/webhooks/stripe`, {
      method: 'POST',
      body: JSON.stringify(event),
      headers: { 'content-type': 'application/json' },
    });
    expect([unsigned.status, await unsigned.json()]).toMatchObject([400, { code: 'signature-invalid' }]);
    expect(await inboxOf(event)).toEqual([]);
  });

  it('ignores what another installation or the other mode made', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const foreign = { ...event.data.object, metadata: { orderId: 'x', installation: 'elsewhere' } };
    expect(await tell({ ...event, data: { object: foreign } })).toBe(200);
    expect(await tell({ ...event, livemode: true })).toBe(200);
    expect(await inboxOf(event)).toEqual([]);
  });

  it('never says 200 to what it could not store', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const append = bench.log.append;
    bench.log.append = async () => {
      throw new Error('the disk is full');
    };
    expect(await tell(event)).toBe(500);
    bench.log.append = append;
    expect(await tell(event)).toBe(200);
    expect(await inboxOf(event)).toHaveLength(1);
  });
});

describe('a payment that Stripe reports', () => {
  it('before its answer was received is recorded, once', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('lose-answer', '/confirm');
    await bench.work();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    await tellAll(event, event);
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied' });
    bench.now += LEASE;
    await bench.work();
    expect(await feeEvents(orderId)).toEqual(['FeeChargeStarted', 'FeeCharged']);
  });

  it('and whose answer was received is nothing new, and Stripe is not asked again', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    await bench.fault('error-before', '/payment_intents');
    await tellAll(event);
    expect(await outcomeOf(event)).toEqual({ outcome: 'nothing-new' });
  });

  it('after the order was closed goes back at once', async () => {
    const orderId = await bench.order(CARDS.asksItsHolder);
    await bench.work();
    const page = await bench.fees.payAgain(orderId, null, workerMetadata('shopper'), 'http://localhost/action/1');
    const closing = new CloseOrder(orderId, { reason: 'fee-lapsed' }, workerMetadata('spec'));
    await bench.commands.execute(order, closing);
    await answerBank(page ?? '', 'complete');
    await tellAll(...(await eventsOf('payment_intent.succeeded')));
    expect((await feeEvents(orderId)).slice(-4)).toEqual([
      'FeeCharged',
      'RefundRequested',
      'RefundStarted',
      'FeeRefunded',
    ]);
    expect((await bench.ledger()).refunds).toMatchObject([{ amount: 2_000, status: 'succeeded' }]);
    expect(await statusNow(orderId)).toBe('refunded');
    const mails = (await bench.mailsDue(orderId)).filter((mailId) => /^(success|refund)/.test(mailId));
    expect(mails).toEqual([`refund:${orderId}-late`]);
  });

  it('and that failed is recorded as declined while its attempt is open', async () => {
    const orderId = await bench.order(CARDS.hasNoFunds);
    await bench.fault('lose-answer', '/confirm');
    await bench.work();
    await tellAll(...(await eventsOf('payment_intent.payment_failed')));
    expect((await bench.state(orderId)).declined).toBe('insufficient_funds');
  });

  it('an old failure does not touch the attempt that is open now', async () => {
    const orderId = await paidOrder(CARDS.declines);
    await bench.fault('error-before', '/confirm');
    const lost = bench.fees.payAgain(orderId, await bench.token(CARDS.pays), workerMetadata('shopper'));
    await expect(lost).rejects.toThrow('do not know yet');
    const [failure] = await eventsOf('payment_intent.payment_failed');
    if (!failure) throw new Error('no event');
    await tellAll(failure);
    expect(await outcomeOf(failure)).toEqual({ outcome: 'nothing-new' });
    expect((await bench.state(orderId)).charge).toMatchObject({ attempt: 2 });
  });

  it('is applied later when Stripe cannot be asked now', async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.fault('lose-answer', '/confirm');
    await bench.work();
    await bench.fault('error-before', '/payment_intents');
    for (const event of await eventsOf('payment_intent.succeeded')) expect(await tell(event)).toBe(200);
    await expect(bench.work()).rejects.toThrow('Stripe could not be reached');
    await bench.work();
    expect(await statusNow(orderId)).toBe('success');
  });
});

describe('refunds that Stripe reports', () => {
  const REFUND_TYPES = [
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
  ];

  it('twice and in reverse end the same: failed stays failed', async () => {
    const orderId = await paidOrder(CARDS.refundFails);
    await refund(orderId, null);
    await bench.work();
    await bench.emulator.settled();
    expect(await eventsOf('refund.failed')).toHaveLength(1);
    const events = await eventsOf(...REFUND_TYPES);
    expect(events).toHaveLength(5);
    await tellAll(...events.reverse(), ...events);
    expect(await statusNow(orderId)).toBe('refund_pending');
    expect((await feeEvents(orderId)).slice(-2)).toEqual(['FeeRefunded', 'RefundFailed']);
  });

  it('by the charge alone are looked up', async () => {
    const orderId = await paidOrder();
    await refund(orderId, 500);
    await bench.fault('lose-answer', '/refunds');
    await bench.work();
    const [event] = await eventsOf('charge.refunded');
    if (!event) throw new Error('no event');
    await tellAll(event);
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied' });
    expect((await feeEvents(orderId)).at(-1)).toBe('FeeRefunded');
  });

  it('made by hand at Stripe count towards the charge', async () => {
    const orderId = await paidOrder();
    const charge = (await bench.ledger()).charges[0]?.id;
    await ask(bench.emulator.url, 'POST', '/v1/refunds', { charge, amount: 100 });
    const [event] = await eventsOf('refund.created');
    if (!event) throw new Error('no event');
    await tellAll(event, event);
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied' });
    expect((await feeEvents(orderId)).slice(-2)).toEqual(['RefundRequested', 'FeeRefunded']);
    await expect(refund(orderId, 1_901)).rejects.toMatchObject({ code: 'refund-too-large' });
    await refund(orderId, null);
    await bench.work();
    expect((await bench.ledger()).refunds.map(({ amount }) => amount).sort()).toEqual([100, 1_900]);
    expect(await statusNow(orderId)).toBe('refunded');
  });

  it('or disputes of a second payment change nothing of the order, which keeps its own', async () => {
    const orderId = await paidOrder();
    const charge = (await bench.ledger()).charges[0]?.id;
    await ask(bench.emulator.url, 'POST', '/v1/refunds', { charge, amount: 2_000 });
    const before = await bench.types(orderId);
    const [made, charged] = await eventsOf('refund.created', 'charge.refunded');
    if (!made || !charged) throw new Error('no event');
    const dispute = { id: 'dp_1', object: 'dispute', amount: 2_000, status: 'needs_response' };
    const disputed = { ...made, id: 'evt_disputed', type: 'charge.dispute.created', data: { object: dispute } };
    const others = [made, charged, disputed].map((event) => {
      const object = { ...event.data.object, payment_intent: 'pi_second', metadata: { orderId } };
      return { ...event, data: { object } };
    });
    await tellAll(...others);
    const outcome = 'of another payment';
    expect(await Promise.all(others.map(outcomeOf))).toEqual([{ outcome }, { outcome }, { outcome }]);
    expect(await bench.types(orderId)).toEqual(before);
  });

  it('made by hand at Stripe come after the end of ours that they leave no room for', async () => {
    const orderId = await paidOrder();
    await refund(orderId, null);
    const charge = (await bench.ledger()).charges[0]?.id;
    await ask(bench.emulator.url, 'POST', '/v1/refunds', { charge, amount: 2_000 });
    const [event] = await eventsOf('refund.created');
    if (!event) throw new Error('no event');
    expect(await tell(event)).toBe(200);
    await bench.work();
    expect((await feeEvents(orderId)).slice(-4)).toEqual([
      'RefundStarted',
      'RefundFailed',
      'RefundRequested',
      'FeeRefunded',
    ]);
    expect(await statusNow(orderId)).toBe('refunded');
  });

  it.each([
    ['first', 'refund.created', 'refund.failed'],
    ['last', 'refund.failed', 'refund.created'],
  ])('made by hand at Stripe that come back are owed again, reported %s that they were made', async (_, ...types) => {
    const orderId = await paidOrder(CARDS.refundFails);
    const charge = (await bench.ledger()).charges[0]?.id;
    await ask(bench.emulator.url, 'POST', '/v1/refunds', { charge, amount: 2_000 });
    await bench.emulator.settled();
    expect(await eventsOf('refund.failed')).toHaveLength(1);
    for (const type of types) await tellAll(...(await eventsOf(type)));
    expect((await feeEvents(orderId)).at(-1)).toBe('RefundFailed');
    expect(await statusNow(orderId)).toBe('refund_pending');
  });
});

describe('other news', () => {
  it('a dispute is found by its intent and blocks refunds', async () => {
    const orderId = await paidOrder(CARDS.isDisputed);
    const [event] = await eventsOf('charge.dispute.created');
    if (!event) throw new Error('no event');
    await tellAll(event);
    expect(Object.values((await bench.state(orderId)).disputes)).toMatchObject([
      { status: 'needs_response', closed: false },
    ]);
    await expect(refund(orderId, 500)).rejects.toMatchObject({ code: 'fee-disputed' });
  });

  it.each([
    ['won', 'unblocks', 'refund'],
    ['lost', 'still blocks', 'none'],
  ])('a dispute that is %s %s refunds, also when its end is reported first', async (status, _, then) => {
    const orderId = await paidOrder(CARDS.isDisputed);
    const [opened] = await eventsOf('charge.dispute.created');
    if (!opened) throw new Error('no event');
    await ask(bench.emulator.url, 'POST', `/emulator/disputes/${opened.data.object.id}/close`, { status });
    await tellAll(...(await eventsOf('charge.dispute.closed')), opened);
    expect((await bench.types(orderId)).slice(-2)).toEqual(['FeeDisputed', 'DisputeClosed']);
    if (then === 'none') {
      await expect(refund(orderId, 500)).rejects.toMatchObject({ code: 'fee-disputed' });
      return;
    }
    await refund(orderId, 500);
    await bench.work();
    expect((await feeEvents(orderId)).at(-1)).toBe('FeeRefunded');
  });

  it('another deadline of a dispute is followed, in whatever order it is reported', async () => {
    const orderId = await paidOrder(CARDS.isDisputed);
    const [opened] = await eventsOf('charge.dispute.created');
    if (!opened) throw new Error('no event');
    const moved = (id: string, days: number) => {
      const evidence_details = { due_by: opened.created + (7 + days) * 86_400 };
      const object = { ...opened.data.object, evidence_details };
      return { ...opened, id, type: 'charge.dispute.updated', created: opened.created + days, data: { object } };
    };
    const [second, third] = [moved('evt_second', 7), moved('evt_third', 14)];
    await tellAll(opened);
    await tellAll(third);
    await tellAll(second, opened);
    expect((await bench.types(orderId)).slice(-2)).toEqual(['FeeDisputed', 'DisputeDeadlineMoved']);
    expect(await outcomeOf(second)).toEqual({ outcome: 'nothing-new' });
    expect(Object.values((await bench.state(orderId)).deadlines ?? {})).toEqual([
      { dueBy: (opened.created + 21 * 86_400) * 1_000, toldAt: third.created * 1_000 },
    ]);
  });

  it('a dispute that comes before the read models know its intent is applied all the same', async () => {
    const orderId = await paidOrder(CARDS.isDisputed);
    const [event] = await eventsOf('charge.dispute.created');
    if (!event) throw new Error('no event');
    await bench.empty(intentsProjection);
    await tellAll(event);
    expect(await outcomeOf(event)).toEqual({ outcome: 'applied' });
    expect(Object.values((await bench.state(orderId)).disputes)).toMatchObject([
      { status: 'needs_response', closed: false },
    ]);
  });

  it('about an order that is not known yet waits for it, and is applied once it is', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const metadata = { ...(event.data.object.metadata as object), orderId: 'not-yet' };
    const early = { ...event, id: 'evt_early', data: { object: { ...event.data.object, metadata } } };
    expect(await tell(early)).toBe(200);
    await expect(bench.work()).rejects.toThrow('its order is not known yet');
    expect(await outcomeOf(early)).toBeUndefined();
    expect(await bench.due()).toMatchObject([{ kind: 'webhook', id: 'evt_early' }]);
    await bench.order(CARDS.pays, { orderId: 'not-yet' });
    await bench.work();
    expect(await outcomeOf(early)).toMatchObject({ outcome: expect.stringMatching(/applied|nothing-new/) });
  });

  it('about an order that is never known ends once it is set aside', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const metadata = { ...(event.data.object.metadata as object), orderId: 'never-known' };
    const early = { ...event, id: 'evt_never', data: { object: { ...event.data.object, metadata } } };
    await tell(early);
    const [row] = await bench.due();
    if (!row) throw new Error('nothing due');
    await bench.get(Parking).park(row, 20, 'its order is not known yet');
    expect((await bench.due())[0]).toMatchObject({ id: 'evt_never', dueAt: PARKED });
    await bench.get(Parking).setAside('webhook', 'evt_never', 'made elsewhere', workerMetadata('spec'));
    expect(await outcomeOf(early)).toEqual({ outcome: 'set aside' });
    expect(await bench.due()).toEqual([]);
  });

  it('about what nothing follows from waits for no order: one that names it may have been refused', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.created');
    if (!event) throw new Error('no event');
    const object = {
      id: 'seti_1',
      object: 'setup_intent',
      metadata: { ...(event.data.object.metadata as object), orderId: 'never' },
    };
    const saved = { ...event, id: 'evt_saved', type: 'setup_intent.succeeded', data: { object } };
    await tellAll(saved);
    expect(await outcomeOf(saved)).toEqual({ outcome: 'ignored' });
  });

  it('about what is none of ours ends with saying so', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.succeeded');
    if (!event) throw new Error('no event');
    const dispute = (id: string, object: object) => ({
      ...event,
      id,
      type: 'charge.dispute.created',
      data: { object: { id: 'dp_1', object: 'dispute', ...object } },
    });
    const [unnamed, foreign] = [dispute('evt_unnamed', {}), dispute('evt_foreign', { payment_intent: 'pi_elsewhere' })];
    await tellAll(unnamed, foreign);
    expect(await outcomeOf(unnamed)).toEqual({ outcome: 'foreign' });
    expect(await outcomeOf(foreign)).toEqual({ outcome: 'foreign' });
  });

  it('of other kinds ends at once', async () => {
    await paidOrder();
    const [event] = await eventsOf('payment_intent.created');
    if (!event) throw new Error('no event');
    await tellAll(event);
    expect(await outcomeOf(event)).toEqual({ outcome: 'ignored' });
  });
});

it('webhooks in disorder, some of them twice, change nothing that the answers had not said', async () => {
  const paid = await paidOrder();
  const declined = await paidOrder(CARDS.declines);
  await refund(paid, 700);
  await bench.work();
  const before = [await bench.state(paid), await bench.state(declined)];
  bench.hearWebhooks();
  const news = await eventsOf();
  await bench.settle();
  const outcomes = await Promise.all(news.map(outcomeOf));
  expect(outcomes.filter((outcome) => outcome !== undefined).length).toBeGreaterThanOrEqual(news.length - 2);
  expect([await bench.state(paid), await bench.state(declined)]).toEqual(before);
});
