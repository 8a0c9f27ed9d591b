import {
  bought,
  CARD,
  charged,
  chargeStarted,
  claim,
  closed,
  declined,
  fold,
  given,
  ID,
  INTENT,
  LEASE_END,
  paid,
  placed,
  refunded,
  refundFailed,
  refundRequested,
  refundStarted,
  started,
  succeeded,
  waived,
  withdrawn,
} from './order.fixture.js';
import { statusOf } from './order.js';
import {
  ChargeFee,
  CloseDispute,
  DisputeFee,
  RecordCharge,
  RecordRefund,
  RecordRefundByHand,
  RefundOrder,
  StartRefund,
  WaiveFee,
} from './order-commands.js';

const charge = { ...claim, intentId: INTENT, paymentMethodId: CARD };
const success = { intentId: INTENT, outcome: { kind: 'charged', chargeId: 'ch_1', amount: 2_000 } } as const;
const decline = { intentId: INTENT, outcome: { kind: 'declined', reason: 'card_declined' } } as const;
const disputed = { type: 'FeeDisputed', data: { disputeId: 'dp_1', amount: 2_000 } } as const;

describe('claiming the charge', () => {
  it('happens after a purchase, for the price of the order', () => {
    given(...bought)
      .when(ChargeFee, charge)
      .makes(chargeStarted())
      .twiceRefused('claimed');
  });

  it('is refused without evidence', () => {
    given(placed(), started()).when(ChargeFee, charge).isRefused('no-evidence');
  });

  it('is a new attempt after a decline, with the card it names', () => {
    given(...bought, chargeStarted(), declined())
      .when(ChargeFee, { ...charge, paymentMethodId: 'pm_2' })
      .makes(chargeStarted(2, { paymentMethodId: 'pm_2' }));
  });

  it('past the lease is a takeover: same attempt, same card', () => {
    const later = { ...charge, by: 'worker-2', leaseUntil: LEASE_END + 1, paymentMethodId: 'pm_other' };
    given(...bought, chargeStarted())
      .when(ChargeFee, later, LEASE_END - 1)
      .isRefused('claimed');
    given(...bought, chargeStarted())
      .when(ChargeFee, later, LEASE_END)
      .makes(chargeStarted(1, { by: 'worker-2', leaseUntil: LEASE_END + 1 }));
  });

  it('is refused once the order has ended, and always for a test order', () => {
    const late = [placed(), started(), closed(), succeeded({ late: true })];
    for (const events of [paid, [...bought, waived], late]) {
      given(...events)
        .when(ChargeFee, charge)
        .isRefused('order-ended');
    }
    given(placed({ livemode: false }), started(), succeeded())
      .when(ChargeFee, charge)
      .isRefused('test-order');
  });

  it('never knows a second intent', () => {
    const other = given(...bought, chargeStarted(), declined()).when(ChargeFee, { ...charge, intentId: 'pi_2' });
    expect(() => other.makes()).toThrow('one payment intent');
  });
});

describe('recording the charge', () => {
  it('once', () => {
    given(...bought, chargeStarted())
      .when(RecordCharge, success)
      .makes(charged())
      .butTwice();
  });

  it('also when a decline had been recorded before: the money is a fact', () => {
    given(...bought, chargeStarted(), declined())
      .when(RecordCharge, success)
      .makes(charged());
  });

  it("says nothing about another order's intent", () => {
    given(...bought, chargeStarted())
      .when(RecordCharge, { ...success, intentId: 'pi_other' })
      .makesNothing();
  });

  it('is refused while nothing was bought', () => {
    given(placed(), started()).when(RecordCharge, success).isRefused('no-evidence');
  });

  it('after the order has ended gives the money back at once', () => {
    const back = {
      type: 'RefundRequested',
      data: { refundId: `${ID}-late`, intentId: INTENT, amount: 2_000, currency: 'usd', reason: 'paid after closing' },
    } as const;
    for (const ending of [closed('fee-lapsed'), waived]) {
      const ended = [...bought, chargeStarted(), declined(), ending];
      given(...ended)
        .when(RecordCharge, success)
        .makes(charged(1, true), back)
        .butTwice();
      expect(statusOf(fold(...ended, charged(1, true), back))).toBe('refund_pending');
    }
  });
});

describe('recording a decline', () => {
  it('of the open attempt asks the shopper to act', () => {
    given(...bought, chargeStarted())
      .when(RecordCharge, decline)
      .makes(declined())
      .butTwice();
  });

  it('when Stripe would not make the intent counts as the first attempt', () => {
    const unmade = { intentId: '', outcome: { kind: 'declined', reason: 'resource_missing' } } as const;
    const event = { type: 'FeeDeclined', data: { attempt: 1, intentId: '', reason: 'resource_missing' } } as const;
    given(...bought)
      .when(RecordCharge, unmade)
      .makes(event)
      .butTwice();
    given(...bought, event)
      .when(ChargeFee, charge)
      .makes(chargeStarted(2));
  });

  it('means nothing without an open attempt, nor after payment or closing', () => {
    for (const events of [paid, [...bought, chargeStarted(), declined()], [...bought, closed('fee-lapsed')]]) {
      given(...events)
        .when(RecordCharge, decline)
        .makesNothing();
    }
  });
});

describe('waiving the fee', () => {
  it('ends the order well', () => {
    given(...bought)
      .when(WaiveFee, { reason: 'below the minimum' })
      .makes(waived)
      .butTwice();
  });

  it('is refused without a purchase and while a charge is open', () => {
    given(placed()).when(WaiveFee, { reason: 'x' }).isRefused('no-evidence');
    given(...bought, chargeStarted())
      .when(WaiveFee, { reason: 'x' })
      .isRefused('charge-open');
  });

  it('means nothing once paid or ended', () => {
    for (const events of [paid, [placed(), withdrawn], [placed(), closed()]]) {
      given(...events)
        .when(WaiveFee, { reason: 'x' })
        .makesNothing();
    }
  });
});

