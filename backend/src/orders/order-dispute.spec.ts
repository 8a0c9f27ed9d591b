import { AT, DAY } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { fold, given, INTENT, paid } from '@supreme-access/test/fixtures/order.js';
import type { OrderEvent } from './order.js';
import { CloseDispute, DisputeFee } from './order-dispute.js';
import { RefundOrder, SettleRefund } from './order-refund.js';
import { statusOf } from './order-status.js';

const disputed = { type: 'FeeDisputed', data: { disputeId: 'dp_1', amount: 2_000 } } as const;

describe('a dispute', () => {
  it('is recorded once', () => {
    given(...paid)
      .when(DisputeFee, disputed.data)
      .makesOnce(disputed);
  });

  it.each(['won', 'lost'] as const)('ends once as %s, and begins then if nobody had told', (outcome) => {
    const ended = { type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome } } as const;
    given(...paid, disputed)
      .when(CloseDispute, { ...disputed.data, outcome })
      .makesOnce(ended);
    given(...paid)
      .when(CloseDispute, { ...disputed.data, outcome })
      .makesOnce(disputed, ended);
    given(...paid, disputed, ended)
      .when(DisputeFee, disputed.data)
      .nothing();
  });
});

describe('the deadline of a dispute', () => {
  const [FIRST, LATER, REPORTED] = [AT + 7 * DAY, AT + 14 * DAY, AT + DAY];
  const opened = { type: 'FeeDisputed', data: { ...disputed.data, dueBy: FIRST, toldAt: AT } } as const;
  const moved = (dueBy: number, toldAt: number) =>
    ({ type: 'DisputeDeadlineMoved', data: { disputeId: 'dp_1', dueBy, toldAt } }) as const;

  it('moves once when Stripe tells another one', () => {
    for (const before of [opened, disputed]) {
      given(...paid, before)
        .when(DisputeFee, { ...disputed.data, dueBy: LATER, toldAt: REPORTED })
        .makesOnce(moved(LATER, REPORTED));
    }
    given(...paid, opened, moved(LATER, REPORTED))
      .when(DisputeFee, { ...disputed.data, dueBy: FIRST, toldAt: REPORTED + 1 })
      .makesOnce(moved(FIRST, REPORTED + 1));
  });

  it('stays where nothing new is told, what is told is older, or the dispute has ended', () => {
    const ended = { type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome: 'lost' } } as const;
    given(...paid, opened)
      .when(DisputeFee, { ...disputed.data, dueBy: FIRST, toldAt: REPORTED })
      .nothing();
    given(...paid, opened)
      .when(DisputeFee, { ...disputed.data, toldAt: REPORTED })
      .nothing();
    given(...paid, opened, moved(LATER, REPORTED))
      .when(DisputeFee, opened.data)
      .nothing();
    given(...paid, opened, ended)
      .when(DisputeFee, { ...disputed.data, dueBy: LATER, toldAt: REPORTED })
      .nothing();
  });
});

describe('the status of a dispute', () => {
  const input = { refundId: 'r1', amount: 500, reason: 'wrong size' };
  const is = (status: string, refundable?: boolean): OrderEvent => ({
    type: 'FeeDisputed',
    data: { ...disputed.data, status, ...(refundable === undefined ? {} : { refundable }), toldAt: AT },
  });
  const endedAs = (outcome: string): OrderEvent => ({ type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome } });

  it.each([
    ['an inquiry', is('warning_needs_response')],
    ['an inquiry under review', is('warning_under_review', true)],
    ['a dispute whose charge Stripe calls refundable', is('needs_response', true)],
  ])('lets refunds be made: %s', (_, event) => {
    given(...paid, event)
      .when(RefundOrder, input)
      .onlyOnce();
  });

  it.each([
    ['an inquiry whose charge Stripe calls not refundable', is('warning_needs_response', false)],
    ['a dispute', is('needs_response')],
    ['a dispute under review', is('under_review', false)],
    ['one that nobody here knows', is('arbitration', true)],
    ['one that was never told', disputed],
  ])('blocks refunds: %s', (_, event) => {
    given(...paid, event)
      .when(RefundOrder, input)
      .refused('fee-disputed');
  });

  it.each([
    ['won', true],
    ['warning_closed', true],
    ['lost', false],
    ['prevented', false],
    ['settled_by_the_moon', false],
  ])('once it is over as %s says whether refunds can be made: %s', (outcome, canRefund) => {
    const decision = given(...paid, is('needs_response'), endedAs(outcome)).when(RefundOrder, input);
    if (canRefund) decision.onlyOnce();
    else decision.refused('fee-disputed');
    expect(fold(...paid, is('needs_response'), endedAs(outcome)).disputes.dp_1).toMatchObject({
      status: outcome,
      closed: true,
    });
  });

  it('is kept as Stripe names it, and what is told late changes nothing', () => {
    const reported = { ...disputed.data, status: 'something_new', refundable: false, toldAt: AT + 1 };
    given(...paid, is('warning_needs_response', true))
      .when(DisputeFee, reported)
      .makesOnce({
        type: 'DisputeStatusChanged',
        data: { disputeId: 'dp_1', status: 'something_new', refundable: false, toldAt: AT + 1 },
      });
    given(...paid, is('warning_needs_response', true))
      .when(DisputeFee, { ...reported, toldAt: AT })
      .nothing();
    given(...paid, is('needs_response'), endedAs('lost'))
      .when(DisputeFee, reported)
      .nothing();
  });

  it('of an inquiry that was closed may still become a dispute', () => {
    const closed: OrderEvent = {
      type: 'DisputeClosed',
      data: { disputeId: 'dp_1', outcome: 'warning_closed', toldAt: AT + 1 },
    };
    const reported = { ...disputed.data, status: 'needs_response', toldAt: AT + 2 };
    given(...paid, is('warning_needs_response'), closed)
      .when(DisputeFee, reported)
      .makesOnce({
        type: 'DisputeStatusChanged',
        data: { disputeId: 'dp_1', status: 'needs_response', toldAt: AT + 2 },
      });
    given(...paid, is('warning_needs_response'), closed)
      .when(CloseDispute, { ...reported, outcome: 'lost' })
      .makes({ type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome: 'lost', toldAt: AT + 2 } });
  });

  it('of an inquiry that had become a dispute is not ended by the older report of its closing', () => {
    const escalated: OrderEvent = {
      type: 'DisputeStatusChanged',
      data: { disputeId: 'dp_1', status: 'needs_response', toldAt: AT + 2 },
    };
    const closing = { ...disputed.data, status: 'warning_closed', outcome: 'warning_closed', toldAt: AT + 1 };
    given(...paid, is('warning_needs_response'), escalated)
      .when(CloseDispute, closing)
      .nothing();
  });

  it('that was prevented leaves what a failed refund owes to be paid another way', () => {
    const owed: OrderEvent[] = [
      ...paid,
      {
        type: 'RefundRequested',
        data: { refundId: 'r1', intentId: INTENT, amount: 500, currency: 'usd', reason: 'x' },
      },
      { type: 'RefundFailed', data: { refundId: 'r1', reason: 'declined' } },
      is('needs_response'),
      endedAs('prevented'),
    ];
    expect(statusOf(fold(...owed))).toBe('refund_pending');
    given(...owed)
      .when(SettleRefund, { settlementId: 's1', reason: 'bank transfer' })
      .onlyOnce();
  });
});
