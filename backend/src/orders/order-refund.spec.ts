import {
  bought,
  chargeStarted,
  claim,
  fold,
  given,
  INTENT,
  LEASE_END,
  paid,
  refunded,
  refundFailed,
  refundRequested,
  refundStarted,
} from '@supreme-access/test/fixtures/order.js';
import { ArchiveOrder, EraseOrder, type OrderEvent } from './order.js';
import { leftOf, RecordRefund, RecordRefundByHand, RefundOrder, SettleRefund, StartRefund } from './order-refund.js';
import { refundSum, statusOf } from './order-status.js';

const disputed = { type: 'FeeDisputed', data: { disputeId: 'dp_1', amount: 2_000 } } as const;

describe('asking for a refund', () => {
  const wanted = { refundId: 'r1', amount: 500, reason: 'wrong size' };

  it('of a part, or of all that is left', () => {
    given(...paid)
      .when(RefundOrder, wanted)
      .makesOnce(refundRequested('r1', 500));
    given(...paid, refundRequested('r1', 500))
      .when(RefundOrder, { ...wanted, refundId: 'r2', amount: null })
      .makesOnce(refundRequested('r2', 1_500));
  });

  it('never goes beyond the charge', () => {
    const some = [...paid, refundRequested('r1', 1_500), refunded('r1', 1_500)];
    for (const amount of [501, 0, -1]) {
      given(...some)
        .when(RefundOrder, { refundId: 'r2', amount, reason: 'x' })
        .refused('refund-too-large');
    }
    const all = [...paid, refundRequested('r1', 2_000)];
    given(...all)
      .when(RefundOrder, { refundId: 'r2', amount: null, reason: 'x' })
      .refused('refund-too-large');
  });

  it('may be asked again after a refund failed', () => {
    given(...paid, refundRequested('r1', 2_000), refundFailed('r1'))
      .when(RefundOrder, { ...wanted, refundId: 'r2', amount: null })
      .makes(refundRequested('r2', 2_000));
  });

  it('is refused when nothing was charged or the bank decides', () => {
    given(...bought)
      .when(RefundOrder, wanted)
      .refused('not-charged');
    given(...paid, disputed)
      .when(RefundOrder, wanted)
      .refused('fee-disputed');
  });
});

describe('making a refund', () => {
  const open = [...paid, refundRequested('r1', 500)];

  it('is claimed, and taken over past the lease', () => {
    given(...open)
      .when(StartRefund, { ...claim, refundId: 'r1' })
      .makesClaim(refundStarted('r1'));
    const later = { by: 'worker-2', leaseUntil: LEASE_END + 40_000, refundId: 'r1' };
    given(...open, refundStarted('r1'))
      .when(StartRefund, later, LEASE_END)
      .makes({ type: 'RefundStarted', data: later });
  });

  it('is refused when there is none to make', () => {
    for (const events of [paid, [...open, refunded('r1', 500)], [...open, refundFailed('r1')]]) {
      given(...events)
        .when(StartRefund, { ...claim, refundId: 'r1' })
        .refused('claimed');
    }
  });

  it('succeeds once, whoever says so first', () => {
    const outcome = { kind: 'refunded', stripeRefundId: 're_r1' } as const;
    given(...open)
      .when(RecordRefund, { refundId: 'r1', outcome })
      .makesOnce(refunded('r1', 500));
    given(...open, refundFailed('r1'))
      .when(RecordRefund, { refundId: 'r1', outcome })
      .nothing();
    given(...paid)
      .when(RecordRefund, { refundId: 'unheard', outcome })
      .nothing();
  });

  it('may fail, also after it had succeeded', () => {
    const outcome = { kind: 'failed', reason: 'expired_or_canceled_card' } as const;
    for (const events of [open, [...open, refunded('r1', 500)]]) {
      given(...events)
        .when(RecordRefund, { refundId: 'r1', outcome })
        .makesOnce(refundFailed('r1'));
    }
  });
});

describe('a refund made by hand at Stripe', () => {
  const byHand = { stripeRefundId: 're_hand', amount: 1_500, failure: null };

  it('counts like our own, once', () => {
    const made = { refundId: 're_hand', amount: 1_500, currency: 'usd' };
    given(...paid)
      .when(RecordRefundByHand, byHand)
      .makesOnce(
        { type: 'RefundRequested', data: { ...made, intentId: INTENT, reason: 'made by hand at Stripe' } },
        { type: 'FeeRefunded', data: { ...made, stripeRefundId: 're_hand' } },
      );
  });

  it('is owed again when it comes back, also when that is told first', () => {
    const made = { refundId: 're_hand', amount: 1_500, currency: 'usd' };
    const requested = {
      type: 'RefundRequested',
      data: { ...made, intentId: INTENT, reason: 'made by hand at Stripe' },
    } as const;
    const failed = { type: 'RefundFailed', data: { refundId: 're_hand', reason: 'lost_or_stolen_card' } } as const;
    const cameBack = { ...byHand, failure: 'lost_or_stolen_card' };
    given(...paid)
      .when(RecordRefundByHand, cameBack)
      .makesOnce(requested, failed);
    given(...paid, requested, { type: 'FeeRefunded', data: { ...made, stripeRefundId: 're_hand' } })
      .when(RecordRefundByHand, cameBack)
      .makesOnce(failed);
    given(...paid, requested, failed)
      .when(RecordRefundByHand, byHand)
      .nothing();
  });

  it('that failed is no news after the one that was made instead', () => {
    const failed = { ...byHand, failure: 'lost_or_stolen_card' };
    given(...paid, refundRequested('re_second', 1_500), refunded('re_second', 1_500))
      .when(RecordRefundByHand, failed)
      .nothing();
    given(...bought, chargeStarted())
      .when(RecordRefundByHand, failed)
      .refused('refund-open');
  });

  it('waits for the charge, and for a refund of ours that leaves no room for it', () => {
    given(...bought, chargeStarted())
      .when(RecordRefundByHand, byHand)
      .refused('refund-open');
    given(...paid, refundRequested('r1', 501))
      .when(RecordRefundByHand, byHand)
      .refused('refund-open');
  });
});