describe('asking for a refund', () => {
  const wanted = { refundId: 'r1', amount: 500, reason: 'wrong size' };

  it('of a part, or of all that is left', () => {
    given(...paid)
      .when(RefundOrder, wanted)
      .makes(refundRequested('r1', 500))
      .butTwice();
    given(...paid, refundRequested('r1', 500))
      .when(RefundOrder, { ...wanted, refundId: 'r2', amount: null })
      .makes(refundRequested('r2', 1_500))
      .butTwice();
  });

  it('never goes beyond the charge', () => {
    const some = [...paid, refundRequested('r1', 1_500), refunded('r1', 1_500)];
    for (const amount of [501, 0, -1]) {
      given(...some)
        .when(RefundOrder, { refundId: 'r2', amount, reason: 'x' })
        .isRefused('refund-too-large');
    }
    const all = [...paid, refundRequested('r1', 2_000)];
    given(...all)
      .when(RefundOrder, { refundId: 'r2', amount: null, reason: 'x' })
      .isRefused('refund-too-large');
  });

  it('may be asked again after a refund failed', () => {
    given(...paid, refundRequested('r1', 2_000), refundFailed('r1'))
      .when(RefundOrder, { ...wanted, refundId: 'r2', amount: null })
      .makes(refundRequested('r2', 2_000));
  });

  it('is refused when nothing was charged or the bank decides', () => {
    given(...bought)
      .when(RefundOrder, wanted)
      .isRefused('not-charged');
    given(...paid, disputed)
      .when(RefundOrder, wanted)
      .isRefused('fee-disputed');
  });
});

describe('making a refund', () => {
  const open = [...paid, refundRequested('r1', 500)];

  it('is claimed, and taken over past the lease', () => {
    given(...open)
      .when(StartRefund, { ...claim, refundId: 'r1' })
      .makes(refundStarted('r1'))
      .twiceRefused('claimed');
    const later = { by: 'worker-2', leaseUntil: LEASE_END + 40_000, refundId: 'r1' };
    given(...open, refundStarted('r1'))
      .when(StartRefund, later, LEASE_END)
      .makes({ type: 'RefundStarted', data: later });
  });

  it('is refused when there is none to make', () => {
    for (const events of [paid, [...open, refunded('r1', 500)], [...open, refundFailed('r1')]]) {
      given(...events)
        .when(StartRefund, { ...claim, refundId: 'r1' })
        .isRefused('claimed');
    }
  });

  it('succeeds once, whoever says so first', () => {
    const outcome = { kind: 'refunded', stripeRefundId: 're_r1' } as const;
    given(...open)
      .when(RecordRefund, { refundId: 'r1', outcome })
      .makes(refunded('r1', 500))
      .butTwice();
    given(...open, refundFailed('r1'))
      .when(RecordRefund, { refundId: 'r1', outcome })
      .makesNothing();
    given(...paid)
      .when(RecordRefund, { refundId: 'unheard', outcome })
      .makesNothing();
  });

  it('may fail, also after it had succeeded', () => {
    const outcome = { kind: 'failed', reason: 'expired_or_canceled_card' } as const;
    for (const events of [open, [...open, refunded('r1', 500)]]) {
      given(...events)
        .when(RecordRefund, { refundId: 'r1', outcome })
        .makes(refundFailed('r1'))
        .butTwice();
    }
  });
});

describe('a dispute', () => {
  it('is recorded once', () => {
    given(...paid)
      .when(DisputeFee, disputed.data)
      .makes(disputed)
      .butTwice();
  });

  it.each(['won', 'lost'] as const)('ends once as %s, and begins then if nobody had told', (outcome) => {
    const ended = { type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome } } as const;
    given(...paid, disputed)
      .when(CloseDispute, { ...disputed.data, outcome })
      .makes(ended)
      .butTwice();
    given(...paid)
      .when(CloseDispute, { ...disputed.data, outcome })
      .makes(disputed, ended)
      .butTwice();
    given(...paid, disputed, ended)
      .when(DisputeFee, disputed.data)
      .makesNothing();
  });
});

describe('a refund made by hand at Stripe', () => {
  const byHand = { stripeRefundId: 're_hand', amount: 1_500, failure: null };

  it('counts like our own, once', () => {
    const made = { refundId: 're_hand', amount: 1_500, currency: 'usd' };
    given(...paid)
      .when(RecordRefundByHand, byHand)
      .makes(
        { type: 'RefundRequested', data: { ...made, intentId: INTENT, reason: 'made by hand at Stripe' } },
        { type: 'FeeRefunded', data: { ...made, stripeRefundId: 're_hand' } },
      )
      .butTwice();
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
      .makes(requested, failed)
      .butTwice();
    given(...paid, requested, { type: 'FeeRefunded', data: { ...made, stripeRefundId: 're_hand' } })
      .when(RecordRefundByHand, cameBack)
      .makes(failed)
      .butTwice();
    given(...paid, requested, failed)
      .when(RecordRefundByHand, byHand)
      .makesNothing();
  });

  it('waits for the charge, and for a refund of ours that leaves no room for it', () => {
    given(...bought, chargeStarted())
      .when(RecordRefundByHand, byHand)
      .isRefused('refund-open');
    given(...paid, refundRequested('r1', 501))
      .when(RecordRefundByHand, byHand)
      .isRefused('refund-open');
  });
});
