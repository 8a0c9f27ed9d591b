import type { OrderAction } from '@supreme-access/contract/shapes/orders.js';
import {
  bought,
  charged,
  chargeStarted,
  closed,
  declined,
  fold,
  ID,
  NOW,
  paid,
  placed,
  refunded,
  refundFailed,
  refundRequested,
  refusedAtRetailer,
  started,
  withdrawn,
} from '@supreme-access/test/fixtures/order.js';
import { NEW_ORDER, type OrderEvent } from './order.js';
import { orderRefusals } from './order-refusals.js';
import { statusOf } from './order-status.js';
import type { OrderDoc } from './orders.projection.js';

type Drop = Parameters<typeof orderRefusals>[1];
const waits = { startedAt: null } as Drop;
const released = { startedAt: NOW } as Drop;
const refused = (retryAt: number | null = null) => refusedAtRetailer('sold-out', retryAt);
const ACTIONS: OrderAction[] = [
  'refund',
  'settle',
  'withdraw',
  'checkout',
  'evidence',
  'archive',
  'resend',
  'aco',
  'erase',
];

function order(events: OrderEvent[], changes: Partial<OrderDoc> = {}): OrderDoc {
  const life = events.length > 0 ? fold(...events) : NEW_ORDER;
  const { archived } = life;
  const livemode = life.placed?.livemode ?? true;
  return {
    orderId: ID,
    accountId: null,
    email: 'ada@example.com',
    life,
    livemode,
    archived,
    status: statusOf(life),
    ...changes,
  } as OrderDoc;
}

function offered(events: OrderEvent[], drop: Drop = released): OrderAction[] {
  const refusals = orderRefusals(order(events), drop, NOW);
  return ACTIONS.filter((action) => refusals[action] === undefined);
}

describe('what may be asked of an order', () => {
  it.each<[string, OrderEvent[], Drop, OrderAction[]]>([
    ['held, before the release', [placed()], waits, ['withdraw', 'resend', 'aco', 'erase']],
    ['held, once the release has started', [placed()], released, ['checkout', 'resend', 'aco']],
    ['being attempted', [placed(), started()], released, ['checkout', 'evidence', 'resend', 'aco']],
    ['bought, the fee under way', [...bought, chargeStarted()], released, ['resend', 'aco']],
    ['bought, the fee declined', [...bought, chargeStarted(), declined()], released, ['resend', 'aco']],
    ['paid', paid, released, ['refund', 'archive', 'resend', 'erase']],
    [
      'refunded in part',
      [...paid, refundRequested('r', 500), refunded('r', 500)],
      released,
      ['refund', 'archive', 'resend', 'erase'],
    ],
    [
      'refunded whole, and it came back',
      [...paid, refundRequested('r', 2_000), refunded('r', 2_000), refundFailed('r')],
      released,
      ['refund', 'settle', 'resend', 'aco'],
    ],
    [
      'refunded whole',
      [...paid, refundRequested('r', 2_000), refunded('r', 2_000)],
      released,
      ['archive', 'resend', 'erase'],
    ],
    ['refused, to be tried again', [placed(), started(), refused(NOW)], released, ['checkout', 'resend', 'aco']],
    ['closed, nothing bought', [placed(), started(), refused(), closed()], released, ['archive', 'resend', 'erase']],
    ['withdrawn', [placed(), withdrawn], waits, ['archive', 'resend', 'erase']],
    [
      'a test',
      [placed({ livemode: false, slotNumber: null })],
      waits,
      ['withdraw', 'checkout', 'resend', 'aco', 'erase'],
    ],
    ['archived', [...paid, { type: 'OrderArchived', data: {} }], released, ['refund', 'resend', 'erase']],
  ])('%s', (_, events, drop, expected) => {
    expect(offered(events, drop)).toEqual(expected);
  });

  it('while it is being placed is to give the slot back; of the rest it says why not', () => {
    const refusals = orderRefusals(order([]), waits, NOW);
    expect(refusals.withdraw).toBeUndefined();
    expect(refusals.refund?.error).toBe('This order is being placed. Try again in a moment.');
    expect(refusals.resend).toBeUndefined();
  });

  it('is told with the code and the words that the command itself would be refused with', () => {
    expect(orderRefusals(order([placed()]), waits, NOW)).toMatchObject({
      refund: { code: 'not-charged', error: 'Nothing was charged for this order.' },
      evidence: { code: 'not-attempted', error: 'Nothing has been attempted for this order yet.' },
      archive: { code: 'order-open', error: 'This order has not ended yet.' },
      checkout: { code: 'not-released', error: 'The release of this product has not started.' },
    });
    expect(orderRefusals(order([...bought, charged()]), released, NOW).withdraw).toEqual({
      code: 'release-started',
      error: 'The release has started. This order can no longer be withdrawn.',
    });
  });

  it('of what has happened already says that it is done', () => {
    const archived: OrderEvent[] = [placed(), withdrawn, { type: 'OrderArchived', data: {} }];
    const { archive, withdraw } = orderRefusals(order(archived), waits, NOW);
    expect([archive?.code, withdraw?.code]).toEqual(['done', 'done']);
  });

  it("is to erase who ordered where nothing of it is open, and it is a guest's", () => {
    const erase = (events: OrderEvent[], drop: Drop, changes: Partial<OrderDoc> = {}) =>
      orderRefusals(order(events, changes), drop, NOW).erase?.code;
    expect(erase([placed()], released)).toBe('release-started');
    expect(erase([placed(), started()], released)).toBe('order-open');
    expect(erase([placed(), withdrawn, { type: 'PersonalDataErased', data: { guest: true } }], waits)).toBe('done');
    expect(erase(paid, released, { accountId: 'a1' })).toBe('of-account');
  });

  it('of an erased person writes to nobody', () => {
    const erased: OrderEvent[] = [placed(), withdrawn, { type: 'PersonalDataErased', data: {} }];
    const gone = { code: 'person-erased', error: 'This person was erased, so there is nobody to email.' };
    expect(orderRefusals(order(erased), waits, NOW).resend).toEqual(gone);
    expect(orderRefusals(order(erased.slice(0, 2), { email: null }), waits, NOW).resend).toEqual(gone);
  });
});