describe('what is still owed', () => {
  it('stays refund_pending until later refunds made good for every failed one', () => {
    const twoFailed = [
      ...paid,
      refundRequested('r1', 500),
      refundRequested('r2', 700),
      refunded('r1', 500),
      refunded('r2', 700),
      refundFailed('r1'),
      refundFailed('r2'),
    ];
    expect(statusOf(fold(...twoFailed))).toBe('refund_pending');
    const half = [...twoFailed, refundRequested('r3', 500), refunded('r3', 500)];
    expect(statusOf(fold(...half))).toBe('refund_pending');
    expect(fold(...half).owed).toBe(700);
    const whole = [...half, refundRequested('r4', 700), refunded('r4', 700)];
    expect(statusOf(fold(...whole))).toBe('success');
    expect(refundSum(fold(...whole), 'done')).toBe(1_200);
  });

  const closedAs = (outcome: 'won' | 'lost') =>
    ({ type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome } }) as const;
  const cameBack = [...paid, refundRequested('r1', 2_000), refunded('r1', 2_000), refundFailed('r1')];
  const refused = [...paid, refundRequested('r1', 2_000), disputed, refundFailed('r1')];

  it.each([
    ['a refund failed, then the dispute is lost', [...cameBack, disputed, closedAs('lost')]],
    ['a dispute makes the refund fail and is lost', [...refused, closedAs('lost')]],
    [
      'it is lost before the refund is known to fail',
      [...paid, refundRequested('r1', 500), disputed, closedAs('lost'), refundFailed('r1')],
    ],
  ])('owes nothing more once the bank took the money back: %s', (_, events) => {
    const state = fold(...events);
    expect([state.owed, statusOf(state)]).toEqual([0, 'success']);
    given(...events)
      .when(EraseOrder, {})
      .makes({ type: 'PersonalDataErased', data: {} });
    given(...events)
      .when(ArchiveOrder, {})
      .makes({ type: 'OrderArchived', data: {} });
  });

  it('owes what it owed when a dispute is won', () => {
    for (const events of [cameBack, refused]) {
      const state = fold(...events, disputed, closedAs('won'));
      expect([state.owed, statusOf(state)]).toEqual([2_000, 'refund_pending']);
    }
  });
});

describe('a refund that failed and was paid another way', () => {
  const failed = [...paid, refundRequested('r1', 2_000), refunded('r1', 2_000), refundFailed('r1')];
  const input = { settlementId: 's1', reason: 'bank transfer' };
  const settled = (amount: number): OrderEvent => ({
    type: 'RefundSettled',
    data: { ...input, amount, currency: 'usd' },
  });

  it('is settled once, for all that is owed, and counts as given back', () => {
    given(...failed)
      .when(SettleRefund, input)
      .makesOnce(settled(2_000));
    const state = fold(...failed, settled(2_000));
    expect([state.owed, statusOf(state), leftOf(state), refundSum(state, 'done')]).toEqual([0, 'refunded', 0, 0]);
    given(...failed, settled(2_000))
      .when(RefundOrder, { refundId: 'r2', amount: null, reason: 'again' })
      .refused('refund-too-large');
  });

  it('leaves a part that later refunds made good for out', () => {
    given(...failed, refundRequested('r2', 500))
      .when(SettleRefund, input)
      .makes(settled(1_500));
    const state = fold(...failed, refundRequested('r2', 500), settled(1_500));
    expect([state.owed, statusOf(state), leftOf(state)]).toEqual([0, 'refund_pending', 0]);
    const ended = fold(...failed, refundRequested('r2', 500), settled(1_500), refunded('r2', 500));
    expect(statusOf(ended)).toBe('refunded');
  });

  it('is refused where nothing is owed, or while the bank decides', () => {
    for (const events of [paid, [...paid, refundRequested('r1', 500)], [...failed, settled(2_000)]]) {
      given(...events)
        .when(SettleRefund, { ...input, settlementId: 's2' })
        .refused('nothing-owed');
    }
    given(...failed, disputed)
      .when(SettleRefund, input)
      .refused('fee-disputed');
  });

  it('leaves what Stripe gives back by hand all the same to be recorded', () => {
    const made = { refundId: 're_hand', amount: 2_000, currency: 'usd' };
    given(...failed, settled(2_000))
      .when(RecordRefundByHand, { stripeRefundId: 're_hand', amount: 2_000, failure: null })
      .makes(
        { type: 'RefundRequested', data: { ...made, intentId: INTENT, reason: 'made by hand at Stripe' } },
        { type: 'FeeRefunded', data: { ...made, stripeRefundId: 're_hand' } },
      );
  });
});
