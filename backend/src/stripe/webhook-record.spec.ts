import { WebhookRefused, webhookRecord } from './webhook-record.js';

const event = (type: string, object: object) => ({
  id: 'evt_1',
  type,
  created: 1_893_456_000,
  livemode: false,
  data: { object },
});
const record = (type: string, object: object) => webhookRecord(event(type, object), '{"raw":true}', 'here');
const ours = { orderId: 'o-1', refundId: 'r-1', installation: 'here' };

describe('a webhook’s record', () => {
  it('has ids, state and sum of an intent, and why it failed', () => {
    const object = {
      id: 'pi_1',
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 2_000,
      currency: 'usd',
      metadata: { orderId: 'o-1', installation: 'here' },
      receipt_email: 'ada@example.test',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Ada' },
    };
    expect(record('payment_intent.payment_failed', object)).toEqual({
      eventId: 'evt_1',
      type: 'payment_intent.payment_failed',
      objectId: 'pi_1',
      orderId: 'o-1',
      intentId: 'pi_1',
      status: 'requires_payment_method',
      amount: 2_000,
      currency: 'usd',
      reason: 'insufficient_funds',
      created: 1_893_456_000_000,
      livemode: false,
      foreign: false,
      sha256: 'f528a13eb3833b6af304159a3db6785702540fce4c13674eec4e2df22fdffecf',
    });
  });

  it('names the intent and our ids of a refund, expanded or not', () => {
    const refund = { id: 're_1', object: 'refund', status: 'failed', amount: 300, currency: 'usd', metadata: ours };
    const failed = { ...refund, payment_intent: 'pi_1', failure_reason: 'lost_or_stolen_card', reason: 'duplicate' };
    expect(record('refund.failed', failed)).toMatchObject({
      objectId: 're_1',
      intentId: 'pi_1',
      orderId: 'o-1',
      refundId: 'r-1',
      reason: 'lost_or_stolen_card',
    });
    const expanded = { ...refund, payment_intent: { id: 'pi_2' } };
    expect(record('refund.failed', expanded).intentId).toBe('pi_2');
  });

  it.each([
    ['our intent', { object: 'payment_intent', metadata: ours }, false],
    ['an intent of another installation', { object: 'payment_intent', metadata: { installation: 'there' } }, true],
    ['an intent made by hand', { object: 'payment_intent', metadata: {} }, true],
    ['a refund made by hand, of a charge that may be ours', { object: 'refund', metadata: {} }, false],
    ['a dispute, which carries no tag', { object: 'dispute' }, false],
    ['a refund of another installation', { object: 'refund', metadata: { installation: 'there' } }, true],
  ])('%s: foreign is %s', (_, object, foreign) => {
    expect(record('any', object).foreign).toBe(foreign);
  });

  it('is total over unknown objects', () => {
    const nothing = { objectId: '', status: null, amount: null, currency: null, foreign: false };
    expect(record('balance.available', { metadata: 'odd', amount: '5' })).toMatchObject(nothing);
  });

  it.each(['', 'e'.repeat(256), 'an id', 'evt_\u0000'])('does not exist with an impossible id: %p', (id) => {
    expect(() => webhookRecord({ ...event('any', {}), id }, '', 'here')).toThrow(WebhookRefused);
  });

  it.each([undefined, null, '1893456000', { valueOf: 1 }])('does not exist without a time: %j', (created) => {
    expect(() => webhookRecord({ ...event('any', {}), created }, '', 'here')).toThrow(WebhookRefused);
  });
});
