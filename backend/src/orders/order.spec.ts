import {
  bought,
  chargeStarted,
  closed,
  declined,
  fold,
  given,
  paid,
  placed,
  refunded,
  refundFailed,
  refundRequested,
  refundStarted,
  slot,
  started,
  waived,
  withdrawn,
} from '@supreme-access/test/fixtures/order.js';
import {
  ArchiveOrder,
  CloseOrder,
  EraseOrder,
  FinishErasure,
  PlaceOrder,
  RecordAcoAccess,
  WithdrawOrder,
} from './order.js';
import { isEnded, statusOf } from './order-status.js';

describe('placing an order', () => {
  it('starts its life from the slot', () => {
    given().when(PlaceOrder, slot).makesOnce(placed());
  });

  it('names whose key seals what an admin typed for a test order', () => {
    const data = { ...slot, subject: 'guest-1', personal: { email: 'ada@example.com', name: 'Ada Lovelace' } };
    given().when(PlaceOrder, data).makesOnce({ type: 'OrderPlaced', data, subject: 'guest-1' });
  });

  it('comes before everything else', () => {
    given().when(WithdrawOrder, { by: 'holder', reason: 'x' }).refused('not-found');
    given().when(CloseOrder, { reason: 'no-evidence' }).refused('not-found');
    given().when(ArchiveOrder, {}).refused('not-found');
    given().when(RecordAcoAccess, { reason: 'x' }).refused('not-found');
    given().when(EraseOrder, {}).refused('not-found');
  });
});

describe('withdrawing', () => {
  it('gives the slot back while nothing was attempted', () => {
    given(placed()).when(WithdrawOrder, { by: 'holder', reason: 'changed my mind' }).makesOnce(withdrawn);
  });

  it('is remembered with who did it and why', () => {
    expect(fold(placed(), withdrawn).withdrawn).toEqual({ by: 'holder', reason: 'changed my mind' });
  });

  it('of a test order names no slot', () => {
    const data = { productId: 'box-logo', slotNumber: null, by: 'admin', reason: 'tested' } as const;
    given(placed({ slotNumber: null, livemode: false }))
      .when(WithdrawOrder, { by: 'admin', reason: 'tested' })
      .makesOnce({ type: 'OrderWithdrawn', data });
  });

  it('is over once an attempt has started or the order was closed', () => {
    given(placed(), started()).when(WithdrawOrder, { by: 'holder', reason: 'x' }).refused('release-started');
    given(placed(), closed()).when(WithdrawOrder, { by: 'holder', reason: 'x' }).refused('release-started');
  });
});

describe('closing', () => {
  it('ends an order that bought nothing, with the reason', () => {
    given(placed()).when(CloseOrder, { reason: 'no-evidence' }).makesOnce(closed());
  });

  it('ends an order whose fee was never paid', () => {
    const open = [...bought, chargeStarted(), declined()];
    given(...open)
      .when(CloseOrder, { reason: 'fee-lapsed' })
      .makesOnce(closed('fee-lapsed'));
  });

  it('waits for certainty about an open reference and an open charge', () => {
    given(placed(), started()).when(CloseOrder, { reason: 'no-evidence' }).refused('checkout-open');
    given(...bought, chargeStarted())
      .when(CloseOrder, { reason: 'fee-lapsed' })
      .refused('charge-open');
  });

  it('is not for want of evidence once proof of the purchase came', () => {
    given(...bought)
      .when(CloseOrder, { reason: 'no-evidence' })
      .nothing();
  });

  it('leaves alone what has ended or was charged', () => {
    const refundPending = [...paid, refundRequested('r1', 500)];
    for (const events of [[placed(), withdrawn], [...bought, waived], paid, refundPending]) {
      given(...events)
        .when(CloseOrder, { reason: 'fee-lapsed' })
        .nothing();
    }
  });
});

describe('closing an order twice', () => {
  it('keeps the first reason', () => {
    given(placed(), started(), closed()).when(CloseOrder, { reason: 'sold-out' }).nothing();
  });

  it('after its holder gave the slot back changes nothing', () => {
    given(placed(), withdrawn).when(CloseOrder, { reason: 'no-evidence' }).nothing();
  });
});

