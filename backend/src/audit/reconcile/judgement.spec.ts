import { AT, DAY } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  attempted,
  bought,
  charged,
  charging,
  type Happened,
  placed,
  refund,
  refunded,
} from '@supreme-access/test/fixtures/history.js';
import { evolveOrder, NEW_ORDER, type OrderEvent } from '../../orders/order.js';
import type { OrderHistory } from '../order-history.js';
import { judgeCheckout, judgeIntent, judgeRefund } from './judgement.js';

const LATER = AT + 30 * DAY;

function history(...happened: Happened[]): OrderHistory {
  const events = happened.map(([, event]) => event as OrderEvent);
  return { orderId: 'order-1', state: events.reduce(evolveOrder, NEW_ORDER), damage: null };
}
const PAID = history(placed(1), attempted(1), bought(1), charging(1), charged(1));
const BOUGHT = history(placed(1), attempted(1), bought(1));
const CHARGING = history(placed(1), attempted(1), bought(1), charging(1));
const WAITING = history(placed(1), attempted(1));
const [, test] = placed(1);
const TEST = history(['order-order-1', { ...test, data: { ...test.data, livemode: false } }]);
const GIVEN_BACK = history(
  placed(1),
  attempted(1),
  bought(1),
  charging(1),
  charged(1),
  refund(1, 'r1', 1_000),
  refunded(1, 'r1', 1_000),
);
const REFUND_REQUESTED = history(placed(1), attempted(1), bought(1), charging(1), charged(1), refund(1, 'r1', 1_000));

it('tells of an order that cannot be folded to its end nothing but that', () => {
  const order: OrderHistory = { ...BOUGHT, damage: { stream: 'order-order-1', revision: 3, reason: 'hash' } };
  const [id, orderId, amount, status] = ['pi_1', 'order-1', 3_500, 'succeeded'];
  const back = { id: 're_1', intentId: id, orderId, refundId: null, amount, status, failure: null };
  const judgements = [
    judgeIntent({ id, orderId, amount, status }, order, LATER),
    judgeRefund(back, order, LATER),
    judgeCheckout({ reference: 'order-1:1', sale: null }, order, LATER),
  ];
  const detail = expect.stringContaining('order-order-1 is locked');
  expect(judgements).toEqual(judgements.map(() => ({ kind: 'stream-damaged', detail })));
});

describe('an intent at Stripe', () => {
  const intent = (status = 'succeeded', amount = 3_500, id = 'pi_1') => ({ id, orderId: 'order-1', status, amount });

  it.each([
    ['that the log has charged', intent(), PAID, 'matched'],
    ['that was charged with another amount', intent('succeeded', 3_400), PAID, 'amount-differs'],
    ['that paid, of which the log knows nothing', intent(), BOUGHT, 'missing-here'],
    ['that paid beside the one that the log knows', intent('succeeded', 3_500, 'pi_2'), PAID, 'charged-twice'],
    ['that paid for an order that the log lacks', intent(), null, 'missing-here'],
    ['that did not pay, and the log has charged', intent('canceled'), PAID, 'missing-there'],
    ['that did not pay, nor does the log say so', intent('requires_payment_method'), BOUGHT, 'nothing'],
    ['that did not pay, of an order that the log lacks', intent('canceled'), null, 'nothing'],
    ['of a test order', intent(), TEST, 'test'],
  ])('%s', (_, one, order, kind) => {
    expect(judgeIntent(one, order, LATER).kind).toBe(kind);
  });

  it('that paid beside the one that the log knows is no finding once all of it went back', () => {
    const second = intent('succeeded', 3_500, 'pi_2');
    const left = [0, 500, 3_500].map((refunded) => judgeIntent(second, PAID, LATER, refunded));
    expect(left).toMatchObject([
      { kind: 'charged-twice', detail: expect.stringMatching(/^3500 at/) },
      { kind: 'charged-twice', detail: expect.stringMatching(/^3000 at/) },
      { kind: 'nothing' },
    ]);
  });

  it('is under way while somebody has a claim on the charge, and missing once that is long over', () => {
    const { leaseUntil } = CHARGING.state.charge ?? { leaseUntil: 0 };
    expect(judgeIntent(intent(), CHARGING, leaseUntil).kind).toBe('under-way');
    expect(judgeIntent(intent(), CHARGING, leaseUntil + DAY)).toMatchObject({
      kind: 'missing-here',
      detail: '3500 at Stripe',
    });
  });
});

