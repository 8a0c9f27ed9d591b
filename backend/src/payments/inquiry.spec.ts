import { ask } from '@supreme-access/test/fixtures/emulator.js';
import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { order } from '../orders/order.js';
import { RefundOrder } from '../orders/order-refund.js';
import { statusOf } from '../orders/order-status.js';
import { inbox, ReceiveWebhook, type StoredWebhook } from '../stripe/inbox.js';

const [SECOND, DAY] = [1_000, 86_400_000];
const AT = Date.UTC(2026, 10, 21, 13);

let bench: PaymentsBench;
let orderId: string;
let sent: number;
beforeEach(async () => {
  bench = await PaymentsBench.open();
  orderId = await bench.order(CARDS.pays);
  await bench.work();
  sent = 0;
});
afterEach(() => bench.close());

/** What Stripe tells of the bank's inquiry, each a second after the one before. */
async function tell(type: string, status: string, more: Partial<StoredWebhook> = {}): Promise<string | null> {
  sent += 1;
  const id = `evt_${sent}`;
  const { intentId } = await bench.state(orderId);
  const webhook: StoredWebhook = {
    eventId: id,
    type: `charge.dispute.${type}`,
    objectId: 'dp_1',
    intentId: intentId ?? '',
    status,
    amount: 2_000,
    currency: 'usd',
    reason: 'fraudulent',
    created: AT + sent * SECOND,
    livemode: false,
    sha256: '0'.repeat(64),
    ...more,
  };
  await bench.commands.execute(inbox, new ReceiveWebhook(id, webhook, workerMetadata('spec')));
  await bench.work();
  return (await bench.commands.state(inbox, id)).outcome;
}
const refund = (amount: number | null) =>
  bench.commands.execute(
    order,
    new RefundOrder(orderId, { refundId: 'r1', amount, reason: 'asked' }, workerMetadata('spec')),
  );
const statuses = async () => {
  const { disputes } = await bench.state(orderId);
  return Object.fromEntries(Object.entries(disputes).map(([disputeId, { status }]) => [disputeId, status]));
};
/** The bank opens it at the emulator; what Stripe tells of it is told by hand. */
async function open(status: string): Promise<void> {
  const charge = (await bench.ledger()).charges[0]?.id;
  await ask(bench.emulator.url, 'POST', '/emulator/disputes', { charge, status });
}
const disputeEvents = async () => (await bench.types(orderId)).filter((type) => type.includes('Dispute'));

/** https://docs.stripe.com/disputes/how-disputes-work#inquiries: it ends as warning_closed where the bank made no dispute of it */
describe('an inquiry of the bank', () => {
  it('can be refunded as Stripe lets it, and ends closed: the rest of the fee stays', async () => {
    await open('warning_needs_response');
    expect(await tell('created', 'warning_needs_response', { refundable: true })).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: 'warning_needs_response' });
    await refund(500);
    await bench.work();
    expect((await bench.ledger()).refunds).toMatchObject([{ amount: 500, status: 'succeeded' }]);
    expect(await tell('updated', 'warning_under_review')).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: 'warning_under_review' });
    expect(await tell('closed', 'warning_closed')).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: 'warning_closed' });
    expect(await disputeEvents()).toEqual(['FeeDisputed', 'DisputeStatusChanged', 'DisputeClosed']);
    expect(statusOf(await bench.state(orderId))).toBe('success');
  });

  it('whose end is reported first, or alone, or twice ends the same, and nothing reported late opens it again', async () => {
    expect(await tell('closed', 'warning_closed')).toBe('applied');
    expect(await tell('closed', 'warning_closed')).toBe('nothing-new');
    for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed']) {
      const late = { created: AT, dueBy: AT + 7 * DAY };
      expect(await tell(status === 'warning_needs_response' ? 'created' : 'updated', status, late)).toBe('nothing-new');
    }
    expect([await statuses(), await disputeEvents()]).toEqual([
      { dp_1: 'warning_closed' },
      ['FeeDisputed', 'DisputeClosed'],
    ]);
  });

  it.each(['lost', 'won', 'prevented'])('that the bank makes a dispute of ends as that does: %s', async (status) => {
    await tell('created', 'warning_needs_response', { dueBy: AT + 7 * DAY });
    expect(await tell('updated', 'needs_response', { dueBy: AT + 21 * DAY })).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: 'needs_response' });
    await expect(refund(500)).rejects.toMatchObject({ code: 'fee-disputed' });
    expect(await tell('closed', status)).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: status });
    expect(await disputeEvents()).toEqual([
      'FeeDisputed',
      'DisputeStatusChanged',
      'DisputeDeadlineMoved',
      'DisputeClosed',
    ]);
  });

  it.each(['won', 'lost', 'prevented'])('is over as soon as any news says that it is %s', async (status) => {
    await tell('created', 'needs_response');
    expect(await tell('updated', status)).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: status });
    expect(await tell('closed', status)).toBe('nothing-new');
  });

  it('beside a dispute ends by itself: what is lost stays lost, and what is open blocks refunds', async () => {
    await tell('created', 'warning_needs_response');
    await tell('created', 'needs_response', { objectId: 'dp_2' });
    await tell('closed', 'warning_closed');
    expect(await statuses()).toEqual({ dp_1: 'warning_closed', dp_2: 'needs_response' });
    await expect(refund(500)).rejects.toMatchObject({ code: 'fee-disputed' });
    await tell('closed', 'lost', { objectId: 'dp_2' });
    expect(await statuses()).toEqual({ dp_1: 'warning_closed', dp_2: 'lost' });
    await expect(refund(500)).rejects.toMatchObject({ code: 'fee-disputed' });
  });
});

describe('a dispute', () => {
  it('that makes a refund fail leaves it owed, unless it is lost', async () => {
    await refund(500);
    await open('needs_response');
    await bench.work();
    expect((await bench.types(orderId)).filter((type) => type === 'RefundFailed')).toHaveLength(1);
    expect(await bench.state(orderId)).toMatchObject({ owed: 500 });
    expect(statusOf(await bench.state(orderId))).toBe('refund_pending');
    await tell('created', 'needs_response');
    await tell('closed', 'lost');
    expect(await bench.state(orderId)).toMatchObject({ owed: 0 });
  });

  it('of a status that nobody here knows is kept as it is, is not won, and blocks refunds', async () => {
    expect(await tell('updated', 'in_mediation', { refundable: true })).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: 'in_mediation' });
    await expect(refund(500)).rejects.toMatchObject({ code: 'fee-disputed' });
    expect(await tell('closed', 'split')).toBe('applied');
    expect(await statuses()).toEqual({ dp_1: 'split' });
    await expect(refund(500)).rejects.toMatchObject({ code: 'fee-disputed' });
  });
});