describe('archiving', () => {
  it('takes an ended order out of the lists', () => {
    given(...paid)
      .when(ArchiveOrder, {})
      .makesOnce({ type: 'OrderArchived', data: {} });
  });

  it('takes along what was given back or never bought', () => {
    for (const ending of [withdrawn, closed()]) {
      given(placed(), ending).when(ArchiveOrder, {}).makesOnce({ type: 'OrderArchived', data: {} });
    }
  });

  it('is refused while the order is open', () => {
    given(placed()).when(ArchiveOrder, {}).refused('order-open');
    given(...paid, refundRequested('r1', 500))
      .when(ArchiveOrder, {})
      .refused('order-open');
  });
});

describe('another price', () => {
  const agreed = { price: 1_500, reason: 'a friend of the house' };

  it('that came with the slot is recorded with its reason as the order is placed', () => {
    const expected = { type: 'PriceOverridden', data: { from: 2_000, to: 1_500, reason: agreed.reason } } as const;
    const [order, data] = [placed({ agreed }), { ...slot, agreed }];
    given().when(PlaceOrder, data).makesOnce(order, expected);
    expect(fold(order, expected).price).toBe(1_500);
  });

  it('that is the same after all is none', () => {
    const data = { ...slot, agreed: { ...agreed, price: slot.price } };
    given()
      .when(PlaceOrder, data)
      .makes(placed({ agreed: data.agreed }));
  });
});

describe('looking at the auto-checkout data', () => {
  it('is recorded each time, until the order has ended', () => {
    const decision = given(placed()).when(RecordAcoAccess, { reason: 'support call' });
    decision.makes({ type: 'AcoDataAccessed', data: { reason: 'support call' } });
    given(placed(), withdrawn).when(RecordAcoAccess, { reason: 'x' }).refused('aco-gone');
  });
});

describe('erasing', () => {
  const erased = { type: 'PersonalDataErased', data: {} } as const;

  it('forgets the person of an ended order, or of one that holds only a slot', () => {
    given(...paid)
      .when(EraseOrder, {})
      .makesOnce(erased);
    given(placed()).when(EraseOrder, {}).makesOnce(erased);
  });

  it('of a guest is finished when nothing of them is left, and only then', () => {
    const guest = { type: 'PersonalDataErased', data: { guest: true } } as const;
    given(placed({ accountId: null }))
      .when(EraseOrder, {})
      .makesOnce(guest);
    given(placed({ accountId: null }), guest)
      .when(FinishErasure, {})
      .makesOnce({ type: 'ErasureFinished', data: {} });
    given(placed({ accountId: null }))
      .when(FinishErasure, {})
      .nothing();
  });

  it('waits while a purchase, a fee or a refund is open', () => {
    given(placed(), started()).when(EraseOrder, {}).refused('order-open');
    given(...bought, chargeStarted(), declined())
      .when(EraseOrder, {})
      .refused('order-open');
    given(...paid, refundRequested('r1', 500))
      .when(EraseOrder, {})
      .refused('order-open');
  });
});

describe('the status', () => {
  it.each([
    ['pending', [placed()]],
    ['processing', [placed(), started()]],
    ['processing', bought],
    ['processing', [...bought, chargeStarted()]],
    ['action_required', [...bought, chargeStarted(), declined()]],
    ['processing', [...bought, chargeStarted(), declined(), chargeStarted(2)]],
    ['success', paid],
    ['success', [...bought, waived]],
    ['fail', [placed(), closed()]],
    ['fail', [...bought, chargeStarted(), declined(), closed('fee-lapsed')]],
    ['withdrawn', [placed(), withdrawn]],
    ['refund_pending', [...paid, refundRequested('r1', 500)]],
    ['refund_pending', [...paid, refundRequested('r1', 500), refundStarted('r1')]],
    ['success', [...paid, refundRequested('r1', 500), refunded('r1', 500)]],
    ['refunded', [...paid, refundRequested('r1', 2_000), refunded('r1', 2_000)]],
    ['refund_pending', [...paid, refundRequested('r1', 2_000), refunded('r1', 2_000), refundFailed('r1')]],
  ])('is %s', (status, events) => {
    const state = fold(...events);
    expect(statusOf(state)).toBe(status);
    expect(isEnded(state)).toBe(['success', 'fail', 'withdrawn', 'refunded'].includes(status));
  });
});