describe('a refund at Stripe', () => {
  const back = (status = 'succeeded', more: object = {}) => ({
    id: 're_1',
    intentId: 'pi_1',
    orderId: 'order-1',
    refundId: 'r1',
    amount: 1_000,
    status,
    failure: null,
    ...more,
  });

  it.each([
    ['that the log has', back(), GIVEN_BACK, 'matched'],
    ['of another amount', back('succeeded', { amount: 900 }), GIVEN_BACK, 'amount-differs'],
    ['that failed later', back('failed'), GIVEN_BACK, 'missing-here'],
    ['that was made, and the log only asked for it', back(), REFUND_REQUESTED, 'missing-here'],
    ['that is pending', back('pending'), REFUND_REQUESTED, 'under-way'],
    ['that was made by hand', back('succeeded', { refundId: null }), PAID, 'missing-here'],
    ['of a second payment', back('succeeded', { refundId: null, intentId: 'pi_2' }), PAID, 'nothing'],
    ['that was made by hand and failed', back('failed', { refundId: null }), PAID, 'nothing'],
    ['of an order that the log lacks', back(), null, 'missing-here'],
  ])('%s', (_, one, order, kind) => {
    expect(judgeRefund(one, order, LATER).kind).toBe(kind);
  });
});

describe('a checkout at the retailer', () => {
  const proof = PAID.state.bought?.evidence ?? { reference: '', sha256: '' };
  const sold = (orderNumber = proof.reference, sha256 = proof.sha256) => ({
    reference: 'order-1:1',
    sale: { orderNumber, sha256 },
  });

  it.each([
    ['that the log has', sold(), PAID, 'matched'],
    ['with another number', sold('R-9'), PAID, 'evidence-differs'],
    ['with another receipt', sold(proof.reference, 'other'), PAID, 'evidence-differs'],
    ['that sold under a reference given up long ago', sold(), WAITING, 'missing-here'],
    ['that refused', { reference: 'order-1:1', sale: null }, WAITING, 'nothing'],
    ['of no order of this log', sold(), null, 'foreign'],
    ['of a test order', sold(), TEST, 'test'],
  ])('%s', (_, line, order, kind) => {
    expect(judgeCheckout(line, order, LATER).kind).toBe(kind);
  });

  it('is under way while its reference is open and claimed', () => {
    const { leaseUntil } = WAITING.state.checkout ?? { leaseUntil: 0 };
    expect(judgeCheckout(sold(), WAITING, leaseUntil).kind).toBe('under-way');
  });
});

describe('what differs is shown with both ledgers side by side', () => {
  const intent = { id: 'pi_1', orderId: 'order-1', status: 'succeeded', amount: 3_400 };
  const back = { id: 're_1', intentId: 'pi_1', orderId: 'order-1', refundId: 'r1', amount: 900, failure: null };
  const sold = { reference: 'order-1:1', sale: { orderNumber: 'R-9', sha256: 'other' } };
  const usd = (says: string, amount: number) => ({ says, amount, currency: 'usd' });

  it.each([
    ['a charge', judgeIntent(intent, PAID, LATER), { log: usd('charged', 3_500), stripe: usd('charged', 3_400) }],
    [
      'a lost charge',
      judgeIntent(intent, BOUGHT, LATER),
      { log: { says: 'not charged' }, stripe: usd('charged', 3_400) },
    ],
    [
      'a refund',
      judgeRefund({ ...back, status: 'succeeded' }, GIVEN_BACK, LATER),
      { log: usd('refund done', 1_000), stripe: usd('refund succeeded', 900) },
    ],
    [
      'a purchase',
      judgeCheckout(sold, BOUGHT, LATER),
      { log: { says: 'bought as R-1' }, retailer: { says: 'sold as R-9' } },
    ],
  ])('%s', (_, judgement, sides) => {
    expect(judgement).toMatchObject({ sides });
  });
});
