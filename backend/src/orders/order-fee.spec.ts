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
  started,
  succeeded,
  waived,
  withdrawn,
} from '@supreme-access/test/fixtures/order.js';
import { ChargeFee, RecordCharge, WaiveFee } from './order-fee.js';
import { statusOf } from './order-status.js';

const charge = { ...claim, intentId: INTENT, paymentMethodId: CARD };
const success = { intentId: INTENT, outcome: { kind: 'charged', chargeId: 'ch_1', amount: 2_000 } } as const;
const decline = { intentId: INTENT, outcome: { kind: 'declined', reason: 'card_declined' } } as const;

describe('claiming the charge', () => {
  it('happens after a purchase, for the price of the order', () => {
    given(...bought)
      .when(ChargeFee, charge)
      .makesClaim(chargeStarted());
  });

  it('is refused without evidence', () => {
    given(placed(), started()).when(ChargeFee, charge).refused('no-evidence');
  });

  it('is a new attempt after a decline, with the card it names', () => {
    given(...bought, chargeStarted(), declined())
      .when(ChargeFee, { ...charge, paymentMethodId: 'pm_2' })
      .makes(chargeStarted(2, { paymentMethodId: 'pm_2' }));
  });

  it('is not a new attempt for who has not seen the one that was declined meanwhile', () => {
    const history = [...bought, chargeStarted(), declined()];
    given(...history)
      .when(ChargeFee, { ...charge, after: 0 })
      .refused('claimed');
    given(...history)
      .when(ChargeFee, { ...charge, after: 1 })
      .makes(chargeStarted(2));
  });

  it('past the lease is a takeover: same attempt, same card', () => {
    const later = { ...charge, by: 'worker-2', leaseUntil: LEASE_END + 1, paymentMethodId: 'pm_other' };
    given(...bought, chargeStarted())
      .when(ChargeFee, later, LEASE_END - 1)
      .refused('claimed');
    given(...bought, chargeStarted())
      .when(ChargeFee, later, LEASE_END)
      .makes(chargeStarted(1, { by: 'worker-2', leaseUntil: LEASE_END + 1 }));
  });

  it('is refused once the order has ended, and always for a test order', () => {
    const late = [placed(), started(), closed(), succeeded({ late: true })];
    for (const events of [paid, [...bought, waived], late]) {
      given(...events)
        .when(ChargeFee, charge)
        .refused('order-ended');
    }
    given(placed({ livemode: false }), started(), succeeded())
      .when(ChargeFee, charge)
      .refused('test-order');
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
      .makesOnce(charged());
  });

  it('also when a decline had been recorded before: the money is a fact', () => {
    given(...bought, chargeStarted(), declined())
      .when(RecordCharge, success)
      .makes(charged());
  });

  it("says nothing about another order's intent", () => {
    given(...bought, chargeStarted())
      .when(RecordCharge, { ...success, intentId: 'pi_other' })
      .nothing();
  });

  it('is refused while nothing was bought', () => {
    given(placed(), started()).when(RecordCharge, success).refused('no-evidence');
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
        .makesOnce(charged(1, true), back);
      expect(statusOf(fold(...ended, charged(1, true), back))).toBe('refund_pending');
    }
  });
});

describe('recording a decline', () => {
  it('of the open attempt asks the shopper to act', () => {
    given(...bought, chargeStarted())
      .when(RecordCharge, decline)
      .makesOnce(declined());
  });

  it('when Stripe would not make the intent counts as the first attempt', () => {
    const unmade = { intentId: '', outcome: { kind: 'declined', reason: 'resource_missing' } } as const;
    const event = { type: 'FeeDeclined', data: { attempt: 1, intentId: '', reason: 'resource_missing' } } as const;
    given(...bought)
      .when(RecordCharge, unmade)
      .makesOnce(event);
    given(...bought, event)
      .when(ChargeFee, charge)
      .makes(chargeStarted(2));
  });

  it('means nothing without an open attempt, nor after payment or closing', () => {
    for (const events of [paid, [...bought, chargeStarted(), declined()], [...bought, closed('fee-lapsed')]]) {
      given(...events)
        .when(RecordCharge, decline)
        .nothing();
    }
  });
});

describe('a second decline', () => {
  it('of another card asks the shopper again, under the next attempt', () => {
    given(...bought, chargeStarted(), declined(), chargeStarted(2))
      .when(RecordCharge, decline)
      .makesOnce(declined(2));
  });

  it('is not what is said late of the first one', () => {
    const second = [...bought, chargeStarted(), declined(), chargeStarted(2)];
    given(...second)
      .when(RecordCharge, { ...decline, attempt: 1 })
      .nothing();
    given(...second)
      .when(RecordCharge, { ...decline, attempt: 2 })
      .makesOnce(declined(2));
  });
});

describe('waiving the fee', () => {
  it('ends the order well', () => {
    given(...bought)
      .when(WaiveFee, { reason: 'below the minimum' })
      .makesOnce(waived);
  });

  it('is refused without a purchase and while a charge is open', () => {
    given(placed()).when(WaiveFee, { reason: 'x' }).refused('no-evidence');
    given(...bought, chargeStarted())
      .when(WaiveFee, { reason: 'x' })
      .refused('charge-open');
  });

  it('means nothing once paid or ended', () => {
    for (const events of [paid, [placed(), withdrawn], [placed(), closed()]]) {
      given(...events)
        .when(WaiveFee, { reason: 'x' })
        .nothing();
    }
  });
});
